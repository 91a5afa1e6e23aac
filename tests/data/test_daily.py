"""The daily deal in the store: one deal a day, one try, lists with fair ranks, streaks, one announcement."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event, text, update

from data import Kind, Status, daily, games, guilds, meta, schema
from data.daily import DayDeal, DayTry, Streak, streak_of
from data.errors import DayTried, DuplicateInteraction, GameAlreadyOpen
from data.periods import DAY_MS, GRACE_MS
from tests.data.house import ANN, BEN, CAT, CLUB, DAN, PUB, new_game

if TYPE_CHECKING:
    from data import GameRecord, NewGame
    from tests.data.house import House

DAY = 20788
NOON = DAY * DAY_MS + DAY_MS // 2


def a_try(player: int = ANN, guild: int = CLUB, day: int = DAY, **changes: Any) -> NewGame:
    """Give a new try of a day, or what `changes` make of it."""
    plain: dict[str, Any] = {"kind": Kind.DAILY, "day": day, "now": day * DAY_MS + 1, "rules": "D3N"}
    return new_game(player, guild, **{**plain, **changes})


async def begin(house: House, new: NewGame) -> GameRecord:
    """Start a game on a day's deal."""
    return await house.store.transact(lambda conn: daily.start(conn, new))


async def ended(house: House, player: int, day: int = DAY, guild: int = CLUB, **changes: Any) -> GameRecord:
    """Play a try to its end: won on its day with 100 points, 50 moves, a minute, or what `changes` make."""
    plain: dict[str, Any] = {
        "status": Status.WON,
        "score": 100,
        "moves": 50,
        "active_ms": 60_000,
        "now": day * DAY_MS + DAY_MS // 2,
    }
    return await house.act(await begin(house, a_try(player, guild, day)), **{**plain, **changes})


async def shown(house: House, reader: int = ANN, guild: int = CLUB, **changes: Any) -> daily.DayPage:
    """Read a page of a day's list."""
    given_: dict[str, Any] = {"size": 10, **changes}
    return await house.store.read(lambda conn: daily.page(conn, guild, DAY, reader, **given_))


async def test_a_day_has_one_deal(house: House) -> None:
    """The first that is kept stays, with all that belongs to it."""
    first, second = DayDeal(DAY, 2**60 - 1, proven=True), DayDeal(DAY, 7, proven=False)
    assert await house.store.read(lambda conn: daily.deal_of(conn, DAY)) is None
    assert await house.store.transact(lambda conn: daily.keep(conn, first, now=5)) == first
    assert await house.store.transact(lambda conn: daily.keep(conn, second, now=6)) == first
    assert await house.store.read(lambda conn: daily.deal_of(conn, DAY)) == first


async def test_the_days_around_are_those_with_a_deal(house: House) -> None:
    """Days that nobody asked for are passed over."""
    for day in (DAY - 5, DAY, DAY + 2):
        kept = DayDeal(day, day, proven=False)
        await house.store.transact(lambda conn, kept=kept: daily.keep(conn, kept, now=1))  # type: ignore[misc]
    found = [await house.store.read(lambda conn, at=at: daily.around(conn, at)) for at in (DAY, DAY + 2, 1)]  # type: ignore[misc]
    assert found == [(DAY - 5, DAY + 2), (DAY, None), (None, DAY - 5)]


async def test_what_was_put_first_under_a_key_is_kept(house: House) -> None:
    """However often something else is offered."""
    kept = [await house.store.transact(lambda conn, one=one: meta.keep(conn, "x", one)) for one in "abc"]  # type: ignore[misc]
    assert kept == ["a", "a", "a"]


async def test_one_try_over_all_places(house: House) -> None:
    """Open or ended, here or elsewhere, it is the only one of that day; of practice there may be more."""
    first = await begin(house, a_try(interaction=5))
    with pytest.raises(DayTried) as caught:
        await begin(house, a_try(guild=PUB))
    assert caught.value.record.id == first.id
    with pytest.raises(DuplicateInteraction):
        await begin(house, a_try(interaction=5))
    with pytest.raises(GameAlreadyOpen):
        await begin(house, a_try(day=DAY + 1))
    await begin(house, a_try(guild=PUB, practice=True))
    await house.act(first, status=Status.GIVEN_UP)
    with pytest.raises(DayTried):
        await begin(house, a_try())
    await begin(house, a_try(practice=True))
    await begin(house, a_try(BEN))
    tried = await house.store.read(lambda conn: daily.try_of(conn, ANN, DAY))
    assert tried is not None
    assert (tried.id, tried.status, tried.is_try) == (first.id, Status.GIVEN_UP, True)


async def test_many_at_once_start_one_try(house: House) -> None:
    """Whoever comes second is told of the first."""
    new = [a_try(guild=CLUB + number) for number in range(8)]
    found = await asyncio.gather(*(begin(house, one) for one in new), return_exceptions=True)
    assert [type(one) for one in found].count(DayTried) == 7


