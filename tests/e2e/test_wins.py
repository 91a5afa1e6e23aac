"""Whole games won through the bot, by every way of playing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from klondike import DealCode, Game, Outcome
from tests.e2e.hands import Hands, Way
from tests.e2e.reading import action_of, board_after, game_of, labels
from tests.shared_data import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from klondike import Rules
    from tests.e2e.house import House

GOLDEN: Final = Path(__file__).parents[1] / "klondike" / "golden" / "golden_logs.json"
SLIPS_EVERY: Final = 6
"""So often a won line is played with an action undone and played again, where that is no help."""


@dataclass(frozen=True)
class Win:
    """A game that was won: the deal, the rules and every action."""

    code: DealCode
    tokens: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game as the engine knows it at the end."""
        return Game.replay(self.code.deal, self.code.rules, self.tokens)

    @property
    def options(self) -> dict[str, Any]:
        """The options of `/klondike new` for its rules."""
        rules = self.code.rules
        options: dict[str, Any] = {"draw": rules.draw, "scoring": rules.scoring.value}
        return options | ({"takeback": True} if rules.letter == "B" else {})


def with_slips(win: Win) -> Win:
    """Add an undo and a redo wherever they are no help, now and then: no help, no other score."""
    game = Game(win.code.deal, win.code.rules)
    tokens: list[str] = []
    for number, token in enumerate(win.tokens):
        tokens.append(token)
        if number % SLIPS_EVERY == 0 and is_no_help(win.code, tokens):
            tokens += ["u", "redo"]
    assert game.outcome() is None
    return Win(win.code, tuple(tokens))


def is_no_help(code: DealCode, tokens: Sequence[str]) -> bool:
    """Tell whether the last action can be undone without help."""
    game = Game.replay(code.deal, code.rules, tokens)
    return game.outcome() is None and bool(game.undo()) and not game.assisted


def golden(code: str) -> Win:
    """Give a recorded game; asking for help is left out, since the hands only play."""
    games: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))
    log = next(one["log"] for one in games if one["code"] == code)
    return Win(DealCode.parse(code), tuple(token for token in log.split() if token not in {"code", "hint"}))


def solved(code: str) -> Win:
    """Give a game that the solver beside the repository has won, with a few slips."""
    lines = (SHARED / "solver" / "wins.jsonl").read_text("utf-8").splitlines()
    line = next(one["line"] for one in map(json.loads, lines) if one["code"] == code)
    return with_slips(Win(DealCode.parse(code), tuple(line.split())))


def listed(rules: Rules, score: int) -> str:
    """Write a score as boards list it."""
    return {"V": f"+${score}", "T": f"{score}/52", "B": f"{score}/52"}.get(rules.letter, str(score))


async def play_and_check(house: House, win: Win) -> None:
    """Win a game by every way, and look at all that should know of it."""
    expected = win.game
    assert expected.outcome() is Outcome.WON
    assert win.code.deal.number is not None
    await house.deal(number=win.code.deal.number, **win.options)
    hands = Hands(house.alice)
    await hands.play(win.tokens)
    assert {way for _, way in hands.used} == set(Way)
    assert hands.unused() == set()
    await check_the_board(house, win, expected)
    await check_the_records(house, win, expected)
    await check_play_again(house)


async def check_the_board(house: House, win: Win, expected: Game) -> None:
    """Read on the last board that and how the game was won."""
    board = house.board
    turn = await house.turn(board)
    assert (turn.record.status.value, turn.record.log) == ("won", expected.log)
    assert (turn.record.score, turn.record.assisted) == (expected.score, expected.assisted)
    assert f"Final score: **{listed(win.code.rules, expected.score)}**" in board.text
    assert f"Won in {expected.moves} moves" in board.text
    assert (game_of(board), action_of(board)) == (1, expected.ply)
    assert (labels(board), board.selects) == (["Play again", "Replay", "Result card"], [])
    assert "K♠ K♥ K♦ K♣" in (board.alt or "")
    assert len(board.media) == 1


