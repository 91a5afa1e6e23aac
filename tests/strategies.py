"""Hypothesis strategies for deals, rules and games in play, and the random player behind them."""

from __future__ import annotations

from random import Random
from typing import Final

from hypothesis import strategies as st

from klondike import Deal, Game, Rules
from klondike.moves import DRAW, RECYCLE, Move

__all__ = ["PRESETS", "deals", "games", "play_at_random", "rule_sets"]

PRESETS: Final = (
    *(
        Rules.preset(draw=draw, scoring=scoring)
        for scoring in ("normal", "vegas", "casual", "traditional")
        for draw in (1, 3)
    ),
    *(Rules.preset(draw=draw, scoring="traditional", takeback=True) for draw in (1, 3)),
    *(Rules.preset(draw=draw, scoring="casual", score=False) for draw in (1, 3)),
)
"""Every published variant."""

_DRAW_WEIGHT: Final = 3
_TAKE_BACK_WEIGHT: Final = 1
_HOME_WEIGHT: Final = 12
_OTHER_WEIGHT: Final = 6


def deals() -> st.SearchStrategy[Deal]:
    """Give deals by number, typed ones below 2^35 and random ones below 2^60."""
    return st.one_of(st.integers(0, 2**35 - 1), st.integers(2**35, 2**60 - 1)).map(Deal)


def rule_sets() -> st.SearchStrategy[Rules]:
    """Give the published variants."""
    return st.sampled_from(PRESETS)


def play_at_random(game: Game, random: Random, actions: int, *, slips: float = 0.1) -> Game:
    """Let a random player act on a game and give it back.

    :param actions: how often the player acts; less where the game ends or gets stuck.
    :param slips: how often an action is an undo or a redo instead of a move.
    """
    for _ in range(actions):
        if random.random() < slips and (game.undoable or game.redoable):
            if game.redoable and (random.random() < 1 / 2 or not game.undoable):
                game.redo()
            else:
                game.undo()
            continue
        moves = game.legal_moves
        if not moves:
            break
        game.push(random.choices(moves, [_weight(move) for move in moves])[0])
    return game


def _weight(move: Move) -> int:
    if move in {DRAW, RECYCLE}:
        return _DRAW_WEIGHT
    if move.source.suit is not None:
        return _TAKE_BACK_WEIGHT
    return _HOME_WEIGHT if move.target.column is None else _OTHER_WEIGHT


@st.composite
def games(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None, most_actions: int = 120) -> Game:
    """Give games that a random player has played for a while, undo and redo included."""
    game = Game(draw(deals()), draw(rules or rule_sets()))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    return play_at_random(game, random, draw(st.integers(0, most_actions)))
