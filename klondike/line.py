"""Carrying out a typed line on a game, one action at a time, as far as it is legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from klondike.errors import KlondikeError, NotationError, NotationFault
from klondike.intents import DrawTo, times
from klondike.moves import Undo
from klondike.notation import MAX_ACTIONS, parse, resolve

if TYPE_CHECKING:
    from klondike.game import Game
    from klondike.intents import Intent
    from klondike.moves import Action, Step
    from klondike.view import PlayerView

__all__ = ["Done", "LineResult", "look_ahead", "play_line"]


@dataclass(frozen=True, slots=True)
class Done:
    """One action that was carried out.

    :ivar intent: the part of the line that asked for it; a repeating one (`d3`) has several actions.
    :ivar step: what the action did; for an undo, what the action did that it took back.
    """

    intent: Intent
    action: Action
    step: Step


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of a line.

    :ivar intents: the line as it was understood.
    :ivar done: the actions that were carried out, in order.
    :ivar refused: the intent at which the line stopped; None if all of it was done.
    :ivar refusal: why: an `IllegalMove`, `AmbiguousMove`, `NothingToUndo` or `NothingToRedo`, or a
        `NotationError` with `TOO_MANY` where drawing to a card ran past what one line may do.
    """

    intents: tuple[Intent, ...]
    done: tuple[Done, ...]
    refused: Intent | None = None
    refusal: KlondikeError | None = None

    @property
    def asked(self) -> int:
        """How many actions the line asked for by its text; drawing to a card counts as one."""
        return sum(map(times, self.intents))

    @property
    def partly_done(self) -> int:
        """How many actions of the refused intent were carried out: 3 for `u5` with three left."""
        count = 0
        for done in reversed(self.done):
            if done.intent is not self.refused:
                break
            count += 1
        return count


def play_line(game: Game, text: str) -> LineResult:
    """Carry out a typed line; it stops at the first refusal, and what was done before stands.

    >>> from klondike import Deal, Game, Rules
    >>> result = play_line(Game(Deal(6), Rules.preset()), "d3 u5 d")
    >>> len(result.done), str(result.refused), result.refusal
    (6, 'u5', NothingToUndo())

    :raises NotationError: a part of the line is no move, or it asks for too much; nothing was done.
    """
    intents = tuple(parse(text))
    done: list[Done] = []
    for intent in intents:
        try:
            _play(game, intent, done)
        except KlondikeError as refusal:
            return LineResult(intents, tuple(done), intent, refusal.with_traceback(None))
    return LineResult(intents, tuple(done))


def look_ahead(game: Game, text: str) -> PlayerView | None:
    """Give what a player would see after a typed line, who may know it without playing it.

    None where not all of the line can be done, and likewise where it shows a card for the first time, so that
    nothing can be learnt of a card that was never seen. The game stays as it is.

    >>> from klondike import Deal, Game, Rules
    >>> game = Game(Deal(6), Rules.preset())
    >>> look_ahead(game, "d")  # the draw would show a new card
    >>> _ = play_line(game, "d u")
    >>> len(look_ahead(game, "d").waste)
    1
    """
    twin = game.fork()
    try:
        line = play_line(twin, text)
    except NotationError:
        return None
    return twin.view if line.refusal is None and twin.seen == game.seen else None


def _play(game: Game, intent: Intent, done: list[Done]) -> None:
    """Carry out one intent, adding its actions to those that were done."""
    played = 0
    while not (played and _is_complete(game, intent, played)):
        if len(done) == MAX_ACTIONS:
            raise NotationError(str(intent), NotationFault.TOO_MANY)
        action = resolve(intent, game.view)
        done.append(Done(intent, action, _carry_out(game, action)))
        played += 1


def _is_complete(game: Game, intent: Intent, played: int) -> bool:
    if isinstance(intent, DrawTo):
        return intent.card in game.view.fan
    return played == times(intent)


def _carry_out(game: Game, action: Action) -> Step:
    """Carry out an action and give the step that it made, took back or made again."""
    undone = game.newest
    game.play(action)
    step = undone if isinstance(action, Undo) else game.newest
    assert step is not None  # noqa: S101 - whatever was carried out was a step
    return step
