"""Deals that are lost from the first: cards that lie on what they would need to move.

A search sees this only after it has tried all the rest, which may be millions of positions. Here moves are
made as if nothing were ever used up: a card that was once face up always takes cards, the whole stock is in
reach once a card of it was played, and a column that was once emptied stays empty. Whatever can be done in a
game can be done so as well. So a card that does not get home even then never does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from klondike.cards import CARDS, KING, Card
from klondike.legality import passes_left

if TYPE_CHECKING:
    from klondike.position import Position
    from klondike.rules import Rules

__all__ = ["is_locked"]

_PARENTS = {
    card: tuple(other for other in CARDS if other.rank == card.rank + 1 and other.red is not card.red)
    for card in CARDS
}


def is_locked(position: Position, rules: Rules) -> bool:
    """Tell whether a position cannot be won since some cards keep one another from moving; soon answered.

    False tells nothing.
    """
    loosened = _Loosened(position, rules)
    while loosened.move_on():
        pass
    return len(loosened.home) < len(CARDS)


class _Loosened:
    """What can be done where nothing is used up.

    :ivar home: cards that get home.
    """

    def __init__(self, position: Position, rules: Rules) -> None:
        self.home = {card for card in CARDS if card.rank <= position.foundations[card.suit]}
        self._taking = {card for column in position.columns for card in column.up}
        # What is still to be uncovered in each column, the card that lies on it all last.
        self._covers = [[*column.down, *column.up[:1]] for column in position.columns]
        self._emptied = not all(self._covers)
        self._takes_back = rules.take_back
        self._pile = position.waste + position.stock
        self._in_reach = set(_tops(position, rules))
        self._played = False

    def move_on(self) -> bool:
        """Make every move that is possible now; False where there was none."""
        sent = self._send_home()
        played = self._play_stock()
        uncovered = self._uncover()
        return sent or played or uncovered

    def _send_home(self) -> bool:
        ready = [card for card in self._taking | self._in_reach if card not in self.home]
        following = [card for card in ready if card.rank == 1 or CARDS[card.index - 1] in self.home]
        self.home.update(following)
        return bool(following)

    def _play_stock(self) -> bool:
        playable = {card for card in self._in_reach - self._taking if self._moves(card)}
        self._taking |= playable
        if playable and not self._played:
            self._played = True
            self._in_reach.update(self._pile)
        return bool(playable)

    def _uncover(self) -> bool:
        done = False
        for covers in self._covers:
            while covers and self._moves(covers[-1], on_table=len(covers) == 1):
                covers.pop()
                self._taking.update(covers[-1:])
                self._emptied |= not covers
                done = True
        return done

    def _moves(self, card: Card, *, on_table: bool = False) -> bool:
        """Tell whether a card can leave its place; a king on the bare table only goes home."""
        if card in self.home:
            return True
        if card.rank == KING:
            return self._emptied and not on_table
        taking = self._taking | self.home if self._takes_back else self._taking
        return any(parent in taking for parent in _PARENTS[card])


def _tops(position: Position, rules: Rules) -> tuple[Card, ...]:
    """Give the stock and waste cards that draws alone bring to the top."""
    waste, draw = len(position.waste), rules.draw
    pile = position.waste + position.stock
    again = pile[draw - 1 :: draw] if passes_left(position, rules) else ()
    return (*position.waste[-1:], *pile[waste + draw - 1 :: draw], *pile[-1:], *again)
