"""Hints from what the player may know: what a hint is, and the simple one.

The simple hint takes the first of four strict classes that has a move (RULES.md section 7): turn a card up,
free a column for a king that lies ready, send a card home where that blocks no run, draw. Moves in no class
come before drawing, by their rates (`klondike.ranking`): among them all that is done with stock cards or for
them. Every move that it gives but a draw makes progress, and it draws only towards a card that it names or
one that has never been seen, so following it always ends. A plan that was begun need not be remembered: draws
only take cards out of reach, and after a recycle they change nothing that the choice depends on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from klondike.cards import ACE, KING
from klondike.legality import COLUMN_PILES, passes_left
from klondike.moves import COLUMNS, DRAW, RECYCLE, Finish, Move, Pile
from klondike.ranking import Ranking, weights_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from klondike.cards import Card
    from klondike.view import PlayerView

__all__ = ["Hint", "HintKind", "HintReason", "Imagined", "StockCard", "Tableau", "simple_hint", "stock_cards"]


class HintKind(Enum):
    """What a hint is good for; the value names it for messages."""

    FINISH = "finish"
    """Every card can be sent home as one action."""
    TURN_UP = "turn-up"
    """A face-down card of `column` is turned up; `left` more lie there."""
    FREE_COLUMN = "free-column"
    """`column` becomes empty, and `king` waits for one."""
    HOME = "home"
    """The card goes home, where it blocks no run."""
    HOME_EARLY = "home-early"
    """The card goes home, though a run might still have used it."""
    UNCOVER_HOME = "uncover-home"
    """The run is shifted to a like card, so that `helps` can go home."""
    MAKE_ROOM = "make-room"
    """The card goes onto a column, so that `helps` can follow and turn up a card of `column`."""
    PLACE = "place"
    """The waste or stock card goes onto a column."""
    TAKE_BACK = "take-back"
    """The card comes back from its foundation, so that `helps` can go onto it."""
    SURE = "sure"
    """A step of a way that is sure to win."""
    LOOK = "look"
    """Drawing shows cards that have not been seen, and costs nothing that matters."""
    DRAW = "draw"
    """Nothing else helps: draw."""


@dataclass(frozen=True, slots=True)
class HintReason:
    """Why, as data that others put into words.

    :ivar column: the column in which a card turns up or that becomes empty.
    :ivar left: face-down cards that stay in it.
    :ivar onto: the column that the card goes onto; None for the foundation.
    :ivar onto_card: the card that it comes to lie on; None on an empty column.
    :ivar king: the king that waits for a column.
    :ivar helps: the card that the hint makes way for.
    :ivar draws: draws on the way to a stock card; `recycles` of the waste likewise.
    """

    kind: HintKind
    column: Pile | None = None
    left: int | None = None
    onto: Pile | None = None
    onto_card: Card | None = None
    king: Card | None = None
    helps: Card | None = None
    draws: int = 0
    recycles: int = 0

    def after(self, way: tuple[Move | Finish, ...]) -> HintReason:
        """Give the same reason for a card that lies behind some draws."""
        recycles = way.count(RECYCLE)
        return replace(self, draws=way.count(DRAW), recycles=recycles)


@dataclass(frozen=True, slots=True)
class Imagined:
    """What the strong hint found: how many imagined deals were won with the hint, and with the next best.

    :ivar other_games: 0 where there was no other move to try.
    """

    wins: int
    games: int
    other_wins: int = 0
    other_games: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do.

    :ivar action: what to do now.
    :ivar plan: the whole of it, `action` first: for a stock card the draws and then the play.
    :ivar card: the card concerned; None for a draw that shows something new, and for finish.
    :ivar imagined: what the search found, for a strong hint that searched.
    :ivar certain: whether a win is proved on this way, however the unseen cards lie.
    """

    action: Move | Finish
    plan: tuple[Move | Finish, ...]
    card: Card | None
    reason: HintReason
    imagined: Imagined | None = None
    certain: bool = False

    def continued(self) -> Hint:
        """Give what is left of a plan of several actions once the first is done."""
        plan = self.plan[1:]
        return replace(self, action=plan[0], plan=plan, reason=self.reason.after(plan))


