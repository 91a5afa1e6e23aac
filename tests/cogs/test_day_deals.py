"""The deal of each day: keyed, never ahead, proved where there is a solver, the same in every process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import cogs.day_deals as module
from cogs.compiled import Compiled
from cogs.day_deals import DayDeals, deal_number
from cogs.faults import Restarting
from cogs.workbench import Workbench
from data import daily
from data.daily import DayDeal
from data.periods import DAY_MS
from klondike import Deal, Game, Move, Outcome, Rules
from tests.winning import LINES, WON, Scripted, compiled_with

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.cogs.hall import Hall

DAY = 20788


@pytest.fixture
async def bench() -> AsyncIterator[Workbench]:
    """Give a workbench."""
    bench = Workbench()
    yield bench
    bench.close()


async def ready(solver: Any) -> Compiled:
    """Give compiled search with a solver, loaded."""
    compiled = compiled_with(solver)
    await compiled.load()
    return compiled


def test_numbers_depend_on_key_day_and_attempt() -> None:
    """Each has sixty bits and tells nothing of another one; the same three give the same number anywhere."""
    numbers = {
        deal_number(key, day, attempt)
        for key in ("a" * 16, "b" * 16)
        for day in range(DAY, DAY + 40)
        for attempt in range(10)
    }
    assert len(numbers) == 2 * 40 * 10
    assert all(0 <= number < 2**60 for number in numbers)
    assert max(numbers) > 2**59
    # HMAC-SHA256 of "2026-12-01:0", its first 60 bits; made with `openssl dgst -sha256 -hmac`.
    assert deal_number("a" * 16, DAY, 0) == 0x88B687303E93E7B


async def test_a_day_ahead_has_no_deal(hall: Hall, bench: Workbench) -> None:
    """Nobody learns tomorrow's deal, and nothing is stored of it."""
    hall.now = DAY * DAY_MS - 1
    deals = DayDeals(hall.sessions, Compiled(), bench, None)
    with pytest.raises(ValueError, match="has not begun"):
        await deals.of(DAY)
    assert await hall.store.read(lambda conn: daily.deal_of(conn, DAY)) is None
    hall.now += 1
    assert (await deals.of(DAY)).day == DAY


async def test_the_key_is_made_once(hall: Hall, bench: Workbench) -> None:
    """Another start has the same key, another installation another; one that is set comes first."""
    hall.now = (DAY + 2) * DAY_MS
    first = await DayDeals(hall.sessions, Compiled(), bench, None)._stored_key()
    assert await DayDeals(hall.sessions, Compiled(), bench, None)._stored_key() == first
    assert len(first) == 64
    assert (await DayDeals(hall.sessions, Compiled(), bench, None).of(DAY)).deal == deal_number(first, DAY, 0)
    chosen = DayDeals(hall.sessions, Compiled(), bench, "k" * 16)
    assert (await chosen.of(DAY + 1)).deal == deal_number("k" * 16, DAY + 1, 0)


async def test_two_processes_agree(hall: Hall, bench: Workbench) -> None:
    """Whatever the other one's key, its solver or the time that it took: the first that is stored stays."""
    hall.now = DAY * DAY_MS
    solver = Scripted()
    many = [DayDeals(hall.sessions, Compiled(), bench, None) for _ in range(3)]
    many.append(DayDeals(hall.sessions, Compiled(), bench, "another key, of another process"))
    found = await asyncio.gather(*(deals.of(DAY) for deals in many for _ in range(3)))
    assert len(set(found)) == 1
    assert await DayDeals(hall.sessions, await ready(solver), bench, None).of(DAY) == found[0]
    assert solver.asked == []


