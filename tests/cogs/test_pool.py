"""The thread that keeps winnable deals ready: what it fills, whom it serves first, and how it stops."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from cogs import pool as module
from cogs.choices import Choice
from cogs.compiled import Compiled, compiled_search
from cogs.faults import NoSolver, NoWinnableDeal, Restarting
from cogs.pool import CLASSES, READY, Pool
from cogs.winnable import wins
from data import pool
from klondike import Deal, Move, Rules
from tests.cogs.hall import ANN, BEN, Hall, seat
from tests.strategies import PRESETS
from tests.winning import LINES, WON, Answer, Scripted, compiled_with

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from cogs.sessions import Turn

NORMAL, VEGAS3 = Rules.preset(), Rules.parse("D3V")
PATIENCE = 20.0
"""Seconds that a test waits for what must come."""


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it search without pauses, and keep one deal of each class where the test knows no more."""
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(module, "READY", 1)


@asynccontextmanager
async def filled_by(hall: Hall, solver: Any) -> AsyncIterator[Pool]:
    """Give a pool with a solver; its thread has ended when the test leaves it."""
    compiled = compiled_with(solver)
    await compiled.load()
    made = Pool(hall.sessions, compiled)
    made.begin()
    try:
        yield made
    finally:
        await made.close()
        assert not [one for one in threading.enumerate() if one.name.startswith("pool")]


async def counts(hall: Hall) -> dict[str, int]:
    """Count what lies in the pool."""
    return await hall.store.read(pool.counts)


async def until_full(hall: Hall, each: int = 1) -> None:
    """Wait until there are so many deals of each class."""
    async with asyncio.timeout(PATIENCE):
        while await counts(hall) != {rules.winning_class: each for rules in CLASSES}:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.005)


async def start(made: Pool, player: int = ANN, rules: Rules = NORMAL, **changes: Any) -> Turn:
    """Start a winnable game through the pool."""
    choice = Choice(rules=rules, winnable=True)
    return await made.start(seat(player), choice, **{"interaction": player, **changes})


def offer(hall: Hall, *deals: int, times: int = 1) -> None:
    """Let these deals be the next random ones."""
    hall.deals.extend(deals * times)


def test_the_classes_are_those_of_all_rules() -> None:
    """Whatever rules can be asked for, deals are kept for them."""
    assert sorted(rules.winning_class for rules in CLASSES) == sorted({one.winning_class for one in PRESETS})


async def test_the_real_solver_fills_every_class(hall: Hall) -> None:
    """What it puts there is won by its line under every rules of its class."""
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    offer(hall, *range(1000, 3000))
    compiled = compiled_search()
    await compiled.load()
    async with filled_by(hall, compiled.solve):
        await until_full(hall)
    for one in await hall.store.read(pool.everything):
        for rules in (rules for rules in PRESETS if rules.winning_class == one.rules_class):
            assert wins(Deal(one.deal), rules, one.line)


async def test_it_rests_when_it_is_full_and_wakes_when_a_deal_is_taken(hall: Hall) -> None:
    """Lost deals are dropped, each class gets its share, and a start makes it search again."""
    offer(hall, 6, WON[1], WON[3], times=40)
    solver = Scripted()
    async with filled_by(hall, solver) as made:
        await until_full(hall)
        searches = len(solver.asked)
        await asyncio.sleep(0.05)
        assert len(solver.asked) == searches
        assert (await start(made)).record.deal == WON[1]
        await until_full(hall)
        assert len(solver.asked) > searches


async def test_it_keeps_several_of_each_class() -> None:
    """A few players may ask at once."""
    assert READY > 1


