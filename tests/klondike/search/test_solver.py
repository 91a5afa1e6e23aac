"""What the solver answers, and how it is stopped."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import pytest

pytest.importorskip("numba", reason="the extra `search` is not installed")

from klondike import Deal, Game, Move, Outcome, Rules
from klondike.moves import COLUMNS
from klondike.position import ALL_HOME, Column, Position
from klondike.search import SolverError, Verdict, solve
from klondike.search import solver as solver_module
from klondike.search.solver import Search, prepare
from tests.klondike.search.exhaustive import laid_out, variant

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL_RULES: Final = (
    Rules.preset(draw=1),
    Rules.preset(draw=3),
    Rules.preset(draw=1, scoring="vegas"),
    Rules.preset(draw=3, scoring="vegas"),
    Rules.preset(draw=1, scoring="traditional"),
    Rules.preset(draw=3, scoring="traditional"),
    Rules.preset(draw=3, scoring="traditional", takeback=True),
)
HARD: Final = Deal(1_000_066)
"""Not decided within a few thousand positions with one pass and draw 1."""
HARDER: Final = Deal(3_000_000_039)
"""Not decided within a second with unlimited passes and draw 3."""
ONE_PASS: Final = variant(1, 1, take_back=True)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    prepare()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_line_wins_the_game(rules: Rules) -> None:
    """Every move of a line is accepted by a game under the same rules, and the last one wins it."""
    won = 0
    for number in range(40):
        solution = solve(Deal(number), rules, max_states=100_000)
        if solution.verdict is Verdict.WINNABLE:
            game = Game(Deal(number), rules)
            for move in solution.line:
                assert game.outcome() is None
                game.push(move)
            assert game.outcome() is Outcome.WON
            won += 1
        else:
            assert solution.line == ()
    assert won


def test_a_game_is_solved_as_it_stands() -> None:
    """The line goes on from the present position of a game, also in the middle of a pass."""
    deal, rules = Deal(6), Rules.preset(draw=3)
    line = solve(deal, rules).line
    for played in (0, 1, 2, 5, 20, len(line) // 2, len(line) - 1):
        game = Game(deal, rules)
        for move in line[:played]:
            game.push(move)
        solution = solve(game)
        assert solution.verdict is Verdict.WINNABLE
        for move in solution.line:
            game.push(move)
        assert game.outcome() is Outcome.WON


def test_the_passes_that_a_game_has_used_count() -> None:
    """What is winnable in a first pass is lost when the only pass has gone by."""
    deal = next(deal for deal in map(Deal, range(99)) if solve(deal, ONE_PASS).verdict is Verdict.WINNABLE)
    game = Game(deal, Rules.preset(draw=1, scoring="vegas"))
    assert solve(game).verdict is Verdict.WINNABLE
    while Move.parse("d") in game.legal_moves:
        game.push(Move.parse("d"))
    assert solve(game).verdict is Verdict.UNWINNABLE


def test_a_won_position_needs_no_move() -> None:
    """All cards home is winnable with an empty line."""
    position = Position((Column((), ()),) * COLUMNS, (), foundations=ALL_HOME)
    solution = solve(position, Rules.preset())
    assert solution.verdict is Verdict.WINNABLE
    assert solution.line == ()


def test_what_covers_the_last_ace_decides() -> None:
    """A king on it goes to an empty column; a queen has no place while the only king waits behind it."""
    rules = variant(1, 1, take_back=False)
    under_king = laid_out("as | ks", stock="2s 3s 4s 5s 6s 7s 8s 9s ts js qs", foundations=(0, 13, 13, 13))
    under_queen = laid_out("as | qs", stock="2s 3s 4s 5s 6s 7s 8s 9s ts js ks", foundations=(0, 13, 13, 13))
    assert solve(under_king, rules).verdict is Verdict.WINNABLE
    assert solve(under_queen, rules).verdict is Verdict.UNWINNABLE


def test_rules_are_given_once() -> None:
    """A deal needs rules and a game has them; more passes than the solver can count are refused."""
    with pytest.raises(ValueError, match="needs rules"):
        solve(Deal(1))
    with pytest.raises(ValueError, match="own rules"):
        solve(Game(Deal(1), Rules.preset()), Rules.preset())
    with pytest.raises(ValueError, match="passes"):
        solve(Deal(1), variant(1, 5, take_back=True))
    with pytest.raises(ValueError, match="draw"):
        solve(Deal(1), variant(2, None, take_back=True))
    assert solve(Deal(1), variant(1, 4, take_back=True), max_states=10).states > 0


def test_a_budget_of_positions_is_kept() -> None:
    """The search looks at no more positions than it may, and then knows nothing."""
    for budget in (1, 100, 20_000):
        solution = solve(HARD, ONE_PASS, max_states=budget)
        assert solution.verdict is Verdict.UNKNOWN
        assert solution.states == budget


def test_a_time_is_kept_by_the_clock_that_is_given() -> None:
    """The search ends at the first look at a clock that has passed the end."""
    ticks: Iterator[int] = iter(range(1000))
    solution = solve(HARD, ONE_PASS, seconds=3, clock=lambda: float(next(ticks)))
    assert solution.verdict is Verdict.UNKNOWN
    assert next(ticks) == 4
    assert 1 < solution.states <= 2 * solver_module.SLICE + 1


def test_a_search_in_a_thread_is_stopped_from_outside() -> None:
    """Another thread goes on while a search runs, and its flag ends it."""
    flag, found = threading.Event(), []

    def search() -> None:
        found.append(solve(HARDER, variant(3, None, take_back=True), max_states=10**12, stop=flag.is_set))

    thread = threading.Thread(target=search)
    thread.start()
    flag.set()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert found[0].verdict is Verdict.UNKNOWN


def test_a_search_can_be_run_on() -> None:
    """A search in two parts looks at the same positions as one in a piece."""
    rules = Rules.preset(draw=3)
    whole = solve(Deal(12), rules)
    parts = Search(Position.start(Deal(12).cards), rules)
    while parts.run(parts.states + 50, lambda: False) is Verdict.UNKNOWN:
        pass
    assert parts.line() == whole.line
    assert parts.states == whole.states


def test_a_growing_table_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same positions are looked at whether the table starts small or large."""
    deal = next(
        deal
        for deal in map(Deal, range(99))
        if solve(deal, ONE_PASS, max_states=200_000).states in range(30_000, 200_000)
    )
    small = solve(deal, ONE_PASS)
    monkeypatch.setattr(solver_module, "FIRST_TABLE", 1 << 20)
    assert solve(deal, ONE_PASS) == small


def test_a_full_table_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """When no more positions can be kept the verdict is unknown."""
    monkeypatch.setattr(solver_module, "TABLE_BYTES", solver_module.FIRST_TABLE * 8)
    solution = solve(HARD, ONE_PASS)
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.states < solver_module.MAX_STATES


def test_a_path_that_was_cut_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that left a position out for the length of its path never says unwinnable."""
    lost = next(deal for deal in map(Deal, range(99)) if solve(deal, ONE_PASS).verdict is Verdict.UNWINNABLE)
    monkeypatch.setattr(solver_module, "LEVELS", 3)
    assert solve(lost, ONE_PASS).verdict is Verdict.UNKNOWN


def test_a_line_that_the_engine_refuses_is_an_error() -> None:
    """Neither an illegal move nor a line that stops short is believed."""
    start, rules = Position.start(Deal(6).cards), Rules.preset()
    for line in ([(Move.parse("r"), 1)], [(Move.parse("d"), 25)], [(Move.parse("d"), 24)], []):
        with pytest.raises(SolverError):
            solver_module._check_win(start, rules, line)
