"""Challenges, the history of a player, and games that go on where others ended."""

from __future__ import annotations

from functools import partial

import pytest

from data import GameAlreadyOpen, GameNotOpen, Kind, NewGame, Status, UnknownGame, challenges, games, schema
from data.periods import DAY_MS, day_of, day_over
from tests.data.house import ANN, BEN, CAT, CLUB, PUB, House, new_game


async def challenge(house: House) -> challenges.Challenge:
    """Let Ann challenge Ben to the deal of a game of hers."""
    source = await house.play(new_game())
    return await house.store.transact(lambda conn: challenges.create(conn, source.id, ANN, BEN, 7))


async def begin(house: House, number: int, new: NewGame) -> int:
    """Start somebody's game of a challenge, and give its number."""
    return (await house.store.transact(lambda conn: challenges.start(conn, number, new))).id


async def test_each_plays_a_challenge_once(house: House) -> None:
    """While it is played, and afterwards, no second game of it begins; nobody else plays it."""
    made = await challenge(house)
    game = await begin(house, made.id, new_game(BEN, practice=True))
    with pytest.raises(GameAlreadyOpen) as open_:
        await begin(house, made.id, new_game(BEN, practice=True, replaces=game))
    assert open_.value.record.id == game
    await house.act(open_.value.record, status=Status.GIVEN_UP)
    with pytest.raises(GameNotOpen):
        await begin(house, made.id, new_game(BEN, practice=True))
    for number, player in ((made.id, CAT), (made.id + 1, ANN)):
        with pytest.raises(UnknownGame):
            await begin(house, number, new_game(player, practice=True))
    other = await begin(house, made.id, new_game(ANN, practice=True))
    found = await house.store.read(lambda conn: challenges.by_game(conn, game))
    assert found is not None
    assert found.games == {ANN: other, BEN: game}
    assert await house.problems() == []


async def test_results_that_are_not_shown_are_pending(house: House) -> None:
    """From the end of the first game until its message tells it, and again for the second."""
    made = await challenge(house)

    async def pending() -> list[int]:
        return [one.id for one in await house.store.read(challenges.pending)]

    await house.store.transact(lambda conn: challenges.place(conn, made.id, 31, 32))
    for shown, player in enumerate((BEN, ANN), start=1):
        game = await begin(house, made.id, new_game(player, practice=True))
        assert await pending() == []
        record = await house.store.read(partial(games.by_id, game_id=game))
        assert record is not None
        await house.act(record, status=Status.WON)
        assert await pending() == [made.id]
        await house.store.transact(partial(challenges.show, challenge_id=made.id, results=shown))
        assert await pending() == []


async def test_a_history_holds_ended_games_of_all_kinds(house: House) -> None:
    """The newest first, of one player in one place; pages beyond an end are the one at that end."""
    ids = [(await house.play(new_game(practice=number % 2 == 0))).id for number in range(5)]
    daily = await house.play(new_game(kind=Kind.DAILY, day=3))
    closed = await house.start(new_game())
    await house.store.transact(lambda conn: games.close_by_update(conn, closed.id, 5))
    await house.start(new_game())
    await house.play(new_game(BEN))
    await house.play(new_game(guild=PUB))

    async def page(number: int) -> tuple[list[int], int, int, int]:
        found = await house.store.read(lambda conn: games.history(conn, ANN, CLUB, size=3, number=number))
        return [record.id for record in found.rows], found.number, found.pages, found.games

    newest = [closed.id, daily.id, *reversed(ids)]
    assert await page(1) == (newest[:3], 1, 3, 7)
    assert await page(0) == await page(1)
    assert await page(3) == await page(99) == (newest[6:], 3, 3, 7)
    nobody = await house.store.read(lambda conn: games.history(conn, CAT, CLUB, size=3, number=1))
    assert (nobody.rows, nobody.number, nobody.pages, nobody.games) == ((), 1, 1, 0)


async def test_a_game_goes_on_where_another_ended(house: House) -> None:
    """It is practice and begins with that one's log; any other begins with its deal."""
    record = await house.start(new_game(practice=True, log="d d u", ply=3, moves=1, score=5, assisted=True))
    stored = (record.log, record.ply, record.moves, record.score, record.assisted)
    assert stored == ("d d u", 3, 1, 5, True)
    assert (record.revision, record.practice, record.books) == (0, True, False)
    with pytest.raises(ValueError, match="practice"):
        new_game(log="d")
    assert await house.problems() == []


async def test_a_deal_is_contested_by_days_and_races_alone(house: House) -> None:
    """Somebody's open game of it is no contest."""
    await house.start(new_game(deal=5))

    async def contested(now: int) -> bool:
        return await house.store.read(lambda conn: games.is_contested(conn, 5, now))

    assert not await contested(0)
    now = 20_000 * DAY_MS
    day = day_of(now)
    row = {"day": day, "deal": 5, "proven": False, "made_at": 0}
    await house.store.transact(lambda conn: conn.execute(schema.daily.insert().values(row)).rowcount)
    assert await contested(now)
    assert await contested(day_over(day) - 1)
    assert not await contested(day_over(day))
