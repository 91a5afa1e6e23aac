"""Build positions and games by hand, card by card."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from klondike import Card, Deal, Game, Move, Pile, Rules
from klondike.errors import IllegalMove, NotationError, Reason
from klondike.position import Column, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EVERY_MOVE", "cards", "game_at", "move", "position", "refused"]


def cards(text: str) -> tuple[Card, ...]:
    """Read card texts with spaces between."""
    return tuple(map(Card.parse, text.split()))


def position(
    *columns: str, stock: str = "", waste: str = "", home: tuple[int, ...] = (0, 0, 0, 0), turns: int = 0
) -> Position:
    """Build a position; a column reads `face-down cards | face-up cards`, missing columns are empty."""
    built = []
    for text in (*columns, *[""] * (7 - len(columns))):
        down, bar, up = text.rpartition("|")
        assert bar or not down
        built.append(Column(cards(down), cards(up)))
    return Position(tuple(built), cards(stock), cards(waste), home, turns)


def game_at(  # noqa: PLR0913 - a table has many piles
    rules: Rules,
    *columns: str,
    stock: str = "",
    waste: str = "",
    home: tuple[int, ...] = (0, 0, 0, 0),
    turns: int = 0,
    score: int | None = None,
    seen: str = "",
) -> Game:
    """Set a game of any deal to a position, with only its face-up cards and `seen` ones seen."""
    game = Game(Deal(0), rules)
    at = position(*columns, stock=stock, waste=waste, home=home, turns=turns)
    tally = game._state.tally if score is None else game._state.tally._replace(score=score)
    game._state = game._state._replace(position=at, tally=tally)
    face_up = [card for column in at.columns for card in column.up]
    fan = at.waste if rules.fanned else at.waste[-1:]
    game._seen = 0
    for card in (*face_up, *fan, *cards(seen)):
        game._seen |= card.bit
    return game


def move(text: str) -> Move:
    """Read a canonical move."""
    return Move.parse(text)


def refused(game: Game, what: Move | str) -> Reason | None:
    """Give the reason for which a game refuses a move, having checked that nothing changed."""
    before = (game._state, game.view, game.log, game.booked)
    try:
        game.push(Move.parse(what) if isinstance(what, str) else what)
    except IllegalMove as error:
        assert (game._state, game.view, game.log, game.booked) == before
        return error.reason
    return None


def _every_move() -> Iterator[Move]:
    piles = list(Pile)
    for source, target in [*permutations(piles, 2), *((pile, pile) for pile in piles)]:
        for count in range(1, 15):
            try:
                yield Move(source, target, count)
            except NotationError:
                continue


EVERY_MOVE: Final = tuple(dict.fromkeys(_every_move()))
"""Every move that can be written down, sensible or not."""
