"""The strong hint: what wins most often in deals imagined at random, as far as the player may know.

The unseen cards (face down on the columns, and not yet seen in the stock) are dealt anew in every iteration,
each way equally likely: that is exactly what the player knows. The tree branches over what he would see, so
that the search never counts on a card that he could not know. Ideas: information-set UCT (Cowling, Powley and
Whitehouse 2012), Klondike by UCT (Bjarnason, Fern and Tadepalli 2009).
"""

from __future__ import annotations

import time
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

import numpy as np

from klondike.cards import CARDS, KING
from klondike.deal import Deal
from klondike.game import Game
from klondike.hint import Hint, HintKind, HintReason, Imagined, Tableau, simple_hint, stock_cards
from klondike.legality import COLUMN_PILES, FOUNDATION_PILES, fits
from klondike.moves import DRAW, RECYCLE, Finish, Move, Pile
from klondike.position import Column, Position
from klondike.rules import Rules, Scoring
from klondike.search import imagining_kernel as kernel
from klondike.search.certain import certain_way
from klondike.search.imagining_tree import Start, Tree
from klondike.view import position_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from klondike.cards import Card
    from klondike.hint import StockCard
    from klondike.view import PlayerView

    Ints = NDArray[np.int64]

__all__ = ["ITERATIONS", "Searcher", "prepare", "strong_hint"]

ITERATIONS: Final = 4_000
"""Imagined deals for a hint where neither a number nor a time is asked for: some fifty milliseconds."""
_ITERATIONS_ALONE: Final = 40_000
"""The same where no solver is asked: for dollars, and where passes are limited."""

_SLICE: Final = 100
"""Imagined deals between two looks at the clock: some 5 ms."""
_FEWEST: Final = 100
"""With fewer imagined deals than this the simple hint knows better."""
_KNOBS: Final = (0.3, 2.0, 0.0, 1.0)
"""The kernel's knobs in their order."""
_KNOBS_ALONE: Final = (0.4, 2.0, 0.3, 0.0)
"""The same where passes are limited: the solver would know a stock that the player will see but once."""
_KNOBS_BY_CARDS: Final = (0.1, 2.0, 0.0, 0.0)
"""The same where a game is worth its cards home, which differ less than a win from a loss."""

_SUITS: Final = (2, 0, 1, 3)
"""The kernel's number of each suit: the reds first, so that twins lie side by side."""
_NUMBERS: Final = {card: (card.rank - 1) * 4 + _SUITS[card.suit] for card in CARDS}
_CARDS: Final = {number: card for card, number in _NUMBERS.items()}

# Tuned on deals from 1,000,000,000 on; meanings in the kernel.
# fmt: off
_WEIGHTS: Final = {
    1: (89.6, -0.35, 145.6, 76.2, 47.9, 1.5, 41.7, 90.5, 57.6, 78.2,
        89.6, 4.9, 35.6, 61.5, 2.75, 2.0, 0.1, -21.8, 0.0, -3.5),
    3: (102.5, 2.95, 211.2, 13.4, 102.4, 0.0, 48.3, 64.4, 150.4, 81.4,
        84.5, 23.9, 0.0, 41.0, 12.6, 13.2, 3.1, 1.4, -0.94, 2.6),
}
# fmt: on


