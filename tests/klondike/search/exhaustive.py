"""Small positions, and a checker that knows nothing but the engine's legal moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from klondike import CARDS, Card, Rules
from klondike.legality import is_run, legal_moves
from klondike.moves import COLUMNS
from klondike.position import Column, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

__all__ = ["all_rules", "can_be_won", "laid_out", "small_positions", "variant"]

_SUIT_SIZE: Final = 13


def variant(draw: int, passes: int | None, *, take_back: bool) -> Rules:
    """Give rules that need not be a published variant."""
    return replace(Rules.preset(draw=draw), passes=passes, take_back=take_back)


def all_rules() -> st.SearchStrategy[Rules]:
    """Give every draw, number of passes and rule of taking back."""
    return st.builds(
        variant, st.sampled_from((1, 3)), st.sampled_from((None, 1, 2, 3)), take_back=st.booleans()
    )


def laid_out(*columns: str, stock: str = "", foundations: tuple[int, int, int, int]) -> Position:
    """Build a position from columns such as `as | ks`, the face-down cards before the stroke."""
    laid = []
    for text in (*columns, *[""] * (COLUMNS - len(columns))):
        down, _, up = text.rpartition("|")
        laid.append(Column(_cards(down), _cards(up)))
    return Position(tuple(laid), _cards(stock), foundations=foundations)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@st.composite
def small_positions(draw: st.DrawFn, rules: Rules, most_cards: int = 16) -> Position:
    """Give positions with few cards not home, which random moves have stirred."""
    random = draw(st.randoms(use_true_random=False))
    return small_position(random, rules, most_cards)


def small_position(random: Random, rules: Rules, most_cards: int) -> Position:
    """Deal the cards above random foundations at random, and stir."""
    heights = [_SUIT_SIZE] * 4
    for _ in range(random.randint(5, most_cards)):
        suit = random.choice([suit for suit in range(4) if heights[suit]])
        heights[suit] -= 1
    out = [card for card in CARDS if card.rank > heights[card.suit]]
    random.shuffle(out)
    in_stock = random.randint(0, min(len(out), 9))
    waste = random.randint(0, in_stock)
    width = random.randint(1, COLUMNS)
    rows = [out[in_stock:][index::width] for index in range(width)]
    columns = tuple(_column(random, rows[index] if index < width else ()) for index in range(COLUMNS))
    turns = 0 if rules.passes is None else random.randrange(rules.passes)
    stock = tuple(out[:in_stock])
    position = Position(columns, stock[waste:], stock[:waste], tuple(heights), turns)
    for _ in range(random.randint(0, 12)):
        moves = legal_moves(position, rules)
        if not moves:
            break
        position = position.apply(random.choice(moves), rules.draw)
    return position


def _column(random: Random, cards: Sequence[Card]) -> Column:
    """Turn up the last card, and sometimes those below that run down to it."""
    up = max(len(cards) - 1, 0)
    while up and is_run(cards[up - 1 :]) and random.random() < 1 / 2:
        up -= 1
    return Column(tuple(cards[:up]), tuple(cards[up:]))


def can_be_won(position: Position, rules: Rules, most: int) -> bool | None:
    """Try every legal move; None when more than `most` positions would have to be looked at.

    Two positions are one when they differ only in the order of the columns, or in recycles that do not count.
    """
    seen = {_key(position, rules)}
    waiting = [position]
    while waiting:
        position = waiting.pop()
        if position.won:
            return True
        for after in _successors(position, rules):
            key = _key(after, rules)
            if key not in seen:
                if len(seen) == most:
                    return None
                seen.add(key)
                waiting.append(after)
    return False


def _successors(position: Position, rules: Rules) -> Iterable[Position]:
    moves = legal_moves(position, rules)
    # Moves to a foundation are looked at first, since the last one found is.
    for move in sorted(moves, key=lambda move: move.target.value == "f"):
        yield position.apply(move, rules.draw)


def _key(position: Position, rules: Rules) -> object:
    turns = 0 if rules.passes is None else position.turns
    columns = sorted((_numbers(column.down), _numbers(column.up)) for column in position.columns)
    return tuple(columns), position.stock, position.waste, position.foundations, turns


def _numbers(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(card.index for card in cards)