class StockCard(NamedTuple):
    """A card of the stock or waste that draws bring to the top of the waste.

    :ivar card: None for one that was never seen.
    :ivar place: its place in the pile of waste and stock, the first drawn at 0.
    :ivar before: draws before the recycle, if there is one, that bring it there; `after` draws behind it.
    """

    card: Card | None
    place: int
    before: int
    recycles: int = 0
    after: int = 0

    @property
    def way(self) -> tuple[Move, ...]:
        """The draws, and the recycle, that bring it to the top."""
        return (DRAW,) * self.before + (RECYCLE,) * self.recycles + (DRAW,) * self.after


def stock_cards(view: PlayerView) -> Iterator[StockCard]:
    """Give the cards that draws bring to the top of the waste, nearest first.

    It ends before the first draw that shows a new card, which stands last as None.
    """
    if view.waste:
        yield StockCard(view.waste[-1], len(view.waste) - 1, 0)
    pile, drawn, step = view.waste + view.stock, len(view.waste), view.rules.draw
    size, fanned = len(pile), view.rules.fanned
    first = range(drawn, size, step)
    again = range(0, size, step) if drawn and passes_left(view, view.rules) else ()
    for recycles, starts in enumerate((first, again)):
        for count, at in enumerate(starts, 1):
            end = min(at + step, size)
            card = pile[end - 1]
            new = card is None or (fanned and None in pile[at:end])
            draws = (len(first), 1, count) if recycles else (count, 0, 0)
            yield StockCard(None if new else card, end - 1, *draws)
            if new:
                return


_SAFE_DISTANCE: Final = 2


class _StockPlay(NamedTuple):
    """A stock or waste card that goes onto a column, or home (None), and how that is rated."""

    rate: float
    stock: StockCard
    card: Card
    target: int | None


def simple_hint(view: PlayerView) -> Hint | None:
    """Give the simple hint; None when nothing useful is left.

    >>> from klondike import Deal, Game, Rules
    >>> hint = simple_hint(Game(Deal(6), Rules.preset()).view)
    >>> str(hint.action), hint.reason.kind.value
    ('43x1', 'turn-up')
    """
    if view.outcome is not None:
        return None
    if view.can_finish:
        return Hint(Finish(), (Finish(),), None, HintReason(HintKind.FINISH))
    table = Tableau(view)
    return table.turn_up() or table.free_column() or table.safe_home() or table.other() or table.draw()