def strong_hint(
    view: PlayerView,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Hint | None:
    """Give the strong hint for a view alone; a `Searcher` also keeps what it found for the next hint.

    :param iterations: imagined deals; the same view and number always give the same hint.
    :param seconds: an upper bound of the time; with very little of it the simple hint answers.
    :param stop: asked every few milliseconds; the search ends when it says True.
    """
    return Searcher().hint(view, iterations=iterations, seconds=seconds, stop=stop)


def prepare() -> None:
    """Have everything compiled that a hint needs, which takes half a minute the first time."""
    view = Game(Deal(0), Rules.preset()).view
    root = _Root(view, list(range(len(view.stock))))
    tree = Tree(Tree.size_for(1))
    tree.search(root.start, 1)
    tree.ranked(root.start, root.moves())


class Searcher:
    """Gives the strong hints of one game, and keeps plan and tree between them.

    It may be given any view of the game, after an undo as well; one of another game costs it what it kept.
    It holds up to 25 MB.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tree: Tree | None = None
        self._known: tuple[object, ...] = ()
        self._slots: dict[Card, int] = {}
        self._plan: tuple[int, Hint] | None = None
        self._ways: dict[int, tuple[Move, ...]] = {}

    def hint(
        self,
        view: PlayerView,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Hint | None:
        """Give the strong hint for a view, as `strong_hint` does; a plan that was begun is kept."""
        kept = self._kept(view)
        hint = kept or _obvious(view)
        if hint is None:
            number = iterations or _iterations(view.rules)
            until = None if seconds is None else self._clock() + seconds
            is_over = partial(self._is_over, until, stop)
            hint = self._proved(view, is_over) or self._searched(view, number, is_over)
        self._plan = None
        if hint is not None and len(hint.plan) > 1:
            self._plan = _key_after(view, hint.action), hint
        return hint

    def _kept(self, view: PlayerView) -> Hint | None:
        """Give what is left of a plan that was begun."""
        if self._plan is None or view.outcome is not None:
            return None
        key, hint = self._plan
        if position_key(_stand_in(view), view.rules) != key or hint.plan[1] not in view.legal_moves:
            return None
        return hint.continued()

    def _proved(self, view: PlayerView, is_over: Callable[[], bool]) -> Hint | None:
        """Give the next step of a way that is sure to win, where one is proved; a way is kept to its end."""
        key = position_key(_stand_in(view), view.rules)
        if key not in self._ways:
            way = certain_way(view, tuple(_unseen(view)), is_over)
            self._ways = _steps(view, way)
        way = self._ways.get(key, ())
        return _step(view, way) if way else None

    def _is_over(self, until: float | None, stop: Callable[[], bool] | None) -> bool:
        return (until is not None and self._clock() >= until) or (stop is not None and stop())

    def _searched(self, view: PlayerView, iterations: int, is_over: Callable[[], bool]) -> Hint | None:
        root = _Root(view, self._slots_of(view))
        moves = root.useful_moves()
        if not moves:
            return None
        if len(moves) == 1:
            return root.hint(moves[0], None)
        tree = self._tree_for(view, iterations)
        done, ranked = 0, tree.ranked(root.start, moves)
        while done < iterations and not is_over() and ranked[0].games - ranked[1].games <= iterations - done:
            count = min(_SLICE, iterations - done)
            tree.search(root.start, count)
            done += count
            ranked = tree.ranked(root.start, moves)
        best, other = ranked[:2]
        if best.games < _FEWEST // 2:
            return simple_hint(view) or root.hint(moves[0], None)
        return root.hint(best.move, Imagined(best.wins, best.games, other.wins, other.games))

    def _slots_of(self, view: PlayerView) -> list[int]:
        """Give each card of the pile a number, the one of before where all of them are known."""
        pile = view.waste + view.stock
        if not all(card in self._slots for card in pile):
            self._slots = {card: index for index, card in enumerate(pile) if card is not None}
            self._known = ()
        return [index if card is None else self._slots[card] for index, card in enumerate(pile)]

    def _tree_for(self, view: PlayerView, iterations: int) -> Tree:
        """Give the tree to grow: that of the last hint where the knowledge is the same and it has room."""
        remembered = tuple(column.remembered for column in view.columns if any(column.remembered))
        known = (view.rules, remembered, frozenset(self._slots))
        size = Tree.size_for(iterations)
        tree = self._tree
        if tree is None or tree.size < size:
            tree = self._tree = Tree(size)
        elif None in view.waste + view.stock or known != self._known or not tree.has_room(iterations):
            tree.clear()
        self._known = known
        return tree


class _Root:
    """A view as the kernel sees it, and the way back from its moves to hints."""

    def __init__(self, view: PlayerView, slots: list[int]) -> None:
        self.view = view
        settings = _settings(view.rules)
        covered = any(column.down for column in view.columns)
        settings[kernel.SURE] = covered and view.rules.passes is None
        knobs = _knobs(view.rules)
        table, places = _table(view, slots)
        unseen = np.array(sorted(_NUMBERS[card] for card in _unseen(view)), np.int64)
        table[places] = unseen[: len(places)]  # so that no place is mistaken for that of a seen card
        weights = np.array(_WEIGHTS[view.rules.draw])
        self.start = Start(table, settings, weights, np.array(knobs), unseen, np.array(places, np.int64))
        self._tableau = Tableau(view)
        self._stock = {stock.card: stock for stock in reversed(self._tableau.stock)}  # the nearest of each

    def moves(self) -> list[int]:
        """Give the moves of the tree at the root."""
        moves = np.zeros(kernel.MAX_MOVES, np.int64)
        total = kernel.list_moves(self.start.table, self.start.settings, moves)
        return [int(move) for move in moves[:total]]

    def useful_moves(self) -> list[int]:
        """Give the moves that do not go back; only what a card was just taken back for, where it is ready."""
        moves = [move for move in self.moves() if not self.goes_back(move)]
        last = self.view.last
        if last is None or not isinstance(last.action, Move) or last.action.source.suit is None:
            return moves
        return [move for move in moves if self._follows(move, last.cards[0])] or moves

    def _follows(self, move: int, parent: Card) -> bool:
        """Tell whether a move puts a card that lies ready on a card that was taken back."""
        kind, card, _ = _parts(move)
        ready = kind == kernel.REVEAL or (kind == kernel.WASTE_PLACE and not self._stock[card].way)
        return ready and fits(card, (parent,))

    def goes_back(self, move: int) -> bool:
        """Tell whether a move leads to a position that the game has been in, without progress."""
        kind, card, parent = _parts(move)
        if kind in {kernel.LOOK, kernel.WASTE_HOME, kernel.WASTE_PLACE}:
            return False
        if kind in _TAKE_BACKS:
            first = self._take_back(parent)
        else:
            first = self._carried(kind, card)[0]
            source = first.source.column
            column = self.view.columns[source] if source is not None else None
            if column is not None and column.down and first.count == len(column.up):
                return False
        return _key_after(self.view, first) in self.view.visited

    def hint(self, move: int, imagined: Imagined | None) -> Hint:
        """Give the hint for a move of the tree."""
        kind, card, parent = _parts(move)
        if kind == kernel.LOOK:
            return _look(self._stock[None], HintKind.DRAW, imagined)
        way = self._stock[card].way if kind in _FROM_PILE else ()
        if kind in _TAKE_BACKS:
            back = self._take_back(parent)
            reason = self._tableau.reason(HintKind.TAKE_BACK, back.target.column, helps=card).after(way)
            source = Pile.WASTE if kind == kernel.BACK_WASTE else self._column_of(card)
            count = 1 if source is Pile.WASTE else len(self.view.columns[source.column or 0].up)
            plan = (*way, back, Move(source, back.target, count))
            return Hint(plan[0], plan, parent, reason, imagined)
        plan = (*way, *self._carried(kind, card))
        return Hint(plan[0], plan, card, self._reason(kind, card, plan[-1]).after(way), imagined)

    # How

    def _column_of(self, card: Card) -> Pile:
        return next(
            pile for pile, column in zip(COLUMN_PILES, self.view.columns, strict=True) if card in column.up
        )

    def _take_back(self, parent: Card) -> Move:
        return Move(FOUNDATION_PILES[parent.suit], COLUMN_PILES[self._tableau.taker(parent) or 0])

    def _carried(self, kind: int, card: Card) -> tuple[Move, ...]:
        """Give the move that carries a card, behind the shift of the run on it if need be."""
        if kind == kernel.WASTE_HOME:
            return (Move(Pile.WASTE, Pile.FOUNDATION),)
        taker = self._tableau.taker(card)
        if kind == kernel.WASTE_PLACE:
            return (Move(Pile.WASTE, COLUMN_PILES[taker or 0]),)
        source = self._column_of(card)
        up = self.view.columns[source.column or 0].up
        if kind == kernel.REVEAL:
            return (Move(source, COLUMN_PILES[taker or 0], len(up)),)
        home = Move(source, Pile.FOUNDATION)
        above = len(up) - 1 - up.index(card)
        if not above:
            return (home,)
        shifted = self._tableau.taker(up[-above])
        return Move(source, COLUMN_PILES[shifted or 0], above), home

    def _reason(self, kind: int, card: Card, last: Move) -> HintReason:
        tableau = self._tableau
        target = last.target.column
        if kind in {kernel.WASTE_PLACE, kernel.WASTE_HOME}:
            return tableau.stock_reason(card, target)
        source = last.source.column or 0
        column = self.view.columns[source]
        if card is column.up[0]:
            if column.down:
                return tableau.reason(HintKind.TURN_UP, target, column=source, left=column.down - 1)
            if kind == kernel.REVEAL:
                return tableau.reason(
                    HintKind.FREE_COLUMN, target, column=source, king=tableau.waiting_king()
                )
        return HintReason(HintKind.HOME if tableau.is_safe(card) else HintKind.HOME_EARLY)


_TAKE_BACKS: Final = {kernel.BACK_WASTE, kernel.BACK_REVEAL}
_FROM_PILE: Final = {kernel.WASTE_HOME, kernel.WASTE_PLACE, kernel.BACK_WASTE}


def _obvious(view: PlayerView) -> Hint | None:
    """Give the hint that needs no search: finish, a game that is won, a free look through the stock."""
    if view.outcome is not None or view.can_finish:
        return simple_hint(view)
    if view.rules.passes is not None:
        return None
    draw, drawn = view.rules.draw, len(view.waste)
    if draw == 1 and not any(column.down for column in view.columns):
        return simple_hint(view)
    if drawn % draw == 0:
        unseen = next((stock for stock in stock_cards(view) if stock.card is None), None)
        return _look(unseen, HintKind.LOOK, None) if unseen else None
    return None


def _steps(view: PlayerView, way: tuple[Move, ...]) -> dict[int, tuple[Move, ...]]:
    """Give what is left of a way at each of its positions; nothing where it goes back without progress."""
    position, rules = _stand_in(view), view.rules
    steps: dict[int, tuple[Move, ...]] = {}
    for done, move in enumerate(way):
        steps[position_key(position, rules)] = way[done:]
        after = position.apply(move, rules.draw)
        key = position_key(after, rules)
        is_exempt = Pile.STOCK in {move.source, move.target} or move.source is Pile.WASTE
        if not is_exempt and (key in view.visited or key in steps):
            return {}
        position = after
    return steps


def _step(view: PlayerView, way: tuple[Move, ...]) -> Hint:
    """Give the next step of a way: one move, behind the draws if it plays what they bring."""
    draws = len(tuple(takewhile({DRAW, RECYCLE}.__contains__, way)))
    if draws and way[draws : draws + 1] and way[draws].source is not Pile.WASTE:
        plan = way[:draws]
    else:
        plan = way[: draws + 1]
    position, last = _stand_in(view), plan[-1]
    for move in plan[:-1]:
        position = position.apply(move, view.rules.draw)
    if last in {DRAW, RECYCLE}:
        return Hint(plan[0], plan, None, HintReason(HintKind.SURE).after(plan), certain=True)
    card = position.taken(last, view.rules.draw)[0]
    return Hint(plan[0], plan, card, _step_reason(view, last, card).after(plan), certain=True)


def _step_reason(view: PlayerView, move: Move, card: Card) -> HintReason:
    tableau, target, source = Tableau(view), move.target.column, move.source.column
    if move.source is Pile.WASTE:
        return tableau.stock_reason(card, target)
    if source is not None:
        column = view.columns[source]
        if column.down and move.count == len(column.up):
            return tableau.reason(HintKind.TURN_UP, target, column=source, left=column.down - 1)
    if target is None:
        return HintReason(HintKind.HOME if tableau.is_safe(card) else HintKind.HOME_EARLY)
    return tableau.reason(HintKind.SURE, target)


def _look(stock: StockCard, kind: HintKind, imagined: Imagined | None) -> Hint:
    return Hint(stock.way[0], stock.way, None, HintReason(kind).after(stock.way), imagined)


def _parts(move: int) -> tuple[int, Card, Card]:
    """Read a code of the kernel: kind, card, and the card that is taken back."""
    kind, number, suit = move & 7, move >> 3 & 63, move >> 9
    return kind, _CARDS[number], _CARDS[min((number // 4 + 1) * 4 + suit, len(CARDS) - 1)]


def _knobs(rules: Rules) -> tuple[float, ...]:
    if rules.scoring is Scoring.VEGAS:
        return _KNOBS_BY_CARDS
    return _KNOBS if rules.passes is None else _KNOBS_ALONE


def _iterations(rules: Rules) -> int:
    return ITERATIONS if _knobs(rules) is _KNOBS else _ITERATIONS_ALONE


def _settings(rules: Rules) -> Ints:
    settings = np.zeros(kernel.SETTINGS, np.int64)
    settings[kernel.DRAW] = rules.draw
    settings[kernel.LIMITED] = rules.passes is not None
    settings[kernel.FANNED] = rules.fanned
    settings[kernel.BY_CARDS] = rules.scoring is Scoring.VEGAS
    settings[kernel.TAKE_BACK] = rules.take_back
    return settings


def _table(view: PlayerView, slots: list[int]) -> tuple[Ints, list[int]]:
    """Give the kernel's table for a view, and the places of it where unseen cards lie."""
    table = np.zeros(kernel.TABLE, np.int64)
    places: list[int] = []
    for index, column in enumerate(view.columns):
        table[kernel.UP + index] = sum(1 << _NUMBERS[card] for card in column.up)
        table[kernel.DOWN + index] = column.down
        for at, card in enumerate(column.remembered):
            _lay(table, places, kernel.BURIED + index * 6 + at, card)
    pile = view.waste + view.stock
    for at, (card, slot) in enumerate(zip(pile, slots, strict=True)):
        _lay(table, places, kernel.PILE + at, card)
        table[kernel.SLOT + at] = slot
    table[kernel.SEEN] = sum(1 << _NUMBERS[card] for card in pile if card is not None)
    table[kernel.HOME] = sum(
        1 << _NUMBERS[CARDS[suit * KING + rank]]
        for suit, height in enumerate(view.foundations)
        for rank in range(height)
    )
    passes, drawn, draw = view.rules.passes, len(view.waste), view.rules.draw
    is_fresh = passes is None and (drawn == len(pile) or drawn % draw == 0 or draw == 1)
    table[kernel.SIZE] = len(pile)
    # Without a limit these positions are one, so that the search gives the same hint in all of them.
    table[kernel.DRAWN] = 0 if is_fresh and None not in pile else drawn
    table[kernel.LEFT] = 1 if passes is None else passes - view.turns - 1
    return table, places


def _lay(table: Ints, places: list[int], place: int, card: Card | None) -> None:
    if card is None:
        places.append(place)
    else:
        table[place] = _NUMBERS[card]


def _unseen(view: PlayerView) -> Iterator[Card]:
    """Give the cards that have never been seen."""
    seen = {card for card in view.waste + view.stock if card is not None}
    for column in view.columns:
        seen.update(column.up)
        seen.update(card for card in column.remembered if card is not None)
    for card in CARDS:
        if card not in seen and card.rank > view.foundations[card.suit]:
            yield card


def _stand_in(view: PlayerView) -> Position:
    """Give a position that shows the same, any cards standing where the view tells none."""
    return Position(
        tuple(Column(CARDS[: column.down], column.up) for column in view.columns),
        tuple(card or CARDS[0] for card in view.stock),
        tuple(card or CARDS[0] for card in view.waste),
        view.foundations,
        view.turns,
    )


def _key_after(view: PlayerView, action: Move | Finish) -> int:
    """Give the key of the position after a move that turns no card up."""
    position = _stand_in(view)
    if isinstance(action, Move):
        position = position.apply(action, view.rules.draw)
    return position_key(position, view.rules)