async def test_a_player_who_waits_comes_first(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty pool the thread searches for whoever asks, without pauses; that deal lies in no pool."""
    monkeypatch.setattr(module, "READY", 0)
    monkeypatch.setattr(module, "PAUSE_SECONDS", PATIENCE)
    async with filled_by(hall, Scripted()) as made:
        offer(hall, 6, 6, 6, WON[1])
        turn = await start(made)
        assert (turn.record.deal, turn.record.winnable) == (WON[1], True)
        assert await counts(hall) == {}


async def test_players_who_wait_get_deals_of_their_own(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two classes at once are searched in turn, and each player's deal is one for the rules asked for."""
    monkeypatch.setattr(module, "READY", 0)
    async with filled_by(hall, Scripted()) as made:
        offer(hall, WON[3], 6, WON[1], times=50)
        normal, vegas = await asyncio.gather(start(made, ANN), start(made, BEN, VEGAS3))
        assert (normal.record.deal, vegas.record.deal) == (WON[1], WON[3])
        assert vegas.record.buy_in is None


async def test_nobody_waits_for_another_players_luck(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked for rules under which nothing turns up does not hold up those who asked for others."""
    monkeypatch.setattr(module, "READY", 0)
    solver = Scripted()
    solver.held.set()
    async with filled_by(hall, solver) as made:
        lucky = asyncio.create_task(start(made, ANN))
        await until(lambda: solver.asked)
        unlucky = asyncio.create_task(start(made, BEN, VEGAS3))
        await until(lambda: len(made._waiting) > 1)
        offer(hall, WON[1], times=200)
        solver.held.clear()
        assert (await lucky).record.deal == WON[1]
        unlucky.cancel()
        await asyncio.wait({unlucky})


async def test_a_search_has_a_time_limit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """When nothing turns up in time the start is refused, and the game to be replaced goes on."""
    monkeypatch.setattr(module, "SEARCH_SECONDS", 0.05)
    old = await hall.start()
    async with filled_by(hall, Scripted()) as made:
        with pytest.raises(NoWinnableDeal):
            await start(made, replaces=old.record.id, revision=0)
    assert (await hall.sessions.current(seat())).record == old.record


async def test_a_line_that_the_engine_refuses_is_no_proof(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the solver says, nothing goes out that its line does not win."""
    monkeypatch.setattr(module, "SEARCH_SECONDS", 0.1)

    def confident(*_: object, **__: object) -> Answer:
        return Answer((Move.parse("d"),))

    async with filled_by(hall, confident) as made:
        with pytest.raises(NoWinnableDeal):
            await start(made)
        assert await counts(hall) == {}


async def test_without_a_solver_what_is_there_is_dealt(hall: Hall) -> None:
    """Then a start is refused, whether none was wanted or it is not installed."""

    def missing() -> Any:
        raise ImportError("no numba")

    for compiled in (Compiled(), Compiled(solver=missing)):
        await compiled.load()
        made = Pool(hall.sessions, compiled)
        made.begin()
        await hall.store.transact(lambda conn: pool.add(conn, NORMAL.winning_class, WON[1], LINES[1], now=5))
        turn = await start(made)
        with pytest.raises(NoSolver):
            await start(made, BEN)
        await hall.sessions.resign(turn.record.id, ANN)
        await made.close()


async def test_while_it_compiles_a_start_is_refused_at_once(hall: Hall) -> None:
    """The solver is not there yet; it will be, and says so. A stop does not wait for it."""
    go = threading.Event()

    def compile_for_long() -> Any:
        go.wait(PATIENCE)
        return Scripted()

    compiled = Compiled(solver=compile_for_long)
    made = Pool(hall.sessions, compiled)
    loading = asyncio.create_task(compiled.load())
    await asyncio.sleep(0)
    with pytest.raises(NoWinnableDeal):
        await start(made)
    await made.close()
    go.set()
    await loading
    made.begin()
    assert made._filling is None
    with pytest.raises(Restarting):
        await start(made)


async def test_a_stop_ends_the_search_and_tells_who_waits(hall: Hall) -> None:
    """The search under way is stopped, not waited for."""
    solver = Scripted()
    solver.held.set()
    async with filled_by(hall, solver) as made:
        await until(lambda: solver.asked)
        waiting = asyncio.create_task(start(made))
        await until(lambda: made._waiting)
        await made.close()
        with pytest.raises(Restarting):
            await waiting
    assert await counts(hall) == {}
    assert await hall.sessions.glance(seat()) is None


async def test_a_failing_store_is_told_once_and_tried_again(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    """It goes on by itself when the store is back."""
    offer(hall, WON[1], WON[3], times=100)
    await hall.store.transact(lambda conn: conn.execute(text("ALTER TABLE pool RENAME TO away")))
    with caplog.at_level(logging.INFO):
        async with filled_by(hall, Scripted()):
            await until(lambda: caplog.records)
            await asyncio.sleep(0.1)
            await hall.store.transact(lambda conn: conn.execute(text("ALTER TABLE away RENAME TO pool")))
            await until_full(hall)
    assert [one.levelname for one in caplog.records if one.name == "cogs.pool"] == ["WARNING"]


async def test_what_an_older_program_left_is_thrown_out(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that their line no longer wins, and those of a class that there is no longer."""
    monkeypatch.setattr(module, "READY", 0)
    await hall.store.transact(lambda conn: pool.add(conn, "D1-all-back", 6, LINES[1], now=5))
    await hall.store.transact(lambda conn: pool.add(conn, "D9", WON[1], LINES[1], now=5))
    await hall.store.transact(lambda conn: pool.add(conn, "D1-all-back", WON[1], LINES[1], now=5))
    async with filled_by(hall, Scripted()):
        async with asyncio.timeout(PATIENCE):
            while len(left := await hall.store.read(pool.everything)) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert [(one.rules_class, one.deal) for one in left] == [("D1-all-back", WON[1])]


async def test_a_game_that_need_not_be_winnable_is_a_plain_start(hall: Hall) -> None:
    """It is ranked and takes nothing from the pool."""
    await hall.store.transact(lambda conn: pool.add(conn, "D1-all-back", WON[1], LINES[1], now=5))
    made = Pool(hall.sessions, Compiled())
    turn = await made.start(seat(), Choice(rules=NORMAL), interaction=1)
    assert (turn.record.deal, turn.record.practice) == (6, False)
    assert await counts(hall) == {"D1-all-back": 1}
    await made.close()
