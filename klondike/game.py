"""A game in play: the one mutable object of the engine."""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, Self

from klondike import legality, scoring
from klondike.deal import DealCode
from klondike.errors import GameOver, IllegalMove, NothingToRedo, NothingToUndo, Reason
from klondike.moves import Finish, Help, Move, Pile, Redo, Step, Undo
from klondike.position import ALL_HOME, Column, Position
from klondike.view import Outcome, PlayerView, column_view, position_key, recall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from klondike.cards import Card
    from klondike.deal import Deal
    from klondike.moves import Action
    from klondike.rules import Rules

__all__ = ["Game"]

_RESIGN = "resign"
_CHANGING = (deque, list, set)
"""What of a game is changed in place."""
_HOME: Position = Position((Column((), ()),) * 7, (), foundations=ALL_HOME)


class _State(NamedTuple):
    position: Position
    tally: scoring.Tally
    moves: int


class _Entry(NamedTuple):
    """One undoable action; `revealed` tells whether it showed a card's face for the first time."""

    before: _State
    after: _State
    step: Step
    revealed: bool


class Game:
    """One game under one set of rules.

    >>> from klondike import Deal, Game, Move, Rules
    >>> game = Game(Deal(6), Rules.preset(draw=1, scoring="normal"))
    >>> game.push(Move.parse("d")).points
    0
    >>> game.undo()
    1
    >>> game.assisted  # the draw had shown a new card
    True
    """

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.deal = deal
        self.rules = rules
        self._points = rules.points
        self._state = _State(Position.start(deal.cards), scoring.Tally(self._points.start), 0)
        self._undo: deque[_Entry] = deque(maxlen=rules.undo_limit)
        self._redo: list[_Entry] = []
        self._tokens: list[str] = []
        self._seen = sum(column.up[0].bit for column in self._state.position.columns)
        self._trail: list[Position] = []
        self._visited: set[int] = set()
        self._last: Step | None = None
        self._outcome: Outcome | None = None
        self._assisted = False
        self._booked = self._points.start
        self._enter(self._state)

    @classmethod
    def from_code(cls, code: DealCode | str) -> Self:
        """Start the game that a deal code names.

        :raises CodeError: the text is no code.
        """
        parsed = DealCode.parse(code) if isinstance(code, str) else code
        return cls(parsed.deal, parsed.rules)

    @classmethod
    def replay(cls, deal: Deal, rules: Rules, log: str | Iterable[str]) -> Self:
        """Rebuild a game from its log: the same undo and redo lists, seen cards and marks.

        :raises KlondikeError: the log is not one of this deal under these rules.
        """
        game = cls(deal, rules)
        for token in log.split() if isinstance(log, str) else log:
            game._replay_token(token)
        return game

    def fork(self) -> Self:
        """Give a copy that goes on by itself."""
        twin = copy(self)
        changing = {name: copy(value) for name, value in vars(self).items() if isinstance(value, _CHANGING)}
        vars(twin).update(changing)
        return twin

    # What is so

    @property
    def log(self) -> str:
        """Every action in order, as canonical texts with spaces between."""
        return " ".join(self._tokens)

    @property
    def ply(self) -> int:
        """How many entries the log has."""
        return len(self._tokens)

    @property
    def seen(self) -> int:
        """The cards whose faces have been shown, undone actions included, as bits."""
        return self._seen

    @property
    def score(self) -> int:
        """The score: points, dollars, or cards home, as the rules count."""
        return self._state.tally.score

    @property
    def booked(self) -> int:
        """The dollars that a ranked Vegas game has booked so far, its buy-in included."""
        return self._booked

    @property
    def assisted(self) -> bool:
        """Whether the player has had help (RULES.md section 5); never undone."""
        return self._assisted

    @property
    def moves(self) -> int:
        """Actions that stand, undone ones not counted."""
        return self._state.moves

    @property
    def standing(self) -> tuple[str, ...]:
        """The actions that stand, undone ones left out: as a log they lead to the same position."""
        kept: list[str] = []
        undone: list[str] = []
        for token in self._tokens:
            match token:
                case "u":
                    undone.append(kept.pop())
                case "redo":
                    kept.append(undone.pop())
                case "resign" | "hint" | "code":
                    pass
                case _:
                    kept.append(token)
        return tuple(kept)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in pile order; none once the game is over."""
        return () if self._outcome else legality.legal_moves(self._state.position, self.rules)

    @property
    def undoable(self) -> int:
        """How many actions can be undone now."""
        return 0 if self._outcome else len(self._undo)

    @property
    def newest(self) -> Step | None:
        """What the newest action that stands did, which an undo would take back; None at the start."""
        return self._undo[-1].step if self._undo else None

    @property
    def redoable(self) -> int:
        """How many undone actions can be played again now."""
        return 0 if self._outcome else len(self._redo)

    @property
    def cards_home(self) -> int:
        """Cards on the foundations now, 0 to 52."""
        return sum(self._state.position.foundations)

    def outcome(self) -> Outcome | None:
        """Tell how the game ended, or None while it is open."""
        return self._outcome

    @property
    def view(self) -> PlayerView:
        """What the player may know now."""
        position = self._state.position
        self._visited.update(position_key(passed, self.rules) for passed in self._trail)
        self._trail.clear()
        return PlayerView(
            rules=self.rules,
            columns=tuple(column_view(column, self._seen) for column in position.columns),
            stock=recall(position.stock, self._seen),
            waste=recall(position.waste, self._seen),
            foundations=position.foundations,
            turns=position.turns,
            score=self.score if self.rules.scored else None,
            moves=self.moves,
            undoable=self.undoable,
            undo_helps=bool(self.undoable) and self._undo[-1].revealed,
            redoable=self.redoable,
            assisted=self._assisted,
            outcome=self._outcome,
            last=self._last,
            visited=frozenset(self._visited),
        )

    # What can be done

    def play(self, action: Action) -> None:
        """Carry out any action.

        :raises IllegalMove: as `push` and `finish` do.
        :raises NothingToUndo: as `undo` does; `NothingToRedo` likewise.
        """
        match action:
            case Move():
                self.push(action)
            case Undo():
                self.undo()
            case Redo():
                self.redo()
            case Finish():
                self.finish()

    def push(self, move: Move) -> Step:
        """Make a move.

        :raises IllegalMove: with the rule that it breaks; nothing has changed.
        """
        self._check_open(move)
        position = self._state.position
        reason = legality.refusal(position, move, self.rules)
        if reason is not None:
            raise self._illegal(move, reason)
        cards = position.taken(move, self.rules.draw)
        turned = _turned(position, move)
        tally = self._state.tally.after(move, cards, turned, self._points)
        seen = cards if self.rules.fanned or move.source is not Pile.STOCK else cards[-1:]
        step = Step(move, seen, turned, tally.score - self._state.tally.score)
        after = position.carry(move, cards)
        self._do(step, _State(after, tally, self._state.moves + 1), str(move))
        return step

    def finish(self) -> Step:
        """Send every card home as one action that scores each card singly, and win.

        :raises IllegalMove: a card lies face down, or the stock or the waste is not empty.
        """
        self._check_open(Finish())
        position, tally = self._state.position, self._state.tally
        if not legality.can_finish(position):
            raise self._illegal(Finish(), Reason.NOT_FINISHABLE)
        cards = sorted((c for column in position.columns for c in column.up), key=lambda c: (c.rank, c.suit))
        for card in cards:
            tally = tally.home(card, self._points)
        step = Step(Finish(), tuple(cards), None, tally.score - self.score)
        self._do(step, _State(_HOME._replace(turns=position.turns), tally, self._state.moves + 1), "finish")
        return step

    def undo(self, count: int = 1) -> int:
        """Take actions back, newest first, and give how many were.

        :param count: the most to undo; fewer are undone where the list holds fewer.
        :raises NothingToUndo: the undo list is empty.
        """
        self._check_open(Undo())
        if not self._undo:
            raise NothingToUndo
        done = min(count, len(self._undo))
        for _ in range(done):
            entry = self._undo.pop()
            self._redo.append(entry)
            self._assisted |= entry.revealed
            self._last = None
            self._enter(entry.before)
            self._tokens.append("u")
        return done

    def redo(self, count: int = 1) -> int:
        """Play undone actions again and give how many were.

        :raises NothingToRedo: the redo list is empty.
        """
        self._check_open(Redo())
        if not self._redo:
            raise NothingToRedo
        done = min(count, len(self._redo))
        for _ in range(done):
            entry = self._redo.pop()
            self._undo.append(entry)
            self._last = entry.step
            self._enter(entry.after)
            self._tokens.append("redo")
        return done

    def resign(self) -> None:
        """Give the game up; it is final then.

        :raises GameOver: it is over already.
        """
        self._check_open(_RESIGN)
        self._outcome = Outcome.GIVEN_UP
        self._tokens.append(_RESIGN)

    def take_help(self, kind: Help) -> None:
        """Note that the player asked for help: the game is assisted from now on.

        :raises GameOver: a game that is over cannot become assisted.
        """
        self._check_open(kind.value)
        self._assisted = True
        self._tokens.append(kind.value)

    # How

    def _check_open(self, what: object) -> None:
        if self._outcome is not None:
            raise GameOver(what)

    def _illegal(self, move: Move | Finish, reason: Reason) -> IllegalMove:
        card = onto = None
        if isinstance(move, Move):
            position = self._state.position
            cards = legality.lifted(position, move.source, move.count)
            card = None if isinstance(cards, Reason) else cards[0]
            column = move.target.column
            onto = next(iter(position.columns[column].up[-1:]), None) if column is not None else None
        return IllegalMove(move, reason, card=card, onto=onto)

    def _do(self, step: Step, after: _State, token: str) -> None:
        shown = _shown(step, after.position, fanned=self.rules.fanned)
        self._undo.append(_Entry(self._state, after, step, bool(shown & ~self._seen)))
        self._redo.clear()
        self._seen |= shown
        self._last = step
        self._enter(after)
        self._tokens.append(token)

    def _enter(self, state: _State) -> None:
        """Make a state the current one: the one place that notices a win and books dollars."""
        self._state = state
        self._trail.append(state.position)
        self._booked = scoring.book(self._booked, state.tally.score, assisted=self._assisted)
        if state.position.won:
            self._outcome = Outcome.WON

    def _replay_token(self, token: str) -> None:
        match token:
            case "u":
                self.undo()
            case "redo":
                self.redo()
            case "finish":
                self.finish()
            case "resign":
                self.resign()
            case "hint" | "code":
                self.take_help(Help(token))
            case _:
                self.push(Move.parse(token))


def _turned(before: Position, move: Move) -> Card | None:
    """Give the face-down card that a legal move uncovers."""
    if move.source.column is None:
        return None
    column = before.columns[move.source.column]
    return column.down[-1] if column.down and move.count == len(column.up) else None


def _shown(step: Step, after: Position, *, fanned: bool) -> int:
    """Give the set of cards whose faces an action shows, new or not."""
    shown = step.turned.bit if step.turned else 0
    if not isinstance(step.action, Move):
        return shown
    if step.action.source is Pile.STOCK:
        for card in step.cards:
            shown |= card.bit
    elif not fanned and step.action.source is Pile.WASTE and after.waste:
        shown |= after.waste[-1].bit
    return shown
