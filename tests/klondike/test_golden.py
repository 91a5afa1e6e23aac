"""Games that were won elsewhere, and recorded games of this version, replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from klondike import Deal, DealCode, Game, Move, Outcome, Rules
from klondike.legality import can_finish
from klondike.moves import DRAW, RECYCLE
from klondike.rules import RULES_VERSION
from tests.shared_data import SHARED, needs_shared
from tests.strategies import play_at_random

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "golden" / "golden_logs.json").read_text("utf-8")
)
"""Games of rules version 1, in every scoring, with undo, redo, finish, help, resignation and take-backs."""


TAKE_BACK = re.compile(r"f[shdc][1-7]")


def wins() -> list[dict[str, Any]]:
    """Read the won games beside the repository, none where it is absent."""
    path = SHARED / "solver" / "wins.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


WINS = wins()


@needs_shared
def test_the_won_games_are_there() -> None:
    """Sixty games in four scorings, with take-backs and without."""
    assert len(WINS) >= 60
    assert {(win["draw"], win["scoring"]) for win in WINS} == {
        (draw, scoring) for draw in (1, 3) for scoring in ("normal", "vegas", "casual", "traditional")
    }


@pytest.mark.parametrize("win", WINS, ids=[win["code"] for win in WINS])
def test_a_won_game_replays_to_its_score(win: dict[str, Any]) -> None:
    """Two other implementations played these lines to the same final score and passes."""
    code = DealCode.parse(win["code"])
    assert code.deal.number == win["number"]
    game = Game.replay(code.deal, code.rules, win["line"])
    moves = [Move.parse(text) for text in win["line"].split()]
    assert game.outcome() is Outcome.WON
    assert (game.score, game.view.turns) == (win["final"], win["recycles"])
    assert sum(text[0] == "w" and text[1] != "f" for text in map(str, moves)) == win["waste_to_column"]
    assert sum(move.source.suit is not None for move in moves) == win["take_backs"]
    assert (game.assisted, game.booked) == (False, game.score)
    assert game.log == win["line"]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["code"] for golden in GOLDEN])
def test_a_recorded_game_replays_to_what_it_was(golden: dict[str, Any]) -> None:
    """Logs of a released version come back with score, booked dollars, marks and outcome."""
    rules = Rules.parse(golden["rules"])
    game = Game.replay(Deal(golden["number"]), rules, golden["log"])
    assert str(DealCode(game.deal, rules)) == golden["code"]
    assert (game.score, game.moves, game.view.turns) == (golden["score"], golden["moves"], golden["turns"])
    assert (game.assisted, game.log) == (golden["assisted"], golden["log"])
    outcome = game.outcome()
    assert (outcome.value if outcome else None) == golden["outcome"]
    if rules.books_money:
        assert game.booked == golden["booked"]


def test_the_recorded_games_hold_every_scoring_and_every_kind_of_action() -> None:
    """The golden file covers each letter and each token, among them a won game in B with a take-back."""
    assert RULES_VERSION == 1
    assert {golden["rules"][2] for golden in GOLDEN} == set("NVCTB")
    tokens = {token for golden in GOLDEN for token in golden["log"].split()}
    assert {"u", "redo", "finish", "resign", "hint", "code", "d", "r", "wf"} <= tokens
    taken_back = [
        golden["outcome"]
        for golden in GOLDEN
        if golden["rules"][2] == "B" and TAKE_BACK.search(golden["log"])
    ]
    assert taken_back == ["won", "won"]


def normal_law(log: str, recycles_took: int) -> int:
    """Give what a game in normal scoring that was won by this log must end at."""
    by_column = sum(text[0] == "w" and text[1] != "f" for text in log.split())
    return 625 + 5 * by_column - recycles_took


def taken_by_recycles(game: Game) -> int:
    """Replay a game without undo and add up what its recycles really took."""
    again, took = Game(game.deal, game.rules), 0
    for token in game.log.split():
        before = again.score
        again._replay_token(token)
        took += before - again.score if token == "r" else 0  # noqa: S105 - a token of the log
    return took


NORMAL_WINS = [win for win in WINS if win["scoring"] == "normal"]


@pytest.mark.parametrize("win", NORMAL_WINS, ids=[win["code"] for win in NORMAL_WINS])
def test_a_game_won_in_normal_scoring_ends_where_the_law_says(win: dict[str, Any]) -> None:
    """625, and five a waste card by a column, less what the recycles really took, take-backs or not."""
    code = DealCode.parse(win["code"])
    game = Game.replay(code.deal, code.rules, win["line"])
    assert game.score == normal_law(win["line"], taken_by_recycles(game))


@pytest.mark.parametrize("draw", [1, 3])
def test_any_win_in_normal_scoring_obeys_the_law(draw: int) -> None:
    """Whatever detours a finishable random game makes, finish brings it to the same law."""
    rules = Rules.preset(draw=draw)
    won = 0
    for seed in range(30):
        random = Random(seed)
        game = Game(Deal(random.getrandbits(60)), rules)
        greedy(game, random, 170)
        if not game.view.can_finish:
            continue
        play_at_random(game, random, 6, slips=0)
        if game.view.can_finish:
            game.finish()
            won += 1
            assert game.score == normal_law(game.log, taken_by_recycles(game)), seed
    assert won >= 1


def greedy(game: Game, random: Random, actions: int) -> None:
    """Play whatever uncovers or goes up, else a waste card, else draw, now and then something else."""
    for _ in range(actions):
        moves = game.legal_moves
        if can_finish(game._state.position) or not moves:
            return
        columns = game._state.position.columns
        digging = [
            move
            for move in moves
            if move.source.column is not None
            and (down_up := columns[move.source.column]).down
            and (move.target.column is None or move.count == len(down_up.up))
        ]
        turning = [move for move in moves if move in {DRAW, RECYCLE}]
        others = [move for move in moves if move.source.suit is None and move not in turning]
        waste = [move for move in others if move.source.column is None]
        best = digging or waste or turning or others
        game.push(random.choice(others if others and random.random() < 1 / 8 else best or list(moves)))
