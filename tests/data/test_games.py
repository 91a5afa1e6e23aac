"""Games: one open at a time, one action at a time, ended once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from data import (
    DuplicateInteraction,
    GameAlreadyOpen,
    GameNotOpen,
    GameRecord,
    Kind,
    ListClass,
    StaleRevision,
    Status,
    UnknownGame,
    games,
    players,
    schema,
)
from data.periods import day_over
from tests.data.house import ANN, BEN, CLUB, PUB, STAKE, House, new_game, vegas

if TYPE_CHECKING:
    from sqlalchemy import Connection


async def stored(house: House, game: GameRecord) -> GameRecord | None:
    """Return a game as it is in the database."""
    return await house.store.read(lambda conn: games.by_id(conn, game.id))


async def test_a_new_game_comes_back_as_it_was_given(house: House) -> None:
    """Every value of a new game stands in its record, with its owner and server."""
    game = await house.start(
        new_game(practice=True, winnable=True, kind=Kind.DAILY, day=3, score=7, interaction=55)
    )
    assert game == GameRecord(
        id=1,
        player_id=1,
        player_discord_id=ANN,
        guild_id=1,
        guild_discord_id=CLUB,
        kind=Kind.DAILY,
        practice=True,
        winnable=True,
        day=3,
        channel_id=None,
        message_id=None,
        deal=2**60 - 1,
        rules="D1N",
        rules_version=1,
        log="",
        ply=0,
        moves=0,
        revision=0,
        last_interaction=55,
        status=Status.OPEN,
        score=7,
        booked=0,
        buy_in=None,
        assisted=False,
        started_at=1_000,
        active_ms=0,
        updated_at=1_000,
        ended_at=None,
    )
    assert await stored(house, game) == game


async def test_an_action_is_stored_as_it_is_returned(house: House) -> None:
    """`append` returns exactly what a later look finds: log, totals, revision and time."""
    game = await house.start(vegas())
    game = await house.act(game, tokens="d wf", ply=2, score=-47, booked=-47, interaction=77, now=5_000)
    game = await house.act(game, tokens="u", ply=3, assisted=True, active_ms=9)
    assert (game.log, game.ply, game.revision, game.last_interaction) == ("d wf u", 3, 2, 77)
    assert (game.score, game.booked, game.assisted, game.active_ms) == (-47, -47, True, 9)
    assert await stored(house, game) == game


async def test_an_action_without_a_token_leaves_the_log_alone(house: House) -> None:
    """Giving up writes nothing into the log, not even a space."""
    game = await house.act(await house.start(new_game()), tokens="d")
    assert (await house.act(game, tokens="", status=Status.GIVEN_UP)).log == "d"


async def test_a_second_game_is_refused_while_one_is_open(house: House) -> None:
    """The error carries the open game."""
    game = await house.start(new_game())
    with pytest.raises(GameAlreadyOpen) as caught:
        await house.start(new_game(deal=5))
    assert caught.value.record == game


async def test_places_and_kinds_do_not_get_in_each_others_way(house: House) -> None:
    """One person may have a game in each server, one in private, and one of each kind (D35)."""
    await house.start(new_game(guild=0))
    await house.start(new_game(BEN, guild=0))
    await house.start(new_game(guild=PUB))
    await house.start(new_game(guild=CLUB))
    await house.start(new_game(guild=CLUB, kind=Kind.DAILY, day=0))


async def test_a_deal_is_played_as_long_as_anybody_has_it_open(house: House) -> None:
    """Wherever that is; the index of open games tells it."""

    async def played(deal: int) -> bool:
        return await house.store.read(lambda conn: games.is_played(conn, deal, 0))

    mine = await house.start(new_game(deal=5))
    theirs = await house.start(new_game(BEN, guild=0, deal=5))
    assert (await played(5), await played(6)) == (True, False)
    await house.store.transact(lambda conn: games.close_by_update(conn, mine.id, 9))
    assert await played(5)
    await house.store.transact(lambda conn: games.close_by_update(conn, theirs.id, 9))
    assert not await played(5)


async def test_a_deal_of_a_day_is_played_until_the_day_is_over(house: House) -> None:
    """By everybody, whether they have begun or ended; a try left open later keeps nobody waiting."""
    await house.store.transact(
        lambda conn: conn.execute(schema.daily.insert().values(day=3, deal=5, proven=True, made_at=0))
    )

    async def played(now: int) -> bool:
        return await house.store.read(lambda conn: games.is_played(conn, 5, now))

    assert [await played(day_over(3) + late) for late in (-1, 0)] == [True, False]
    await house.start(new_game(kind=Kind.DAILY, day=3, deal=5))
    assert not await played(day_over(3))
    await house.start(new_game(deal=5))
    assert await played(day_over(3))


@pytest.mark.parametrize(
    ("status", "secret"), [("lobby", True), ("running", True), ("over", False), ("called_off", False)]
)
async def test_a_deal_of_a_race_is_played_until_the_race_is_over(
    house: House, status: str, *, secret: bool
) -> None:
    """Also by those who have ended, while others still run."""
    await house.play(new_game())
    race: dict[str, Any] = {"guild_id": 1, "host_id": 1, "deal": 5, "rules": "D1N", "rules_version": 1}
    race |= {"status": status, "limit_ms": 1, "revision": 0, "created_at": 1}
    await house.store.transact(lambda conn: conn.execute(schema.race.insert().values(**race)))
    assert await house.store.read(lambda conn: games.is_played(conn, 5, 0)) is secret


async def test_the_database_itself_holds_one_open_game(house: House) -> None:
    """Even by hand, a second open row cannot be written."""
    await house.start(new_game())
    columns = "player_id, guild_id, kind, deal, rules, rules_version, log, ply, revision, status, score"
    rest = "booked, assisted, started_at, active_ms, updated_at"
    copy = f"INSERT INTO game ({columns}, {rest}) SELECT {columns}, {rest} FROM game"  # noqa: S608
    with pytest.raises(IntegrityError, match="UNIQUE"):
        await house.store.transact(lambda conn: conn.execute(text(copy)))


async def test_of_two_starts_at_once_one_wins(house: House) -> None:
    """A double press makes one game, and the loser is shown it."""
    won, lost = await asyncio.gather(house.start(vegas()), house.start(vegas(deal=5)), return_exceptions=True)
    assert isinstance(won, GameRecord)
    assert isinstance(lost, GameAlreadyOpen)
    assert lost.record == won
    assert await house.balance(ANN) == STAKE


async def test_a_start_that_is_delivered_twice_is_a_duplicate(house: House) -> None:
    """The same interaction neither starts a second game nor gives up the one that it started."""
    old = await house.start(new_game())
    new = new_game(deal=5, interaction=9, replaces=old.id)
    game = await house.start(new)
    with pytest.raises(DuplicateInteraction) as caught:
        await house.start(new)
    assert caught.value.record == game


async def test_replacing_gives_the_open_game_up(house: House) -> None:
    """The old game ends in the same transaction, is counted once, and its dollars stay booked."""
    old = await house.start(vegas())
    old = await house.act(old, score=-47, booked=-47)
    new = await house.start(vegas(deal=5, now=8_000, replaces=old.id))
    ended = await stored(house, old)
    assert ended is not None
    assert (ended.status, ended.ended_at, ended.booked) == (Status.GIVEN_UP, 8_000, -47)
    assert new.is_open
    assert (await house.stats(ANN))[ListClass.CLEAN].games == 1
    assert await house.balance(ANN) == -47 + STAKE
    assert await house.problems() == []


async def test_only_the_game_that_was_asked_about_is_replaced(house: House) -> None:
    """A confirmation for an old game does not give up the one that is open now."""
    old = await house.play(new_game())
    current = await house.start(new_game())
    with pytest.raises(GameAlreadyOpen) as caught:
        await house.start(new_game(replaces=old.id))
    assert caught.value.record == current


async def test_an_ended_game_needs_no_replacing(house: House) -> None:
    """When the game to be replaced has just ended by itself, the new one simply starts."""
    old = await house.play(new_game(), won=True)
    assert (await house.start(new_game(replaces=old.id))).is_open
    assert (await house.stats(ANN))[ListClass.CLEAN].wins == 1


async def test_a_stale_action_changes_nothing(house: House) -> None:
    """An action on an older revision is refused with the game as it is now."""
    seen = await house.start(new_game())
    now = await house.act(seen)
    with pytest.raises(StaleRevision) as caught:
        await house.act(seen, tokens="wf")
    assert caught.value.record == now
    assert await stored(house, now) == now


async def test_of_twenty_presses_at_once_one_is_accepted(house: House) -> None:
    """Accepted presses are exactly the rise of the revision (K37)."""
    seen = await house.start(new_game())
    presses = (house.act(seen, interaction=number) for number in range(20))
    answers = await asyncio.gather(*presses, return_exceptions=True)
    accepted = [answer for answer in answers if isinstance(answer, GameRecord)]
    assert len(accepted) == 1
    assert sum(isinstance(answer, StaleRevision) for answer in answers) == 19
    assert await stored(house, seen) == accepted[0]


async def test_an_interaction_is_carried_out_once(house: House) -> None:
    """The same interaction again is a duplicate, whether its revision is fresh or stale."""
    first = await house.start(new_game())
    second = await house.act(first, interaction=42)
    for seen in (first, second):
        with pytest.raises(DuplicateInteraction) as caught:
            await house.act(seen, interaction=42)
        assert caught.value.record == second
    assert (await house.act(second, interaction=43)).revision == 2


async def test_actions_without_an_interaction_are_no_duplicates(house: House) -> None:
    """Typed messages carry no interaction; the last one that did stays remembered."""
    game = await house.act(await house.start(new_game()), interaction=42)
    game = await house.act(await house.act(game))
    assert (game.revision, game.last_interaction) == (3, 42)


@pytest.mark.parametrize("status", [Status.WON, Status.GIVEN_UP, Status.ENDED_BY_UPDATE])
async def test_an_ended_game_is_final(house: House, status: Status) -> None:
    """No action, no second end, and no second count after an end (K11)."""
    game = await house.act(await house.start(vegas()), status=status)
    assert game.ended_at == game.updated_at
    before = await house.stats(ANN)
    with pytest.raises(GameNotOpen):
        await house.act(game, status=Status.WON)
    with pytest.raises(GameNotOpen):
        await house.store.transact(lambda conn: games.close_by_update(conn, game.id, 99))
    assert await stored(house, game) == game
    assert await house.stats(ANN) == before


async def test_a_game_closed_by_an_update_keeps_its_money_and_counts_nowhere(house: House) -> None:
    """It is nobody's loss: a new game may start, and no list knows the old one."""
    game = await house.act(await house.start(vegas()), score=-42, booked=-42)
    closed = await house.store.transact(lambda conn: games.close_by_update(conn, game.id, 9_000))
    assert (closed.status, closed.ended_at, closed.booked) == (Status.ENDED_BY_UPDATE, 9_000, -42)
    assert await stored(house, game) == closed
    assert await house.stats(ANN) == {}
    assert await house.balance(ANN) == -42
    assert await house.problems() == []
    await house.start(vegas())