async def test_who_won_comes_first_then_score_moves_and_time(house: House) -> None:
    """Equals share a rank and the next one is left out; open tries come last, without figures that rank."""
    await ended(house, ANN, status=Status.GIVEN_UP, score=900)
    await ended(house, BEN, score=700, moves=120)
    await ended(house, CAT, score=700, moves=110, active_ms=70_000)
    await ended(house, DAN, score=700, moves=110, active_ms=60_000)
    await ended(house, 105, score=700, moves=110, active_ms=60_000)
    await ended(house, 106, score=999, assisted=True)
    await ended(house, 107, now=(DAY + 1) * DAY_MS + GRACE_MS)
    await begin(house, a_try(108))
    await begin(house, a_try(109, practice=True))
    await begin(house, a_try(110, day=DAY + 1))
    await begin(house, a_try(111, guild=PUB))
    page = await shown(house)
    assert [(row.discord_id, row.rank) for row in page.rows] == [
        *((DAN, 1), (105, 1), (CAT, 3), (BEN, 4)),
        *((106, 5), (ANN, 6), (107, None), (108, None)),
    ]
    assert [row.won for row in page.rows] == [True] * 4 + [False] * 4
    assert (page.ranked, page.players) == (6, 8)
    assert page.own == page.rows[5]


async def test_a_list_has_pages(house: House) -> None:
    """Beyond its ends are those ends; all find their own page, and nobody is left out or named twice."""
    for player in range(101, 124):
        await ended(house, player, score=player)
    pages = [await shown(house, number=number) for number in (0, 1, 2, 3, 9)]
    assert [page.number for page in pages] == [1, 1, 2, 3, 3]
    named = [row.discord_id for page in pages[1:4] for row in page.rows]
    assert named == list(range(123, 100, -1))
    own = await shown(house, 105, number=None)
    assert (own.number, own.own.rank if own.own else 0, own.pages) == (2, 19, 3)
    stranger = await shown(house, 999, number=None)
    assert (stranger.number, stranger.own) == (1, None)
    empty = await shown(house, guild=PUB)
    assert (empty.rows, empty.number, empty.pages, empty.players) == ((), 1, 1, 0)


async def test_who_is_not_listed_is_not_on_it(house: House) -> None:
    """Neither for others nor for themselves."""
    await ended(house, ANN)
    await ended(house, BEN)
    await house.store.transact(
        lambda conn: conn.execute(
            update(schema.member)
            .where(
                schema.member.c.player_id == 1,
            )
            .values(listed=False)
        )
    )
    page = await shown(house)
    assert ([row.discord_id for row in page.rows], page.own) == ([BEN], None)


async def test_the_first_try_settles_the_draw(house: House) -> None:
    """Without one it is what the server chose, else draw 1 and draw 3 in turn."""

    async def draws(guild: int = CLUB) -> list[int]:
        return [
            await house.store.read(lambda conn, day=day: daily.draw_of(conn, guild, day))  # type: ignore[misc]
            for day in (DAY, DAY + 1, DAY + 2)
        ]

    assert await draws() == [3, 1, 3]
    await house.store.transact(lambda conn: guilds.change(conn, CLUB, ANN, now=1, daily_draw=1))
    assert await draws() == [1, 1, 1]
    await begin(house, a_try(practice=True, rules="D3N"))
    assert await draws() == [1, 1, 1]
    await ended(house, BEN)
    assert await draws() == [3, 1, 1]
    assert (await draws(PUB), await draws(0)) == ([3, 1, 3], [3, 1, 3])


async def test_tries_are_found_by_their_indexes(house: House) -> None:
    """A server's list and a player's tries read no other game, however many there are."""
    asked: list[tuple[str, Any]] = []

    def plans(conn: Any) -> list[str]:
        event.listen(conn, "before_cursor_execute", lambda *given_: asked.append((given_[2], given_[3])))
        daily.tries_of(conn, ANN)
        daily.try_of(conn, ANN, DAY)
        daily.page(conn, CLUB, DAY, ANN, size=10)
        daily.draw_of(conn, CLUB, DAY)
        found = []
        for statement, values in tuple(asked):
            plan = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            found += [row.detail for row in plan]
        return found

    plan = await house.store.read(plans)
    games_read = [step for step in plan if step.startswith(("SCAN game", "SEARCH game"))]
    assert len(games_read) >= 4
    assert all("uq_game_daily_try" in step or "ix_game_daily" in step for step in games_read), games_read


# Streaks


def at(day: int, hour: float = 12) -> int:
    """Give a moment of a day in milliseconds UTC."""
    return int(day * DAY_MS + hour * DAY_MS / 24)


