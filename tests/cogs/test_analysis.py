"""Looking back at a game: the turning point by bisection, held against every position of real games."""

from __future__ import annotations

import asyncio
import math
import threading
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.analysis import Analyst, Retrospect, game_after, turning_point, winning_line
from cogs.compiled import Compiled, compiled_search
from cogs.faults import Busy, NotOver, Restarting, SearchMissing
from cogs.workbench import WORKERS, Halted, Workbench
from klondike import Deal, Game, Outcome, Rules
from tests.strategies import PRESETS, games, play_at_random

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from cogs.compiled import Solve

LOSABLE = Rules.preset(draw=3)


@pytest.fixture
async def bench() -> AsyncIterator[Workbench]:
    """Give a workbench."""
    bench = Workbench(wait=0.05)
    yield bench
    bench.close()


@pytest.fixture
async def compiled() -> Compiled:
    """Give compiled search, ready."""
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    compiled = compiled_search()
    await compiled.load()
    return compiled


def solver(compiled: Compiled) -> Solve:
    """Give the solver."""
    assert compiled.solve is not None
    return compiled.solve


def resigned(game: Game) -> Game:
    """Give a game up and give it back."""
    game.resign()
    return game


# The bisection


@given(st.data())
def test_the_turning_point_is_what_asking_everywhere_gives(data: st.DataObject) -> None:
    """Whatever can be decided and what not, in the middle and at the ends too."""
    last = data.draw(st.integers(0, 60))
    falls = data.draw(st.integers(0, last + 1))
    undecided = data.draw(st.sets(st.integers(0, last)))
    asked: list[int] = []

    def probe(place: int) -> bool | None:
        asked.append(place)
        return None if place in undecided else place < falls

    winnable, unwinnable = turning_point(probe, last)
    known = [place for place in range(last + 1) if place not in undecided]
    assert winnable == max((place for place in known if place < falls), default=None)
    assert unwinnable == min((place for place in known if place >= falls), default=None)
    assert len(asked) == len(set(asked))
    if not undecided:
        assert len(asked) <= 2 + math.ceil(math.log2(last + 1))


@pytest.mark.parametrize("last", [1, 2, 60])
def test_a_game_that_could_be_won_to_its_end_takes_two_questions(last: int) -> None:
    """The deal is asked first, then the end, which is decided most easily."""
    asked: list[int] = []

    def probe(place: int) -> bool:
        asked.append(place)
        return True

    assert turning_point(probe, last) == (last, None)
    assert asked == [0, last]


@given(st.integers(0, 60), st.data())
def test_what_is_told_when_the_time_is_up_is_still_true(last: int, data: st.DataObject) -> None:
    """A search that is cut short knows less and nothing wrong."""
    falls = data.draw(st.integers(0, last + 1))
    left = data.draw(st.integers(0, 8))

    def probe(place: int) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            raise TimeoutError
        return place < falls

    winnable, unwinnable = turning_point(probe, last)
    assert winnable is None or winnable < falls
    assert unwinnable is None or unwinnable >= falls


@pytest.mark.parametrize("number", range(4))
async def test_bisection_finds_what_the_solver_says_of_every_position(
    compiled: Compiled, number: int
) -> None:
    """On real games of every variant: winnability falls once, and it is found where."""
    solve = solver(compiled)
    chance = Random(number)
    turned = 0
    for rules in PRESETS:
        game = play_at_random(Game(Deal(chance.getrandbits(60)), rules), chance, 60)
        last = len(game.standing)
        verdicts = [decided(solve, game_after(game, place)) for place in range(last + 1)]
        won = [place for place, verdict in enumerate(verdicts) if verdict]
        lost = [place for place, verdict in enumerate(verdicts) if verdict is False]
        assert not won or not lost or won[-1] < lost[0]
        found = turning_point(verdicts.__getitem__, last)
        assert found == (max(won, default=None), min(lost, default=None))
        turned += bool(won) and bool(lost)
    assert turned


def decided(solve: Solve, game: Game) -> bool | None:
    """Tell whether a game can be won, as far as few positions show."""
    verdict = solve(game, max_states=20_000).verdict.value
    return {"winnable": True, "unwinnable": False}.get(verdict)


@given(games())
def test_what_stands_leads_to_the_same_position(game: Game) -> None:
    """Undone actions left out, a game's actions are those of the same board."""
    again = Game.replay(game.deal, game.rules, game.standing)
    assert len(game.standing) == game.moves == again.moves
    assert again._state.position == game._state.position
    assert (again.score, "u" in again.log.split()) == (game.score, False)


# The answer


async def test_a_won_game_was_winnable(compiled: Compiled, bench: Workbench) -> None:
    """Nothing is worked out for it."""
    game = Game(Deal(1), LOSABLE)
    for move in winning_line(game, solver(compiled), lambda: False):
        game.push(move)
    assert game.outcome() is Outcome.WON
    analyst = Analyst(compiled, bench, clock=lambda: 1 / 0)
    last = len(game.standing)
    assert await analyst.look_back(game) == Retrospect(Outcome.WON, last, last, None, deal_line=True)