async def check_the_records(house: House, win: Win, expected: Game) -> None:
    """Find one win, with its score, on leaderboard, figures and bankroll."""
    rules = win.code.rules
    games = "assisted" if expected.assisted else "clean"
    asked = {"draw": rules.draw, "scoring": rules.letter, "games": games}
    wins = await house.bob.slash("/klondike leaderboard", board="wins", **asked)
    assert "Alice\u2069 — **1** (1 won of 1)" in wins.text
    best = await house.alice.slash("/klondike leaderboard", board="score", **asked)
    assert f"**{listed(rules, expected.score)}** (1 won of 1)" in best.text
    stats = await house.alice.slash("/klondike stats")
    assert "Ranked games: 1 played, 1 won" in stats.text
    (menu,) = stats.shown.selects
    await house.alice.select(stats.shown, str(menu.choices[1].value))  # the only list besides all of them
    assert f"Best score {listed(rules, expected.score)}" in stats.shown.text
    if rules.letter == "V":
        amount = f"+${expected.booked}" if expected.booked > 0 else f"-${-expected.booked}"
        assert f"**{amount}**" in (await house.alice.slash("/klondike bankroll")).text
        assert f"**{amount}**" in (await house.alice.slash("/klondike leaderboard", board="bankroll")).text
    else:
        assert "no bankroll here yet" in (await house.alice.slash("/klondike bankroll")).text


async def check_play_again(house: House) -> None:
    """Press Play again: another game under the same rules, and the won board stays where it is."""
    won = house.board
    await house.alice.click(won, "Play again")
    again = await board_after(won)
    assert (game_of(again), action_of(again)) == (2, 0)
    assert not won.deleted
    rules = [(await house.turn(board)).record.rules for board in (won, again)]
    assert rules[0] == rules[1]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("KL1-D1N-OWR23M-SUVFET", id="normal, with help and finish"),
        pytest.param("KL1-D1V-2IRL2D-PIBXEO", id="vegas"),
        pytest.param("KL1-D1V-M4ZMDY-3PPGOE", id="vegas, with help: booked stays behind the score"),
        pytest.param("KL1-D1C-AUACMP-237773", id="casual, with take-backs"),
        pytest.param("KL1-D1T-GZGQMK-Y427WI", id="traditional, with finish"),
        pytest.param("KL1-D3B-R5GLTT-HTJE5O", id="traditional with take-back"),
    ],
)
async def test_a_recorded_game_is_won_through_the_bot(house: House, code: str) -> None:
    """A recorded game of each scoring, played by every way, ends as the engine says and is counted once."""
    await play_and_check(house, golden(code))


@needs_shared
@pytest.mark.parametrize("code", ["KL1-D3N-AAAAAF3", "KL1-D3V-AAAAAMM", "KL1-D3C-AAAAAF4", "KL1-D3T-AAAAAAN"])
async def test_a_solved_game_is_won_through_the_bot(house: House, code: str) -> None:
    """A line of the solver in each scoring, with slips that are undone, wins without help."""
    win = solved(code)
    assert {"u", "redo"} <= set(win.tokens)
    assert not win.game.assisted
    await play_and_check(house, win)


@pytest.mark.parametrize("way", [Way.MOVE, Way.MODAL, Way.MENU])
async def test_k13_the_last_move_wins_by_whatever_way_it_comes(house: House, way: Way) -> None:
    """The last card home is one win, typed, submitted or chosen from the menu."""
    win = golden("KL1-D1V-2IRL2D-PIBXEO")
    await win_at_last(house, win, way)


@pytest.mark.parametrize("way", [Way.BUTTON, Way.MOVE, Way.MODAL])
async def test_k12_k13_finish_wins_by_whatever_way_it_comes(house: House, way: Way) -> None:
    """Finish, pressed or typed, is one win, and the last board says what it earned."""
    win = golden("KL1-D1T-GZGQMK-Y427WI")
    assert win.tokens[-1] == "finish"
    await win_at_last(house, win, way)


async def win_at_last(house: House, win: Win, way: Way) -> None:
    """Type all but the last action, do that one by a certain way, and look for exactly one win."""
    assert win.code.deal.number is not None
    await house.deal(number=win.code.deal.number, **win.options)
    for start in range(0, len(win.tokens) - 1, 40):
        line = win.tokens[start : min(start + 40, len(win.tokens) - 1)]
        await house.alice.slash("/klondike move", text=" ".join(line))
    await Hands(house.alice).act(way, win.tokens[-1:])
    board = house.board
    assert "🏆 Won" in board.text
    stats = await house.alice.slash("/klondike stats")
    assert "Ranked games: 1 played, 1 won" in stats.text
    await house.alice.click(
        board, custom_id=f"k:1:{(await house.turn(board)).record.revision}:undo", force=True
    )
    assert "🏆 Won" in board.text
    assert (await house.alice.slash("/klondike stats")).text == stats.text
