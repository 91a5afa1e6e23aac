"""Games that several play together: who did what, and which game somebody means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from data import GameNotOpen, Habits, Kind, Member, StaleRevision, UnknownGame, deeds, games, guilds, players
from tests.data.house import ANN, BEN, CAT, CLUB, DAN, NAMES, PUB, House, new_game

if TYPE_CHECKING:
    from data import GameRecord

CHANNEL = 31


def by(player: int) -> Member:
    """Give a member of the club."""
    return Member(player, CLUB, NAMES[player])


async def together(house: House, player: int = ANN) -> GameRecord:
    """Start a game together whose board lies in the channel."""
    game = await house.start(new_game(player, kind=Kind.TOGETHER, now=next(house.seconds) * 1_000))
    await house.store.transact(lambda conn: games.place(conn, game.id, CHANNEL, game.id))
    return game


async def means(house: House, player: int, channel: int = CHANNEL, guild: int = CLUB) -> int | None:
    """Tell which game somebody means in a channel."""
    found = await house.store.read(lambda conn: deeds.at_hand(conn, player, guild, channel))
    return found.id if found else None


async def test_deeds_are_told_in_order_with_names(house: House) -> None:
    """Who did how many actions up to which; none in a game that one plays alone."""
    game = await together(house)
    game = await house.act(game, by=by(BEN))
    game = await house.act(game, tokens="d d", ply=game.ply + 2, by=by(CAT))
    found = await house.store.read(lambda conn: deeds.deeds_of(conn, game.id))
    assert [(one.player_discord_id, one.name, one.ply, one.count) for one in found] == [
        (BEN, "Ben", 1, 1),
        (CAT, "Cat", 3, 2),
    ]
    acted = [
        await house.store.read(lambda conn, who=who: deeds.has_acted(conn, game.id, who))  # type: ignore[misc]
        for who in (ANN, BEN, CAT, DAN)
    ]
    assert acted == [False, True, True, False]
    alone = await house.act(await house.start(new_game(DAN)))
    assert await house.store.read(lambda conn: deeds.deeds_of(conn, alone.id)) == []
    assert await house.problems() == []


async def test_one_means_the_game_in_which_one_acted_last(house: House) -> None:
    """The channel's where one has no other; one's own until one acts in the channel's; none elsewhere."""
    shared = await together(house)
    assert await means(house, BEN) == shared.id
    assert [await means(house, BEN, 32), await means(house, BEN, guild=PUB)] == [None, None]
    own = await house.start(new_game(BEN, now=next(house.seconds) * 1_000))
    assert await means(house, BEN) == own.id
    shared = await house.act(shared, by=by(CAT))
    assert await means(house, BEN) == own.id
    shared = await house.act(shared, by=by(BEN))
    assert await means(house, BEN) == shared.id
    await house.act(own)
    assert await means(house, BEN) == own.id


async def test_what_others_do_shadows_no_game_of_the_owner(house: House) -> None:
    """Of one's own games it is the one that one played on oneself."""
    shared = await together(house)
    free = await house.act(await house.start(new_game()))
    shared = await house.act(shared, by=by(BEN))
    assert await means(house, ANN) == free.id
    shared = await house.act(shared, by=by(ANN))
    assert await means(house, ANN) == shared.id
    found = await house.store.read(lambda conn: games.open_games(conn, ANN, CLUB))
    assert [one.id for one in found] == [shared.id, free.id]


async def test_the_games_of_a_channel_are_found_by_their_index(house: House) -> None:
    """However many games a server has."""
    await together(house)
    query = "kind = 'together' AND status = 'open' AND guild_id = 1 AND channel_id = 31"
    plan = await house.store.read(
        lambda conn: conn.execute(text(f"EXPLAIN QUERY PLAN SELECT * FROM game WHERE {query}")).all()  # noqa: S608
    )
    assert "ix_game_together" in str(plan)


async def test_a_game_is_ended_as_it_was_asked_about(house: House) -> None:
    """Given up and counted once, written down with who did it; not where it has moved on or is over."""

    async def end(revision: int, game: int = 1) -> GameRecord:
        return await house.store.transact(lambda conn: guilds.end_game(conn, game, revision, BEN, 9))

    await house.act(await house.start(new_game()))
    with pytest.raises(StaleRevision):
        await end(0)
    with pytest.raises(UnknownGame):
        await end(0, 99)
    ended = await end(1)
    assert (ended.is_open, ended.ended_at) == (False, 9)
    with pytest.raises(GameNotOpen):
        await end(2)
    (change,) = await house.store.read(lambda conn: guilds.changes(conn, CLUB, 9))
    assert (change.player_discord_id, change.what, change.before) == (BEN, guilds.GAME_ENDED, "1")
    assert await house.problems() == []


async def test_a_server_says_how_a_first_game_there_is_played(house: House) -> None:
    """Only before it, and only what the server has chosen; elsewhere one plays as in one's last game."""

    async def habits(guild: int) -> Habits:
        return await house.store.read(lambda conn: players.habits(conn, ANN, guild))

    await house.store.transact(lambda conn: guilds.change(conn, CLUB, BEN, now=5, draw=3))
    assert await habits(CLUB) == Habits(draw=3)
    await house.play(new_game(guild=PUB))
    assert [await habits(guild) for guild in (CLUB, PUB, 0)] == [
        Habits(draw=3, scoring="normal"),
        Habits(draw=1, scoring="normal"),
        Habits(draw=1, scoring="normal"),
    ]
    await house.play(new_game())
    assert await habits(CLUB) == Habits(draw=1, scoring="normal")


async def test_a_wish_may_come_before_the_first_game(house: House) -> None:
    """It stands when the first result comes, and so does a name that was seen."""
    for listed in (False, None, True):
        await house.store.transact(lambda conn, wish=listed: players.wish_listed(conn, by(ANN), wish, now=5))  # type: ignore[misc]
    assert await house.store.read(lambda conn: players.name_in(conn, ANN, CLUB)) == "Ann"
    assert await house.store.read(lambda conn: players.name_in(conn, ANN, PUB)) is None
    await house.store.transact(lambda conn: guilds.change(conn, CLUB, BEN, now=6, listed=False))
    await house.play(new_game(), won=True)
    assert await house.problems() == []
