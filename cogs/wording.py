"""Moves, scores and refusals in words. Knows the engine's values and a voice, nothing of Discord."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from klondike import Card, Finish, Help, Move, Pile, Redo, Scoring, Undo
from klondike.cards import CARDS, KING
from klondike.intents import DrawTo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.i18n import Say
    from data import GameRecord
    from klondike import PlayerView, Rules, Step
    from klondike.line import Done

__all__ = [
    "Entry",
    "cards_text",
    "counted_text",
    "dollars",
    "done_text",
    "entries",
    "example",
    "mode_text",
    "money_text",
    "move_places",
    "move_text",
    "moves_in",
    "pass_text",
    "pile_text",
    "recycle_cost",
    "score_pair",
    "score_text",
    "status_pairs",
    "step_text",
]

DECK_SIZE: Final = len(CARDS)

LISTED_ACTIONS: Final = 6
"""Actions of one line that the answer tells one by one; more would push the board off a phone's screen."""


_RESIGN: Final = "resign"
_NO_MOVES: Final = frozenset({_RESIGN, *(kind.value for kind in Help)})


def dollars(amount: int) -> str:
    """Write dollars as every language does: `+$208`, `$0`, `-$52`."""
    sign = "+" if amount > 0 else "-" if amount < 0 else ""
    return f"{sign}${abs(amount)}"


def score_text(rules: Rules, score: int) -> str:
    """Write a score as its scoring counts: dollars, cards home, or points."""
    if rules.scoring is Scoring.VEGAS:
        return dollars(score)
    if rules.scoring is Scoring.TRADITIONAL:
        return f"{score}/{DECK_SIZE}"
    return str(score)


def mode_text(say: Say, rules: Rules) -> str:
    """Name the variant, such as "Draw 3, Vegas"."""
    return say("mode", draw=rules.draw, scoring=say(f"scoring.{rules.letter}"))


def moves_in(log: str) -> int:
    """Count the moves of a game that stand, as its picture does: undone ones, help and giving up are none.

    >>> moves_in("d 35x1 u hint d resign")
    2
    """
    tokens = log.split()
    undone = 2 * tokens.count(str(Undo()))
    return len(tokens) - undone - sum(token in _NO_MOVES for token in tokens)


def counted_text(say: Say, record: GameRecord) -> str:
    """Tell how far a game is: its moves, and where more was done than moves stand, all its actions too."""
    moves, given_up = moves_in(record.log), record.log.endswith(_RESIGN)
    if record.ply - given_up > moves:
        return say("board.move-of-actions", number=moves, actions=record.ply)
    return say("board.move", number=moves)


def pass_text(say: Say, view: PlayerView) -> str:
    """Write the pass through the stock: "2 of 3", or "2" where the rules set no limit."""
    if view.rules.passes is None:
        return str(view.pass_number)
    return say("pass.of", number=view.pass_number, limit=view.rules.passes)


def status_pairs(say: Say, view: PlayerView) -> tuple[tuple[str, str], ...]:
    """Give the label and value pairs of the picture's status strip."""
    return (
        *score_pair(say, view),
        (say("status.moves"), str(view.moves)),
        (say("status.pass"), pass_text(say, view)),
        (say("status.draw", draw=view.rules.draw), say(f"scoring.{view.rules.letter}")),
    )


def score_pair(say: Say, view: PlayerView) -> tuple[tuple[str, str], ...]:
    """Give the label and the value of the score; nothing where none is kept."""
    if view.score is None:
        return ()
    return ((_score_label(say, view.rules), score_text(view.rules, view.score)),)


def _score_label(say: Say, rules: Rules) -> str:
    return say("status.home") if rules.scoring is Scoring.TRADITIONAL else say("status.score")


def cards_text(cards: Sequence[Card | None]) -> str:
    """Write cards with spaces between, such as "7♥ 6♠"."""
    return " ".join("?" if card is None else card.symbol for card in cards)