async def test_attempts_go_on_until_one_is_proved(
    hall: Hall, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under draw 3; the deal that was proved is the one that is kept, and many who ask have one search."""
    hall.now = DAY * DAY_MS
    monkeypatch.setattr(module, "deal_number", lambda _key, _day, attempt: (6, WON[1], WON[3])[attempt])
    solver = Scripted()
    deals = DayDeals(hall.sessions, await ready(solver), bench, None)
    made = await asyncio.gather(*(deals.of(DAY) for _ in range(5)))
    assert set(made) == {DayDeal(DAY, WON[3], proven=True)}
    assert solver.asked == [6, WON[1], WON[3]]


def test_a_line_with_draw_3_wins_with_draw_1() -> None:
    """Three single draws, at the end of the stock as many as are left, bring the same card."""
    three, one = (Game(Deal(WON[3]), Rules.preset(draw=draw)) for draw in (3, 1))
    for text in LINES[3].split():
        drawn = min(3, len(three.view.stock)) if text == "d" else 1
        three.push(Move.parse(text))
        for _ in range(drawn):
            one.push(Move.parse(text))
        assert (one.view.waste, one.view.columns) == (three.view.waste, three.view.columns)
    assert one.outcome() is three.outcome() is Outcome.WON


def test_a_line_that_turns_the_waste_over_does_too() -> None:
    """Also after a recycle and with an odd stock, the same card is on top after as many single draws."""
    three, one = (Game(Deal(6), Rules.preset(draw=draw)) for draw in (3, 1))
    for text in ["d", "wf", *["d"] * 8, "r", *["d"] * 8, "r", *["d"] * 8]:
        if Move.parse(text) not in three.legal_moves:
            continue
        drawn = min(3, len(three.view.stock)) if text == "d" else 1
        three.push(Move.parse(text))
        for _ in range(drawn):
            one.push(Move.parse(text))
        assert one.view.waste[-1:] == three.view.waste[-1:]
        assert len(one.view.stock) == len(three.view.stock)


@pytest.mark.parametrize("solver", ["slow", "broken"])
async def test_without_a_proof_in_time_the_first_attempt_is_dealt(
    hall: Hall, bench: Workbench, monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    """A solver that finds nothing, or fails, costs the proof and not the day."""
    monkeypatch.setattr(module, "PROOF_SECONDS", 0.05)

    def broken(*_: object, **__: object) -> None:
        raise MemoryError

    hall.now = DAY * DAY_MS
    scripted = Scripted()
    scripted.held.set()
    compiled = await ready(scripted if solver == "slow" else broken)
    made = await DayDeals(hall.sessions, compiled, bench, "k" * 16).of(DAY)
    assert made == DayDeal(DAY, deal_number("k" * 16, DAY, 0), proven=False)


async def test_a_stop_leaves_the_day_without_a_deal(hall: Hall, bench: Workbench) -> None:
    """The next start makes it; whoever waits is told."""
    hall.now = DAY * DAY_MS
    scripted = Scripted()
    scripted.held.set()
    asking = asyncio.create_task(DayDeals(hall.sessions, await ready(scripted), bench, None).of(DAY))
    while not scripted.asked:  # noqa: ASYNC110 - it runs in a thread
        await asyncio.sleep(0.001)
    bench.halt()
    with pytest.raises(Restarting):
        await asking
    assert await hall.store.read(lambda conn: daily.deal_of(conn, DAY)) is None


async def test_a_solver_that_is_made_ready_is_waited_for(hall: Hall, bench: Workbench) -> None:
    """Whoever asks right after a start does not cost the day its proof."""
    hall.now = DAY * DAY_MS
    compiled = compiled_with(Scripted())
    deals = DayDeals(hall.sessions, compiled, bench, None)
    asking = asyncio.create_task(deals._solver())
    await asyncio.sleep(0)
    assert not asking.done()
    await compiled.load()
    assert await asking is not None


async def test_the_real_solver_proves_a_day(hall: Hall, bench: Workbench) -> None:
    """With what the bot brings along, the deal of a day is proved."""
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    from klondike.search.solver import Verdict, prepare, solve  # noqa: PLC0415 - an extra

    prepare()
    hall.now = DAY * DAY_MS
    made = await DayDeals(hall.sessions, await ready(solve), bench, "k" * 16).of(DAY)
    assert made.proven
    assert solve(Deal(made.deal), Rules.preset(draw=1)).verdict is Verdict.WINNABLE
