"""`python -m benchmarks.engine [--quick]`: how fast a game is rebuilt from its log.

The baseline of the same run keeps a board of plain lists and takes a deep copy of it before every move, as
many programs do for their undo; it checks no rule, scores nothing and knows no seen cards.
"""

from __future__ import annotations

import copy
import sys
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from klondike import Deal, Game, Rules
from klondike.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike.position import Position

GAMES = 40
MOVES = 120


def games() -> list[Game]:
    """Let a seeded random player play under every scoring and draw."""
    random = Random(1)
    played = []
    for number in range(GAMES):
        scoring = ("normal", "vegas", "casual", "traditional")[number % 4]
        game = Game(Deal(number), Rules.preset(draw=1 + 2 * (number % 2), scoring=scoring))
        while game.legal_moves and game.ply < MOVES:
            game.push(random.choice(game.legal_moves))
        played.append(game)
    return played


class CopiedBoard:
    """The baseline: lists of face-down and face-up cards, copied whole before each move."""

    def __init__(self, start: Position, draw: int) -> None:
        self.draw = draw
        self.piles: dict[str, list[str]] = {
            "s": [str(card) for card in start.stock],
            "w": [],
            **{f"f{suit}": [] for suit in "shdc"},
            **{str(at + 1): [str(card) for card in column.up] for at, column in enumerate(start.columns)},
            **{
                f"{at + 1}down": [str(card) for card in column.down]
                for at, column in enumerate(start.columns)
            },
        }
        self.undo: list[dict[str, list[str]]] = []

    def push(self, text: str) -> None:
        """Make a move by its canonical text, unchecked."""
        self.undo.append(copy.deepcopy(self.piles))
        piles = self.piles
        if text == "d":
            piles["w"] += piles["s"][: self.draw]
            del piles["s"][: self.draw]
        elif text == "r":
            piles["s"], piles["w"] = piles["w"], []
        else:
            plain, _, count = text.partition("x")
            source, target = piles[plain[:-1]], plain[-1]
            lifted = source[-int(count or 1) :]
            del source[-int(count or 1) :]
            if not source and piles.get(f"{plain[0]}down"):
                source.append(piles[f"{plain[0]}down"].pop())
            piles[target if target != "f" else f"f{lifted[0][-1]}"] += lifted

    def cards(self) -> int:
        """Count the cards, so that the baseline is known to play the same game."""
        return sum(len(pile) for pile in self.piles.values())


def timed(work: Callable[[], None]) -> float:
    """Give the processor time of one round, in seconds: others on the machine count less in it."""
    begin = process_time()
    work()
    return process_time() - begin


def main() -> None:
    """Measure and print."""
    rounds = 3 if "--quick" in sys.argv else 10
    played = games()
    starts = [Game(game.deal, game.rules)._state.position for game in played]  # noqa: SLF001 - the baseline's start
    moves = sum(game.ply for game in played)

    def replay() -> None:
        for game in played:
            Game.replay(game.deal, game.rules, game.log)

    def copied() -> None:
        for game, start in zip(played, starts, strict=True):
            board = CopiedBoard(start, game.rules.draw)
            for text in game.log.split():
                board.push(text)
            if board.cards() != len(CARDS):
                raise AssertionError("the baseline lost a card")

    pairs = [(timed(replay), timed(copied)) for _ in range(rounds)]
    ours, theirs = (min(times) for times in zip(*pairs, strict=True))
    print(f"engine.replay_us_per_move {ours / moves * 1e6:.2f}")
    print(f"engine.copy_us_per_move {theirs / moves * 1e6:.2f}")
    print(f"engine.replay_ratio_vs_copy {theirs / ours:.1f}")


if __name__ == "__main__":
    main()
