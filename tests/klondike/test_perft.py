"""The engine's moves against a second rule book, which knows RULES.md and nothing of the engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from klondike import Deal, Game, IllegalMove, Rules
from klondike.legality import legal_moves
from tests.klondike.naive import NaiveTable, Variant, naive_deck
from tests.klondike.tables import EVERY_MOVE
from tests.strategies import PRESETS, play_at_random

if TYPE_CHECKING:
    from typing import Literal

    from klondike.position import Position

VARIANTS = tuple(rules for rules in PRESETS if rules.scored)


def naive(game: Game) -> NaiveTable:
    """Play a game's standing moves on a table of the second rule book."""
    assert game.deal.number is not None
    letter = cast('Literal["N", "V", "C", "T", "B"]', game.rules.letter)
    table = NaiveTable.deal(naive_deck(game.deal.number), Variant(game.rules.draw, letter))
    for entry in game._undo:
        table.play(str(entry.step.action))
    return table


def midgame(number: int, rules: Rules, seed: int, actions: int) -> Game:
    """Give a game after random moves, none of them undone, short enough for its whole undo list."""
    random = Random(seed)
    return play_at_random(Game(Deal(number), rules), random, actions, slips=0)


def perft(position: Position, rules: Rules, depth: int) -> int:
    """Count the move sequences of a length."""
    moves = legal_moves(position, rules)
    if depth == 1:
        return len(moves)
    return sum(perft(position.apply(move, rules.draw), rules, depth - 1) for move in moves)


def naive_perft(table: NaiveTable, depth: int) -> int:
    """Count them by the second rule book."""
    texts = table.legal()
    if depth == 1:
        return len(texts)
    total = 0
    for text in texts:
        after = table.copy()
        after.play(text)
        total += naive_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
@pytest.mark.parametrize(
    ("number", "actions", "depth"), [(6, 0, 4), (2**60 - 1, 0, 3), (31, 40, 3), (9, 90, 3)]
)
def test_both_count_the_same_sequences(number: int, actions: int, depth: int, rules: Rules) -> None:
    """The trees of legal moves from starts and from the middle of games have the same size."""
    game = midgame(number, rules, number % 1000, actions)
    assert perft(game._state.position, rules, depth) == naive_perft(naive(game), depth)


PERFT = [
    # number, rules, sequences of one move, of two, and so on; both rule books agree on the first four
    (6, "D1N", [2, 4, 9, 20, 47]),
    (6, "D3T", [2, 3, 4, 6, 12, 16]),
    (0, "D3V", [3, 8, 20, 48, 112, 257]),
    (2**35 - 1, "D1B", [3, 8, 22, 67, 210]),
    (2**60 - 1, "D1C", [4, 15, 52, 166, 492]),
    (31, "D3N", [1, 1, 1, 1, 2, 2]),
]


@pytest.mark.parametrize(("number", "rules", "counts"), PERFT)
def test_the_pinned_counts(number: int, rules: str, counts: list[int]) -> None:
    """The table of counts stands, whichever of the two changes."""
    variant = Rules.parse(rules)
    start = Game(Deal(number), variant)._state.position
    assert [perft(start, variant, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_both_allow_the_same_moves_in_thousands_of_positions(rules: Rules) -> None:
    """Move by move, card by card and point by point the two agree along random games."""
    for seed in range(6):
        random = Random(seed)
        game = Game(Deal(random.getrandbits(60)), rules)
        table = naive(game)
        for _ in range(60):
            texts = [str(move) for move in game.legal_moves]
            assert len(texts) == len(set(texts))
            assert set(texts) == table.legal()
            if not texts:
                break
            play_at_random(game, random, 1, slips=0)
            table.play(game.log.split()[-1])
            assert_same(game, table)


def assert_same(game: Game, table: NaiveTable) -> None:
    """Check that every pile, the score and the pass agree."""
    at = game._state.position
    assert [[str(card) for card in column.down + column.up] for column in at.columns] == [
        [slot.card for slot in column] for column in table.columns
    ]
    assert [len(column.up) for column in at.columns] == [
        sum(slot.face_up for slot in column) for column in table.columns
    ]
    assert ([str(card) for card in at.stock], [str(card) for card in at.waste]) == (table.stock, table.waste)
    assert at.foundations == tuple(len(home) for home in table.homes.values())
    assert (game.score, at.turns + 1) == (table.score, table.passed)


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_every_listed_move_is_accepted_and_every_other_refused(rules: Rules) -> None:
    """Of all moves that can be written down, `push` takes exactly the legal ones and refuses the rest."""
    for actions in (0, 15, 60, 140):
        game = midgame(actions, rules, actions, actions)
        legal, state, log = set(game.legal_moves), game._state, game.log
        assert legal <= set(EVERY_MOVE)
        for move in EVERY_MOVE:
            if move in legal:
                fresh = Game.replay(game.deal, rules, log)
                fresh.push(move)
                assert fresh.log == f"{log} {move}".strip()
            else:
                with pytest.raises(IllegalMove):
                    game.push(move)
        assert game._state is state
        assert game.log == log