def pile_text(say: Say, pile: Pile) -> str:
    """Name a pile: "column 3", "the waste", "the foundation"."""
    if pile.column is not None:
        return say("pile.column", number=pile.column + 1)
    return say(f"pile.{'foundation' if pile.suit is not None else pile.name.lower()}")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a menu or a suggestion offers: the line that it plays, and what it says of it.

    :ivar typed: the line as a player would type it.
    """

    value: str
    label: str
    places: str
    typed: str


def entries(say: Say, view: PlayerView) -> list[Entry]:
    """List what can be chosen now: the legal moves in pile order, then the cards to draw to."""
    moves = [
        Entry(str(move), move_text(say, view, move), move_places(say, view, move), typed(view, move))
        for move in view.legal_moves
    ]
    return [*moves, *_draw_entries(say, view)]


def _draw_entries(say: Say, view: PlayerView) -> Iterator[Entry]:
    """Offer each stock card that was seen and comes to the top in this pass, in the order of drawing.

    The one that a single draw brings is left to the draw. None is left out or put first by merit.
    """
    draw, size = view.rules.draw, len(view.stock)
    if view.outcome is not None:
        return
    for drawn in (*range(2 * draw, size, draw), size):
        card, times = view.stock[drawn - 1] if drawn > draw else None, -(-drawn // draw)
        if card is not None:
            line, label = str(DrawTo(card)), say("move.draw-to", card=card.symbol, n=times)
            yield Entry(line, label, say("move.draw-to-places", card=card.symbol), line)


def move_text(say: Say, view: PlayerView, move: Move) -> str:
    """Write a legal move by its cards, such as "7♥ 6♠ → 8♣"; used on menus and in suggestions."""
    if move.source is Pile.STOCK:
        return say("move.draw", n=min(view.rules.draw, len(view.stock)))
    if move.target is Pile.STOCK:
        return say("move.recycle", n=len(view.waste))
    cards = cards_text(moving(view, move))
    if move.target is Pile.FOUNDATION:
        return say("move.home", cards=cards)
    column = view.columns[move.target.column or 0]
    if not column.up:
        return say("move.to-empty", cards=cards)
    return say("move.onto", cards=cards, onto=column.up[-1].symbol)


def move_places(say: Say, view: PlayerView, move: Move) -> str:
    """Write where a legal move goes from and to, such as "column 3 to column 5"."""
    if move.source is Pile.STOCK:
        return say("move.draw-places", n=len(view.stock))
    if move.target is Pile.STOCK:
        cost = recycle_cost(view)
        return say("move.recycle-costs", points=cost) if cost else say("move.recycle-places")
    return say("move.places", source=pile_text(say, move.source), target=pile_text(say, move.target))


def recycle_cost(view: PlayerView) -> int:
    """Give the points that turning the waste over would take now, which the floor of the score may lessen."""
    points = view.rules.points
    if view.score is None or points.floor is None:
        return -points.recycle
    return min(-points.recycle, view.score - points.floor)


def money_text(say: Say, record: GameRecord) -> str:
    """Tell what becomes of the dollars of a game that is given up; nothing where it books none."""
    return say("resign.money", amount=dollars(record.booked)) if record.books else ""


def moving(view: PlayerView, move: Move) -> tuple[Card | None, ...]:
    """Give the cards that a legal move from the waste, a column or a foundation carries."""
    if move.source is Pile.WASTE:
        return view.waste[-1:]
    if move.source.suit is not None:
        return (CARDS[move.source.suit * KING + view.foundations[move.source.suit] - 1],)
    return view.columns[move.source.column or 0].up[-move.count :]


def typed(view: PlayerView, move: Move) -> str:
    """Write a legal move as a player would type it: by its cards where that is shorter to understand."""
    if Pile.STOCK in {move.source, move.target}:
        return str(move)
    head = moving(view, move)[0]
    if move.target.column is None:
        return f"{head} f"
    column = view.columns[move.target.column]
    return f"{head} {column.up[-1]}" if column.up else f"{head} e"


def example(view: PlayerView) -> str | None:
    """Give one typed move that would work now: the first on the table, not the best; None where none is.

    Drawing comes before taking a card back from its foundation, which hardly anybody wants.
    """
    moves = sorted(view.legal_moves, key=_remoteness)
    return typed(view, moves[0]) if moves else None


def _remoteness(move: Move) -> int:
    if move.source.suit is not None:
        return 2
    return int(Pile.STOCK in {move.source, move.target})


def done_text(say: Say, view: PlayerView, done: Sequence[Done]) -> str:
    """Tell what was done: each action of a short line, the number and the last one of a long line."""
    parts = list(_done_parts(say, view.rules, done))
    if len(parts) <= LISTED_ACTIONS:
        return " ".join(parts)
    return f"{say('done.count', n=len(done))} {parts[-1]}"


def _done_parts(say: Say, rules: Rules, done: Sequence[Done]) -> Iterator[str]:
    """Tell each action; several undos in a row, and redos in a row, by their number."""
    for kind, group in groupby(done, key=lambda item: type(item.action)):
        items = list(group)
        steps = [step_text(say, rules, item.step, back=kind is Undo) for item in items]
        if kind is Undo:
            yield say("done.undo", n=len(items)) if len(items) > 1 else say("done.undo-one", action=steps[0])
        elif kind is Redo:
            yield say("done.redo", n=len(items)) if len(items) > 1 else say("done.redo-one", action=steps[0])
        else:
            yield from steps


def step_text(say: Say, rules: Rules, step: Step, *, back: bool = False) -> str:
    """Tell what a step did, or what it was that has been taken back."""
    text = _what_text(say, step)
    if step.turned and not back:
        text += " " + say("done.turned", card=step.turned.symbol)
    points = -step.points if back else step.points
    if points and rules.scored and rules.scoring is not Scoring.TRADITIONAL:
        amount = dollars(points) if rules.scoring is Scoring.VEGAS else f"{points:+d}"
        text += " " + say("done.points", points=amount)
    return text


def _what_text(say: Say, step: Step) -> str:
    if isinstance(step.action, Finish):
        return say("done.finish")
    move = step.action
    if move.source is Pile.STOCK:
        return say("done.draw", cards=cards_text(step.cards))
    if move.target is Pile.STOCK:
        return say("done.recycle")
    return say(
        "done.move",
        cards=cards_text(step.cards),
        source=pile_text(say, move.source),
        target=pile_text(say, move.target),
    )