async def test_an_unknown_game_is_said_to_be_one(house: House) -> None:
    """A button of a game that is gone gets an error with its id."""
    game = await house.start(new_game())
    await house.store.transact(lambda conn: conn.execute(text("DELETE FROM game")))
    with pytest.raises(UnknownGame, match="1"):
        await house.act(game)
    with pytest.raises(UnknownGame):
        await house.store.transact(lambda conn: games.place(conn, game.id, 1, 2))
    assert await stored(house, game) is None


async def test_the_id_of_a_deleted_game_is_never_used_again(house: House) -> None:
    """An old button never hits a stranger's game."""
    first = await house.start(new_game())
    await house.store.transact(lambda conn: conn.execute(text("DELETE FROM game")))
    assert (await house.start(new_game(BEN))).id > first.id


async def test_a_board_is_found_by_its_message(house: House) -> None:
    """The newest game on a message is the one; placing a board is no action."""

    async def put(game: GameRecord) -> None:
        await house.store.transact(lambda conn: games.place(conn, game.id, 7, 2**63 - 1))

    old = await house.play(new_game())
    await put(old)
    new = await house.start(new_game())
    await put(new)
    found = await house.store.read(lambda conn: games.by_message(conn, 2**63 - 1))
    assert found is not None
    assert (found.id, found.channel_id, found.revision) == (new.id, 7, 0)
    assert await house.store.read(lambda conn: games.by_message(conn, 8)) is None