@pytest.mark.parametrize(("number", "winnable"), [(1, 0), (0, None)])
async def test_a_game_given_up_at_once(
    compiled: Compiled, bench: Workbench, number: int, winnable: int | None
) -> None:
    """Its deal is all there is to tell of."""
    found = await Analyst(compiled, bench).look_back(resigned(Game(Deal(number), LOSABLE)))
    unwinnable = 0 if winnable is None else None
    assert found == Retrospect(Outcome.GIVEN_UP, 0, winnable, unwinnable, deal_line=winnable == 0)
    assert found.fatal is None


async def test_undone_actions_do_not_count(compiled: Compiled, bench: Workbench) -> None:
    """The move that lost the game is counted among those that stand; what was undone lost nothing."""
    game = play_at_random(Game(Deal(1), LOSABLE), Random(2), 80)
    assert len(game.standing) < game.ply
    found = await Analyst(compiled, bench).look_back(resigned(game))
    assert (found.winnable, found.unwinnable, found.fatal, found.deal_line) == (21, 22, 22, True)
    straight = Game.replay(game.deal, game.rules, game.standing)
    assert await Analyst(compiled, bench).look_back(resigned(straight)) == found


async def test_a_game_that_could_still_be_won_turned_nowhere(compiled: Compiled, bench: Workbench) -> None:
    """The same game, given up one move before the one that lost it."""
    game = game_after(play_at_random(Game(Deal(1), LOSABLE), Random(2), 80), 21)
    found = await Analyst(compiled, bench).look_back(resigned(game))
    assert found == Retrospect(Outcome.GIVEN_UP, 21, 21, None, deal_line=True)


async def test_an_open_game_is_never_solved(bench: Workbench) -> None:
    """Not a card of it reaches the solver (RULES.md section 5)."""
    compiled = Compiled()
    compiled.solve = lambda *_, **__: pytest.fail("solved")
    with pytest.raises(NotOver):
        await Analyst(compiled, bench).look_back(Game(Deal(1), LOSABLE))


async def test_no_time_is_no_answer(compiled: Compiled, bench: Workbench) -> None:
    """A machine that is too slow is told as such and nothing is made up."""
    hours = iter(range(0, 10**9, 3600))
    analyst = Analyst(compiled, bench, clock=lambda: float(next(hours)))
    found = await analyst.look_back(resigned(Game(Deal(1), LOSABLE)))
    assert found == Retrospect(Outcome.GIVEN_UP, 0, None, None, deal_line=False)


@pytest.mark.parametrize("loading", [True, False])
async def test_without_a_solver_there_is_no_answer(bench: Workbench, *, loading: bool) -> None:
    """It says whether there will be one."""
    compiled = Compiled(solver=lambda: pytest.fail("loaded")) if loading else Compiled()
    with pytest.raises(SearchMissing) as caught:
        await Analyst(compiled, bench).look_back(resigned(Game(Deal(1), LOSABLE)))
    assert caught.value.loading is loading


# Compiled search and the workbench


async def test_what_cannot_be_imported_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """Without numba the bot goes on, and nothing is loading any more."""

    def missing() -> Any:
        raise ModuleNotFoundError("No module named 'numba'")

    compiled = Compiled(missing, missing)
    assert compiled.loading
    await compiled.load()
    assert (compiled.loading, compiled.solve, compiled.new_searcher) == (False, None, None)
    assert "hints are simple ones only" in caplog.text
    await compiled.load()
    assert len(caplog.records) == 1


async def test_work_waits_for_its_turn_and_not_for_ever(bench: Workbench) -> None:
    """A few at once; whoever waits too long for their end is told so, and later there is room again."""
    release = threading.Event()
    begun = threading.Semaphore(0)

    def long(stop: Callable[[], bool]) -> str:
        begun.release()
        release.wait()
        return f"stopped: {stop()}"

    working = [asyncio.create_task(bench.run(long)) for _ in range(WORKERS)]
    for _ in working:
        await asyncio.to_thread(begun.acquire)
    with pytest.raises(Busy):
        await bench.run(lambda _: None)
    release.set()
    assert await asyncio.gather(*working) == ["stopped: False"] * WORKERS
    assert await bench.run(lambda _: 7) == 7


@pytest.mark.parametrize("notices", [True, False])
async def test_a_stop_breaks_work_off(bench: Workbench, *, notices: bool) -> None:
    """What was under way gives nothing, whether it noticed or not; and nothing new begins."""

    def work(stop: Callable[[], bool]) -> str:
        bench.halt()
        if notices and stop():
            raise Halted
        return "half of it"

    with pytest.raises(Restarting):
        await bench.run(work)
    with pytest.raises(Restarting):
        await bench.run(lambda _: pytest.fail("begun"))