WIN, LOSS, OPEN = (True, False), (False, False), (False, True)


@pytest.mark.parametrize(
    ("days", "now", "streak"),
    [
        ({}, at(DAY), (0, 0)),
        ({0: WIN}, at(DAY), (1, 1)),
        ({-1: WIN}, at(DAY), (1, 1)),
        ({-2: WIN}, at(DAY), (0, 1)),
        ({-1: WIN, 0: WIN}, at(DAY), (2, 2)),
        ({-1: WIN, 0: LOSS}, at(DAY), (0, 1)),
        ({-1: WIN, 0: OPEN}, at(DAY), (1, 1)),
        ({-3: WIN, -2: WIN, 0: WIN}, at(DAY), (1, 2)),
        ({-2: WIN, -1: OPEN}, at(DAY, 0.5), (1, 1)),
        ({-2: WIN, -1: OPEN, 0: WIN}, at(DAY, 0.5), (1, 1)),
        ({-2: WIN, -1: OPEN}, at(DAY, 1), (0, 1)),
        ({-2: WIN, -1: OPEN, 0: OPEN}, at(DAY, 0.5), (1, 1)),
        ({-2: WIN, -1: LOSS}, at(DAY, 0.5), (0, 1)),
    ],
)
def test_a_streak_is_of_days_in_a_row(
    days: dict[int, tuple[bool, bool]], now: int, streak: tuple[int, int]
) -> None:
    """A day that can still be won, today or in the hour after it, breaks none; a lost or missed one does."""
    tries = [DayTry(DAY + day, won=won, is_open=is_open) for day, (won, is_open) in days.items()]
    assert streak_of(tries, now) == Streak(*streak)


@given(st.sets(st.integers(DAY - 12, DAY)), st.booleans())
def test_streaks_are_those_that_counting_gives(won: set[int], lost_today: bool) -> None:  # noqa: FBT001
    """The best is the longest run; the current one ends today, or yesterday while today is open."""
    tries = [DayTry(day, won=True, is_open=False) for day in won]
    if lost_today and DAY not in won:
        tries.append(DayTry(DAY, won=False, is_open=False))
    line = "".join("x" if day in won else "." for day in range(DAY - 12, DAY + 1))
    runs = line.split(".")
    current = len(runs[-1])
    if not current and not lost_today:
        current = len(line[:-1].split(".")[-1])
    assert streak_of(tries, at(DAY)) == Streak(current, max(map(len, runs)))


async def test_only_wins_in_time_and_without_help_make_a_streak(house: House) -> None:
    """In whichever places; practice and free games make none."""
    await ended(house, ANN, DAY - 3, assisted=True)
    await ended(house, ANN, DAY - 2, PUB, now=(DAY - 1) * DAY_MS + GRACE_MS - 1)
    await ended(house, ANN, DAY - 1, guild=0)
    await ended(house, ANN, DAY, now=(DAY + 1) * DAY_MS + GRACE_MS)
    await house.play(new_game(), won=True, score=1)
    tries = await house.store.read(lambda conn: daily.tries_of(conn, ANN))
    assert [(one.day - DAY, one.won) for one in tries] == [(-3, False), (-2, True), (-1, True), (0, False)]
    assert streak_of(tries, at(DAY, 23)) == Streak(0, 2)


# Announcements


async def test_a_day_is_announced_once(house: House) -> None:
    """Many that want to at once: one does; the next day again, and no day before."""
    await house.store.transact(lambda conn: guilds.change(conn, CLUB, ANN, now=1, daily_channel=5))
    await house.store.transact(lambda conn: guilds.change(conn, PUB, ANN, now=1, draw=3))

    async def claims(day: int) -> list[bool]:
        return await asyncio.gather(
            *(house.store.transact(lambda conn: daily.claim(conn, CLUB, day)) for _ in range(5))
        )

    waiting = await house.store.read(lambda conn: daily.to_announce(conn, DAY))
    assert [(guild, settings.daily_channel) for guild, settings in waiting] == [(CLUB, 5)]
    assert sorted(await claims(DAY)) == [False] * 4 + [True]
    assert await house.store.read(lambda conn: daily.to_announce(conn, DAY)) == []
    assert not any(await claims(DAY - 1))
    assert sorted(await claims(DAY + 1)) == [False] * 4 + [True]
    assert not await house.store.transact(lambda conn: daily.claim(conn, 12345, DAY))


async def test_lists_hold_what_the_index_says(house: House) -> None:
    """A second try that got past everything else is refused by the database itself."""
    await ended(house, ANN)
    with pytest.raises(Exception, match="UNIQUE"):
        await house.store.transact(lambda conn: games.start(conn, a_try(guild=PUB)))
    assert await house.store.read(lambda conn: conn.scalar(text("SELECT count(*) FROM game"))) == 1
