"""How the simple hint rates the moves that are in none of its classes against each other.

What counts most is how soon a move lets a face-down card turn up: a card that takes the run on face-down
cards at once, or by way of other stock cards that draws bring up. The weights were tuned on deals from
1,000,000,000 on; no deal of the measurements was used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from klondike.cards import ACE, CARDS, KING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from klondike.cards import Card
    from klondike.view import ColumnView

__all__ = ["Ranking", "Weights", "weights_for"]


class Weights(NamedTuple):
    """What a move's properties count.

    :ivar turn_rank: in the first class, for each rank of the run that is carried; `turn_king` for a king.
    :ivar free: a column becomes empty, for a king of the stock.
    :ivar uncover: a card can go home behind the shift of the run on it; `uncover_rank` for each of its ranks.
    :ivar home: a column card goes home early.
    :ivar stock_safe: a stock card behind draws goes home where it blocks no run.
    :ivar stock_home: one goes home early; `stock_home_rank` for each rank, `stock_home_gap` for each rank
        that it is too high to be safe, `stock_home_next` where the next card of its suit then goes home and
        turns a card up, `stock_home_chain` where the one behind that does, with a stock card between them.
    :ivar room: a stock card makes room for a run on face-down cards; `room_down` for each of those,
        `room_rank` for each rank, `room_twin` where its like can be had as well.
    :ivar place: another stock card goes onto a column; `place_high` above the middle rank, less below;
        `place_rank` and `place_gap` for each rank, and each that its foundation lacks; `place_twin` as above;
        `place_up` where it could go home, and the next of its suit behind it; `place_child` for each stock
        card that it takes.
    :ivar chain: it takes a stock card that makes room, or one that leads there (less for each step more);
        `chain_down` for each face-down card under the run.
    :ivar could_go_home: a stock card goes onto a column though it could go home.
    :ivar king: a stock king goes to an empty column; `king_for_queen` where it takes a queen that covers
        face-down cards, `king_stock_queen` where a stock queen fits, `king_chain` where that makes room.
    """

    turn_rank: float
    turn_king: float
    free: float
    uncover: float
    uncover_rank: float
    home: float
    stock_safe: float
    stock_home: float
    stock_home_rank: float
    stock_home_gap: float
    stock_home_next: float
    stock_home_chain: float
    room: float
    room_down: float
    room_rank: float
    room_twin: float
    place: float
    place_high: float
    place_rank: float
    place_gap: float
    place_twin: float
    place_up: float
    place_child: float
    chain: float
    chain_down: float
    could_go_home: float
    king: float
    king_for_queen: float
    king_stock_queen: float
    king_chain: float


_WEIGHTS: Final = {
    1: Weights(
        turn_rank=0.23,
        turn_king=-1.65,
        free=129.0,
        uncover=28.5,
        uncover_rank=-6.9,
        home=72.5,
        stock_safe=4990.0,
        stock_home=4.15,
        stock_home_rank=-2.42,
        stock_home_gap=13.9,
        stock_home_next=27.9,
        stock_home_chain=44.5,
        room=94.6,
        room_down=21.7,
        room_rank=-3.26,
        room_twin=52.5,
        place=6.2,
        place_high=9.08,
        place_rank=0.46,
        place_gap=0.58,
        place_twin=36.2,
        place_up=17.1,
        place_child=0.0,
        chain=26.3,
        chain_down=15.5,
        could_go_home=-5.0,
        king=74.3,
        king_for_queen=148.0,
        king_stock_queen=6.18,
        king_chain=11.1,
    ),
    3: Weights(
        turn_rank=0.73,
        turn_king=2.95,
        free=57.1,
        uncover=-93.0,
        uncover_rank=3.7,
        home=12.6,
        stock_safe=100.0,
        stock_home=6.73,
        stock_home_rank=0.88,
        stock_home_gap=5.89,
        stock_home_next=61.4,
        stock_home_chain=40.1,
        room=83.7,
        room_down=14.1,
        room_rank=2.03,
        room_twin=-2.38,
        place=47.2,
        place_high=17.2,
        place_rank=-1.48,
        place_gap=0.0,
        place_twin=10.0,
        place_up=-9.37,
        place_child=15.3,
        chain=55.6,
        chain_down=-2.69,
        could_go_home=8.32,
        king=38.3,
        king_for_queen=231.0,
        king_stock_queen=15.7,
        king_chain=36.9,
    ),
}
_SURE: Final = 1000.0
"""The rate of what comes before all else."""
_MIDDLE: Final = 7
_DIRECT: Final = 1
_SAFE_DISTANCE: Final = 2

_CHILDREN: Final = {
    card: tuple(other for other in CARDS if other.rank == card.rank - 1 and other.red is not card.red)
    for card in CARDS
}
_TWINS: Final = {
    card: next(
        other for other in CARDS if other.rank == card.rank and other.red is card.red and other is not card
    )
    for card in CARDS
}


def weights_for(draw: int) -> Weights:
    """Give the weights for games that draw so many cards."""
    return _WEIGHTS[draw]


class Ranking:
    """Rates moves by what can be had of the stock, and by which cards lie on face-down ones.

    :param in_reach: the stock and waste cards that known draws bring to the top.
    """

    def __init__(
        self,
        columns: Iterable[ColumnView],
        foundations: Sequence[int],
        in_reach: Iterable[Card],
        weights: Weights,
    ) -> None:
        self._weights = weights
        self._foundations = foundations
        self._in_reach = frozenset(in_reach)
        self._covering = {column.up[0]: column.down for column in columns if column.down}
        self._steps: dict[Card, tuple[int, int]] = {}

    def steps(self, card: Card) -> tuple[int, int]:
        """Give how many cards, this one and stock cards, must be laid on each other to make room for a run.

        :returns: 0 where they never do; and the face-down cards under that run.
        """
        found = self._steps.get(card)
        if found is None:
            found = self._steps[card] = self._counted(card)
        return found

    def _counted(self, card: Card) -> tuple[int, int]:
        children = _CHILDREN[card]
        down = max((self._covering.get(child, 0) for child in children), default=0)
        if down:
            return _DIRECT, down
        behind = [self.steps(child) for child in children if child in self._in_reach]
        steps, down = min((found for found in behind if found[0]), key=lambda found: found[0], default=(0, 0))
        return (steps + 1, down) if steps else (0, 0)

    def uncovering(self, beneath: Card, turned: int, *, safe: bool) -> float:
        """Rate the shift of a run from a card that then goes home.

        :param turned: face-down cards of the column where that turns one up, else 0.
        """
        if safe or turned:
            return _SURE + turned
        return self._weights.uncover + self._weights.uncover_rank * (beneath.rank - ACE)

    def stock_home(self, card: Card, place: int, *, safe: bool) -> float:
        """Rate a stock or waste card that goes home.

        :param place: its place in the order of the draws, from 0.
        """
        weights = self._weights
        if safe:
            return weights.stock_safe - (place + 1) / 24
        rank = card.rank - ACE
        others = [
            height for suit, height in enumerate(self._foundations) if CARDS[suit * KING].red is not card.red
        ]
        rate = weights.stock_home + weights.stock_home_rank * rank
        rate += weights.stock_home_gap * (card.rank - min(others) - _SAFE_DISTANCE)
        return rate + self._next_home(card)

    def _next_home(self, card: Card) -> float:
        if card.rank == KING:
            return 0.0
        following = CARDS[card.index + 1]
        if following in self._covering:
            return self._weights.stock_home_next
        if following.rank == KING or following not in self._in_reach:
            return 0.0
        return self._weights.stock_home_chain if CARDS[card.index + 2] in self._covering else 0.0

    def place(self, card: Card, *, goes_home: bool) -> float:
        """Rate a stock or waste card that goes onto a column."""
        if card.rank == KING:
            return self._king(card)
        weights, rank = self._weights, card.rank - ACE
        steps, down = self.steps(card)
        has_twin = _TWINS[card] in self._in_reach
        rate = weights.could_go_home if goes_home else 0.0
        if steps == _DIRECT:
            rate += weights.room + weights.room_down * down + weights.room_rank * rank
            return rate + (weights.room_twin if has_twin else 0.0)
        rate += weights.place + (weights.place_high if card.rank > _MIDDLE else -weights.place_high)
        rate += weights.place_rank * rank + weights.place_gap * (rank - self._foundations[card.suit])
        rate += weights.place_child * sum(child in self._in_reach for child in _CHILDREN[card])
        if has_twin:
            rate += weights.place_twin
        if steps:
            rate += weights.chain / (steps - 1) + weights.chain_down * down
        if goes_home and CARDS[card.index + 1] in self._in_reach:
            rate += weights.place_up
        return rate

    def _king(self, card: Card) -> float:
        weights = self._weights
        steps, _ = self.steps(card)
        if steps == _DIRECT:
            return weights.king_for_queen
        rate = weights.king
        if any(queen in self._in_reach for queen in _CHILDREN[card]):
            rate += weights.king_stock_queen
        return rate + (weights.king_chain if steps == _DIRECT + 1 else 0.0)