async def test_an_action_knows_where_the_board_lies_now(house: House) -> None:
    """A game from memory may have been placed anew since; the action gives the place that is stored."""
    game = await house.start(new_game())
    await house.store.transact(lambda conn: games.place(conn, game.id, 7, 8))
    acted = await house.act(game)
    assert (acted.channel_id, acted.message_id) == (7, 8)
    assert acted == await stored(house, game)


async def test_the_open_and_the_latest_game_are_found_by_seat(house: House) -> None:
    """By player and server: `latest` finds ended games too, `open_game` the one played on last."""

    async def look(player: int, guild: int) -> tuple[GameRecord | None, GameRecord | None]:
        def unit(conn: Connection) -> tuple[GameRecord | None, GameRecord | None]:
            return games.open_game(conn, player, guild), games.latest(conn, player, guild)

        return await house.store.read(unit)

    assert await look(ANN, CLUB) == (None, None)
    await house.play(new_game())
    ended = await house.play(new_game())
    assert await look(ANN, CLUB) == (None, ended)
    daily = await house.start(new_game(kind=Kind.DAILY, day=0))
    assert await look(ANN, CLUB) == (daily, daily)
    game = await house.start(new_game(now=1_500))
    await house.start(new_game(BEN))
    assert await look(ANN, CLUB) == (game, game)
    assert await look(ANN, 0) == (None, None)
    daily = await house.act(daily)
    assert await look(ANN, CLUB) == (daily, game)
    assert await house.store.read(lambda conn: games.at_hand(conn, ANN, CLUB)) == daily
    await house.act(daily, status=Status.GIVEN_UP)
    game = await house.act(game, status=Status.WON)
    assert await house.store.read(lambda conn: games.at_hand(conn, ANN, CLUB)) == game


