"""What an intent means on the table of this moment: one legal action, or the rule that forbids it.

Only the player's view is asked, so no answer can depend on a hidden card. What was decided:

- A card that cannot be seen is `NOT_VISIBLE` wherever it lies: in the stock, face down, deeper in the
  waste than its fan. The error carries it only if its player has seen it before. One that is seen but
  covered is `BURIED`; where a covered card was named to be gone *to*, both errors carry it as `onto`,
  and they have no `onto` otherwise.
- A foundation's cards cannot be tapped: they are home (`FOUNDATION_TO_FOUNDATION`).
- A card that is named as the place to go to and is the top of its foundation stands for that
  foundation, for the next card of its suit; others get `FOUNDATION_ORDER`.
- An error carries `card` and `onto` as far as the player knows where they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from klondike import legality
from klondike.cards import KING, Card
from klondike.errors import AmbiguousMove, GameOver, IllegalMove, NothingToRedo, NothingToUndo, Reason
from klondike.intents import (
    DoubleTap,
    DrawIntent,
    DrawTo,
    EmptyColumn,
    FinishIntent,
    MoveIntent,
    RecycleIntent,
    RedoIntent,
    Tap,
    UndoIntent,
)
from klondike.moves import COLUMNS, DRAW, RECYCLE, Finish, Move, Pile, Redo, Undo

if TYPE_CHECKING:
    from klondike.intents import Intent, Place, Target
    from klondike.moves import Action
    from klondike.view import PlayerView

__all__ = ["resolve"]

_FOUNDATIONS = frozenset({Pile.FOUNDATION, *legality.FOUNDATION_PILES})


def resolve(intent: Intent, view: PlayerView) -> Action:
    """Give the one legal action that an intent stands for now.

    An intent that repeats (`d3`, `u5`, `d 7h`) is resolved to its next action.

    :raises IllegalMove: the rules forbid it, with the most telling reason.
    :raises AmbiguousMove: several moves fit (`f4`).
    :raises NothingToUndo: as it says; `NothingToRedo` likewise.
    :raises GameOver: the game has ended.
    """
    if view.outcome is not None:
        raise GameOver(intent)
    match intent:
        case DrawTo():
            return _draw_to(intent, view)
        case DrawIntent() | RecycleIntent():
            draws = isinstance(intent, DrawIntent) and (view.stock or not intent.may_recycle)
            return _legal(intent, view, DRAW if draws else RECYCLE)
        case UndoIntent() | RedoIntent() | FinishIntent():
            return _command(intent, view)
        case Tap():
            return _tap(intent, view)
        case DoubleTap():
            return _double_tap(intent, view)
        case MoveIntent():
            return _move(intent, view)


def _refuse(intent: Intent, reason: Reason, card: Card | None = None, onto: Card | None = None) -> NoReturn:
    raise IllegalMove(intent, reason, card=card, onto=onto)


def _legal(intent: Intent, view: PlayerView, move: Move) -> Move:
    """Give a move back if it is legal."""
    reason = legality.refusal(view, move, view.rules)
    if reason is None:
        return move
    if move in {DRAW, RECYCLE}:
        _refuse(intent, reason)
    cards = legality.lifted(view, move.source, move.count)
    if isinstance(cards, Reason):
        _refuse(intent, reason)
    _refuse(intent, reason, cards[0], _top(view, move.target))


def _top(view: PlayerView, target: Pile) -> Card | None:
    """Give the card that lies on top of a column; None for an empty one and any other pile."""
    up = view.columns[target.column].up if target.column is not None else ()
    return up[-1] if up else None


def _draw_to(intent: DrawTo, view: PlayerView) -> Move:
    card = intent.card
    if card not in view.stock:
        seen = view.has_seen(card)
        _refuse(intent, Reason.NOT_IN_STOCK if seen else Reason.NOT_VISIBLE, card if seen else None)
    ahead, size = view.stock.index(card) + 1, len(view.stock)
    if not view.rules.fanned and ahead % view.rules.draw and ahead != size:
        # Only the last of the drawn cards is seen, and this one comes out beneath it.
        _refuse(intent, Reason.BURIED, card)
    return DRAW


def _command(intent: UndoIntent | RedoIntent | FinishIntent, view: PlayerView) -> Action:
    match intent:
        case UndoIntent():
            if not view.undoable:
                raise NothingToUndo
            return Undo()
        case RedoIntent():
            if not view.redoable:
                raise NothingToRedo
            return Redo()
        case FinishIntent():
            if not view.can_finish:
                _refuse(intent, Reason.NOT_FINISHABLE)
            return Finish()


# Where cards lie


def _locate(intent: Intent, view: PlayerView, card: Card) -> tuple[Pile, int]:
    """Give the pile of a card that may be lifted and how many cards would be."""
    for pile, column in zip(legality.COLUMN_PILES, view.columns, strict=True):
        if card in column.up:
            return pile, len(column.up) - column.up.index(card)
    if not view.is_visible(card):
        _refuse(intent, Reason.NOT_VISIBLE, card if view.has_seen(card) else None)
    pile = Pile.WASTE if card in view.fan else Pile.of_suit(card.suit)
    if legality.pile_top(view, pile) is not card:
        _refuse(intent, Reason.BURIED, card)
    return pile, 1


def _source(intent: Tap | DoubleTap | MoveIntent, view: PlayerView, place: Place) -> tuple[Pile, int]:
    return _locate(intent, view, place) if isinstance(place, Card) else (place, 1)


def _aim(intent: MoveIntent, view: PlayerView, source: Pile, target: Target) -> Pile:
    """Give the pile that a target stands for."""
    match target:
        case Pile():
            return target
        case EmptyColumn():
            return _empty_column(view) or _refuse(intent, Reason.NO_EMPTY_COLUMN)
        case Card():
            return _aim_at_card(intent, view, source, target)


def _aim_at_card(intent: MoveIntent, view: PlayerView, source: Pile, card: Card) -> Pile:
    mover = intent.source if isinstance(intent.source, Card) else None
    for pile, column in zip(legality.COLUMN_PILES, view.columns, strict=True):
        if card in column.up:
            covered = pile is not source and card is not column.up[-1]
            return _refuse(intent, Reason.BURIED, mover, card) if covered else pile
    if not view.is_visible(card):
        _refuse(intent, Reason.NOT_VISIBLE, onto=card if view.has_seen(card) else None)
    if card in view.fan:
        _refuse(intent, Reason.NO_SUCH_TARGET, mover, card)
    if legality.pile_top(view, Pile.of_suit(card.suit)) is not card:
        _refuse(intent, Reason.BURIED, mover, card)
    return Pile.of_suit(card.suit)


def _empty_column(view: PlayerView) -> Pile | None:
    columns = zip(legality.COLUMN_PILES, view.columns, strict=True)
    return next((pile for pile, column in columns if not column.up), None)


# Taps


def _tap(intent: Tap, view: PlayerView) -> Move:
    pile, count = _source(intent, view, intent.place)
    _check_tapped(intent, view, pile)
    if count > 1:
        _refuse(intent, Reason.BURIED, view.columns[pile.column or 0].up[-count])
    return _legal(intent, view, Move(pile, Pile.FOUNDATION))


def _check_tapped(intent: Tap | DoubleTap, view: PlayerView, pile: Pile) -> None:
    """Refuse a tap on a foundation: its cards are home."""
    if pile not in _FOUNDATIONS:
        return
    heights = view.foundations if pile.suit is None else (view.foundations[pile.suit],)
    reason = Reason.FOUNDATION_TO_FOUNDATION if any(heights) else Reason.EMPTY_FOUNDATION
    _refuse(intent, reason, intent.place if isinstance(intent.place, Card) else None)


def _double_tap(intent: DoubleTap, view: PlayerView) -> Move:
    pile, count = _source(intent, view, intent.place)
    _check_tapped(intent, view, pile)
    home = Move(pile, Pile.FOUNDATION, count)
    if count == 1 and legality.refusal(view, home, view.rules) is None:
        return home
    cards = legality.lifted(view, pile, count)
    if isinstance(cards, Reason):
        _refuse(intent, cards)
    target = _longest_taker(view, pile, cards[0])
    if target is None and cards[0].rank == KING:
        target = _empty_column(view)
    move = Move(pile, target, count) if target else None
    if move is None or legality.is_void(view, move):
        _refuse(intent, Reason.NO_PLACE, cards[0])
    return _legal(intent, view, move)


def _longest_taker(view: PlayerView, source: Pile, card: Card) -> Pile | None:
    """Give the longest column, face-down cards counted, with a card that takes this one; ties leftmost."""
    takers = [
        index
        for index, column in enumerate(view.columns)
        if column.up and index != source.column and legality.fits(card, column.up)
    ]
    if not takers:
        return None
    lengths = {index: view.columns[index].down + len(view.columns[index].up) for index in takers}
    return Pile.column_at(max(takers, key=lambda index: (lengths[index], COLUMNS - index)))


# Moves


def _move(intent: MoveIntent, view: PlayerView) -> Move:
    if intent.source is Pile.STOCK or intent.target is Pile.STOCK:
        return _turn(intent, view)
    source, count = _source(intent, view, intent.source)
    if source is Pile.FOUNDATION:
        return _take_back_any(intent, view)
    cards = legality.lifted(view, source, count)
    if isinstance(cards, Reason):
        _refuse(intent, cards)
    target = _aim(intent, view, source, intent.target)
    if isinstance(intent.target, Card) and target.suit not in {None, cards[0].suit}:
        # A card at home stands for its own suit's foundation only.
        _refuse(intent, Reason.FOUNDATION_ORDER, cards[0], intent.target)
    if isinstance(intent.source, Card):
        if target in _FOUNDATIONS and count > 1:
            _refuse(intent, Reason.BURIED, intent.source)
        return _legal(intent, view, Move(source, target, count))
    if intent.count is None and source.column is not None and target.column is not None:
        return _fitting(intent, view, source, target)
    return _legal(intent, view, Move(source, target, intent.count or 1))


def _turn(intent: MoveIntent, view: PlayerView) -> Move:
    """Read a move from the stock or to it: stock to waste draws, waste to stock recycles."""
    if intent.source is not Pile.STOCK:
        return (
            _legal(intent, view, RECYCLE)
            if intent.source is Pile.WASTE
            else _refuse(intent, Reason.NO_SUCH_TARGET)
        )
    return _legal(intent, view, DRAW) if intent.target is Pile.WASTE else _refuse(intent, Reason.STOCK_CARD)


def _fitting(intent: MoveIntent, view: PlayerView, source: Pile, target: Pile) -> Move:
    """Move the one count of a column's cards that fits on another column, or tell why none does."""
    up, onto = view.columns[source.column or 0].up, view.columns[target.column or 0].up
    count = legality.fitting_count(up, onto) if source is not target else None
    if count is None and source is not target and onto and len(up) > 1:
        _refuse(intent, Reason.NO_COUNT_FITS, up[0], onto[-1])
    # A single card, or an empty target: the first face-up card tells the reason.
    return _legal(intent, view, Move(source, target, count or len(up) or 1))


def _take_back_any(intent: MoveIntent, view: PlayerView) -> Move:
    """Take back the one foundation card that fits on the target."""
    piles = [pile for pile, height in zip(legality.FOUNDATION_PILES, view.foundations, strict=True) if height]
    if not piles:
        _refuse(intent, Reason.EMPTY_FOUNDATION)
    target = _aim(intent, view, Pile.FOUNDATION, intent.target)
    moves = [Move(pile, target, intent.count or 1) for pile in piles]
    fitting = [move for move in moves if legality.refusal(view, move, view.rules) is None]
    if len(fitting) > 1:
        raise AmbiguousMove(str(intent), fitting)
    return fitting[0] if fitting else _legal(intent, view, _most_telling(view, moves))


def _most_telling(view: PlayerView, moves: list[Move]) -> Move:
    """Give the take-back that comes nearest to fitting: the closest rank, other colour first."""
    onto = _top(view, moves[0].target)

    def distance(move: Move) -> tuple[int, bool]:
        card = legality.pile_top(view, move.source)
        if onto is None or isinstance(card, Reason):
            return 0, False
        return abs(onto.rank - 1 - card.rank), card.red is onto.red

    return min(moves, key=distance)