class Tableau:
    """A view with what the choice of a hint asks again and again.

    :ivar stock: its `stock_cards`.
    """

    def __init__(self, view: PlayerView) -> None:
        self.view = view
        self.columns = view.columns
        self.weights = weights_for(view.rules.draw)
        self.foundations = view.foundations
        spades, hearts, diamonds, clubs = view.foundations
        self.safe_red = min(spades, clubs) + _SAFE_DISTANCE
        self.safe_black = min(hearts, diamonds) + _SAFE_DISTANCE
        self.stock = tuple(stock_cards(view))
        self.empty: int | None = None
        self.takers: dict[tuple[int, bool], int] = {}
        for index in range(len(self.columns) - 1, -1, -1):
            up = self.columns[index].up
            if up:
                self.takers[up[-1].rank - 1, not up[-1].red] = index
            else:
                self.empty = index

    def taker(self, card: Card) -> int | None:
        """Give the leftmost column that takes a card."""
        return self.empty if card.rank == KING else self.takers.get((card.rank, card.red))

    def goes_home(self, card: Card) -> bool:
        """Tell whether a card is the next of its foundation."""
        return self.foundations[card.suit] == card.rank - 1

    def is_safe(self, card: Card) -> bool:
        """Tell whether a card blocks no run when it goes home."""
        return card.rank <= (self.safe_red if card.red else self.safe_black)

    # The classes

    def turn_up(self) -> Hint | None:
        """Turn a face-down card up, where most of them lie; a card that goes home safely can wait."""
        best: Hint | None = None
        rated = -math.inf
        for index, column in enumerate(self.columns):
            if not column.down:
                continue
            base = column.up[0]
            target = self.taker(base)
            home = len(column.up) == 1 and self.goes_home(base)
            if not home and target is None:
                continue
            safely = home and self.is_safe(base)
            rate = column.down + (-COLUMNS if safely else 0.0 if target is None else self._carry_rate(base))
            if rate > rated:
                rated = rate
                to = None if safely else target
                reason = self.reason(HintKind.TURN_UP, to, column=index, left=column.down - 1)
                best = self._carry(index, to, reason)
        return best

    def free_column(self) -> Hint | None:
        """Empty a column where a king waits for one and none is empty."""
        if self.empty is not None:
            return None
        king = self.ready_king()
        return next(self._emptyings(king), None) if king else None

    def safe_home(self) -> Hint | None:
        """Send a card home where that blocks no run: of a column, else of the waste."""
        for index, column in enumerate(self.columns):
            if column.up and self.goes_home(column.up[-1]) and self.is_safe(column.up[-1]):
                return self._home(index, HintKind.HOME)
        card = self.view.waste[-1] if self.view.waste else None
        if card is not None and self.goes_home(card) and self.is_safe(card):
            return self._play(self.stock[0], card, None, HintReason(HintKind.HOME))
        return None

    def other(self) -> Hint | None:
        """Choose among the moves that are in no class; where passes are few the nearest stock card first."""
        in_reach = [stock.card for stock in self.stock if stock.card is not None]
        ranking = Ranking(self.columns, self.foundations, in_reach, self.weights)
        ranked = [*self._early_homes(), *self._uncoverings(ranking)]
        if self.empty is None and (king := self.waiting_king()):
            ranked += [(self.weights.free, hint) for hint in self._emptyings(king)]
        plays: list[_StockPlay] = []
        few = self.view.rules.passes is not None
        for stock in self.stock if few else sorted(self.stock, key=lambda stock: stock.place):
            if few and (ranked or plays) and stock.place >= len(self.view.waste):
                break
            if stock.card is not None:
                plays += self._stock_plays(stock, stock.card, ranking)
        best = max(ranked, key=lambda rated: rated[0], default=None)
        play = max(plays, key=lambda play: play.rate, default=None)
        if play is None or (best is not None and best[0] >= play.rate):
            return best[1] if best else None
        return self._play(play.stock, play.card, play.target, self.stock_reason(play.card, play.target))

    def draw(self) -> Hint | None:
        """Draw where that can still show a card that has not been seen."""
        for stock in self.stock:
            if stock.card is None:
                return Hint(stock.way[0], stock.way, None, HintReason(HintKind.DRAW).after(stock.way))
        return None

    # The moves

    def waiting_king(self) -> Card | None:
        """Give a king that waits for an empty column: one on face-down cards, else one of the stock."""
        for column in self.columns:
            if column.down and column.up[0].rank == KING:
                return column.up[0]
        return next((s.card for s in self.stock if s.card and s.card.rank == KING), None)

    def ready_king(self) -> Card | None:
        """Give a king that waits for an empty column and can go there at once: it ends no draw first."""
        king = self.waiting_king()
        if king is None or king in self.view.waste[-1:] or any(king in column.up for column in self.columns):
            return king
        return None

    def _carry_rate(self, base: Card) -> float:
        """Rate a run that is carried away by its base."""
        king = self.weights.turn_king if base.rank == KING else 0.0
        return king + self.weights.turn_rank * (base.rank - ACE)

    def _emptyings(self, king: Card) -> Iterator[Hint]:
        """Empty a column for a king."""
        for index, column in enumerate(self.columns):
            if column.down or column.up[0].rank == KING:
                continue
            base = column.up[0]
            home = len(column.up) == 1 and self.goes_home(base) and self.is_safe(base)
            target = None if home else self.taker(base)
            if home or target is not None:
                reason = self.reason(HintKind.FREE_COLUMN, target, column=index, king=king)
                yield self._carry(index, target, reason)

    def _early_homes(self) -> Iterator[tuple[float, Hint]]:
        for index, column in enumerate(self.columns):
            if column.up and self.goes_home(column.up[-1]):
                yield self.weights.home, self._home(index, HintKind.HOME_EARLY)

    def _uncoverings(self, ranking: Ranking) -> Iterator[tuple[float, Hint]]:
        """Shift a part of a run to a like card, where the card beneath it then goes home."""
        for index, column in enumerate(self.columns):
            for at in range(1, len(column.up)):
                card, beneath = column.up[at], column.up[at - 1]
                if self.goes_home(beneath) and (target := self.taker(card)) is not None:
                    shift = Move(COLUMN_PILES[index], COLUMN_PILES[target], len(column.up) - at)
                    reason = self.reason(HintKind.UNCOVER_HOME, target, helps=beneath)
                    plan = (shift, Move(COLUMN_PILES[index], Pile.FOUNDATION))
                    turned = column.down if at == 1 else 0
                    rate = ranking.uncovering(beneath, turned, safe=self.is_safe(beneath))
                    yield rate, Hint(shift, plan, card, reason)

    def _stock_plays(self, stock: StockCard, card: Card, ranking: Ranking) -> Iterator[_StockPlay]:
        home = self.goes_home(card)
        if home:
            rate = ranking.stock_home(card, stock.place, safe=self.is_safe(card))
            yield _StockPlay(rate, stock, card, None)
        target = self.taker(card)
        if target is not None:
            yield _StockPlay(ranking.place(card, goes_home=home), stock, card, target)

    def stock_reason(self, card: Card, target: int | None) -> HintReason:
        """Say what a waste or stock card is good for on a column, or at home (None)."""
        if target is None:
            return HintReason(HintKind.HOME if self.is_safe(card) else HintKind.HOME_EARLY)
        helped = self._helped(card)
        if helped is None:
            return self.reason(HintKind.PLACE, target)
        column = self.columns[helped]
        left, helps = column.down - 1, column.up[0]
        return self.reason(HintKind.MAKE_ROOM, target, column=helped, left=left, helps=helps)

    def _helped(self, card: Card) -> int | None:
        """Give the column with most face-down cards whose run fits on a card."""
        fitting = [
            (column.down, -index)
            for index, column in enumerate(self.columns)
            if column.down and column.up[0].rank == card.rank - 1 and column.up[0].red is not card.red
        ]
        return -max(fitting)[1] if fitting else None

    # Hints

    def reason(  # noqa: PLR0913 - a reason has many fields
        self,
        kind: HintKind,
        target: int | None,
        *,
        column: int | None = None,
        left: int | None = None,
        king: Card | None = None,
        helps: Card | None = None,
    ) -> HintReason:
        """Give a reason with what the card comes to lie on (a column, or None for home)."""
        up = self.columns[target].up if target is not None else ()
        return HintReason(
            kind,
            column=None if column is None else COLUMN_PILES[column],
            left=left,
            onto=None if target is None else COLUMN_PILES[target],
            onto_card=up[-1] if up else None,
            king=king,
            helps=helps,
        )

    def _carry(self, index: int, target: int | None, reason: HintReason) -> Hint:
        """Carry a column's whole face-up run to another, or its only card home."""
        up = self.columns[index].up
        move = (
            Move(COLUMN_PILES[index], Pile.FOUNDATION)
            if target is None
            else Move(COLUMN_PILES[index], COLUMN_PILES[target], len(up))
        )
        return Hint(move, (move,), up[0], reason)

    def _home(self, index: int, kind: HintKind) -> Hint:
        move = Move(COLUMN_PILES[index], Pile.FOUNDATION)
        return Hint(move, (move,), self.columns[index].up[-1], HintReason(kind))

    def _play(self, stock: StockCard, card: Card, target: int | None, reason: HintReason) -> Hint:
        pile = Pile.FOUNDATION if target is None else COLUMN_PILES[target]
        plan = (*stock.way, Move(Pile.WASTE, pile))
        return Hint(plan[0], plan, card, reason.after(stock.way) if stock.way else reason)
