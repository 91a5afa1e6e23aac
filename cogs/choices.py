"""What a player chose for a new game, made whole from the code, the last choices and the defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from cogs.faults import OptionConflict
from klondike import DealCode, Rules, Scoring

if TYPE_CHECKING:
    from klondike import Deal

__all__ = ["Choice", "Remembered", "Settled", "settle"]

DEFAULT_DRAW: Final = 1
DEFAULT_SCORING: Final = Scoring.NORMAL


class Remembered(Protocol):
    """What is taken where a choice leaves something out; None for what was never chosen."""

    @property
    def draw(self) -> int | None:
        """How many cards a draw turns."""

    @property
    def scoring(self) -> str | None:
        """How a game is scored."""

    @property
    def take_back(self) -> bool | None:
        """Whether cards may come back from the foundations."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The options of `/klondike new` as they were given; None where left out.

    :ivar rules: complete rules from an earlier answer (a confirmation, "play again"); the rest is None then.
    :ivar winnable: whether the deal must be one that can be won under the rules.
    :ivar together: whether everybody in its channel may play.
    """

    draw: int | None = None
    scoring: str | None = None
    takeback: bool | None = None
    score: bool | None = None
    code: str | None = None
    rules: Rules | None = None
    winnable: bool = False
    together: bool = False


class Settled(NamedTuple):
    """The rules to play under, and the deal where one was chosen."""

    rules: Rules
    deal: Deal | None


def settle(choice: Choice, remembered: Remembered | None) -> Settled:
    """Make a choice whole.

    :raises OptionConflict: the options do not go together.
    :raises CodeError: the code is none.
    """
    if choice.code is not None and choice.winnable:
        raise OptionConflict("code-winnable")
    if choice.together and choice.code is not None:
        raise OptionConflict("code-together")
    if choice.together and choice.winnable:
        raise OptionConflict("winnable-together")
    if choice.code is not None:
        return _by_code(choice, DealCode.parse(choice.code))
    if choice.rules is not None:
        return Settled(choice.rules, None)
    draw = choice.draw or (remembered and remembered.draw) or DEFAULT_DRAW
    family = Scoring(choice.scoring or (remembered and remembered.scoring) or DEFAULT_SCORING)
    takeback = choice.takeback
    if takeback is None and choice.scoring is None and family is Scoring.TRADITIONAL and remembered:
        takeback = remembered.take_back
    return Settled(_preset(draw, family, takeback, choice.score), None)


def _preset(draw: int, family: Scoring, takeback: bool | None, score: bool | None) -> Rules:  # noqa: FBT001
    if takeback is False and family is not Scoring.TRADITIONAL:
        raise OptionConflict("takeback")
    if score is False and family is not Scoring.CASUAL:
        raise OptionConflict("score")
    return Rules.preset(draw=draw, scoring=family.value, takeback=takeback, score=score is not False)


def _by_code(choice: Choice, code: DealCode) -> Settled:
    rules = code.rules
    if choice.rules is not None:
        # From a confirmation: the rules say what the code cannot, that no score is kept.
        return Settled(choice.rules, code.deal)
    if choice.draw not in {None, rules.draw}:
        raise OptionConflict("code-draw")
    if choice.scoring not in {None, rules.scoring.value}:
        raise OptionConflict("code-scoring")
    if choice.takeback not in {None, rules.take_back}:
        raise OptionConflict("code-takeback")
    return Settled(_preset(rules.draw, rules.scoring, rules.take_back, choice.score), code.deal)