async def test_the_open_game_in_another_place_is_found(house: House) -> None:
    """Of several the one that was started last; neither an ended game nor a daily, nor anybody else's."""

    async def elsewhere(player: int, guild: int) -> GameRecord | None:
        return await house.store.read(lambda conn: games.open_elsewhere(conn, player, guild))

    assert await elsewhere(ANN, CLUB) is None
    here = await house.start(new_game())
    await house.play(new_game(guild=PUB))
    await house.start(new_game(guild=PUB, kind=Kind.DAILY, day=0))
    await house.start(new_game(BEN, guild=PUB))
    assert (await elsewhere(ANN, CLUB), await elsewhere(ANN, PUB)) == (None, here)
    private = await house.start(new_game(guild=0))
    there = await house.start(new_game(guild=PUB))
    assert (await elsewhere(ANN, CLUB), await elsewhere(ANN, PUB)) == (there, private)


async def test_the_last_choices_and_the_name_of_a_player_are_remembered(house: House) -> None:
    """The next new game proposes them; the day of the first one, and what else they chose, stay."""
    await house.store.transact(lambda conn: players.set_locale(conn, ANN, "fi", now=1))
    await house.play(vegas(take_back=True, now=2))
    await house.start(new_game(guild=PUB, name="Ännä 🂡", now=3))
    await house.store.transact(lambda conn: players.set_look(conn, ANN, "dark", "star", now=4))
    player = await house.store.read(lambda conn: players.find(conn, ANN))
    assert player is not None
    assert (player.draw, player.scoring, player.take_back) == (1, "normal", None)
    assert (player.locale, player.theme, player.back, player.created_at) == ("fi", "dark", "star", 1)
    names = await house.store.read(
        lambda conn: conn.scalars(text("SELECT name FROM member ORDER BY guild_id")).all()
    )
    assert list(names) == ["Ann", "Ännä 🂡"]
    assert await house.store.read(lambda conn: players.find(conn, BEN)) is None


async def test_the_insert_itself_refuses_a_second_open_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where processes share a database, the look before the insert may miss the other's game."""

    def miss(*_: object) -> None:
        return None

    game = await house.start(vegas())
    monkeypatch.setattr(games, "_make_room", miss)
    with pytest.raises(GameAlreadyOpen) as caught:
        await house.start(vegas(deal=5))
    assert caught.value.record == game
    assert await house.balance(ANN) == STAKE


async def test_the_update_itself_refuses_an_older_revision(house: House) -> None:
    """Where processes share a database, the look before the update may be out of date."""
    seen = await house.start(new_game())
    now = await house.act(seen)
    with pytest.raises(StaleRevision) as caught:
        await house.store.transact(lambda conn: games._advance(conn, seen, seen.ended(Status.WON, 9)))
    assert caught.value.record == now
    assert await house.stats(ANN) == {}


async def test_practice_that_books_cannot_be_asked_for() -> None:
    """Practice games book nothing: the value itself refuses."""
    with pytest.raises(ValueError, match="practice"):
        vegas(practice=True)


async def test_a_game_asked_to_be_winnable_is_practice() -> None:
    """Its deal was chosen in a way, so that it never counts as ranked."""
    with pytest.raises(ValueError, match="practice"):
        new_game(winnable=True)
