"""Rules as data: a variant is a `Rules` value (RULES.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Self

from klondike.errors import CodeError, CodePart

__all__ = ["RULES_VERSION", "Points", "Rules", "Scoring"]

RULES_VERSION: Final = 1
"""Stored with every game; raised when a change would replay an old log differently."""

UNDO_LIMIT: Final = 100
"""Actions that normal and Vegas remember."""

DRAWS: Final = (1, 3)
_UNSCORED: Final = "-unscored"


class Scoring(Enum):
    """The four families of scoring."""

    NORMAL = "normal"
    VEGAS = "vegas"
    CASUAL = "casual"
    TRADITIONAL = "traditional"


@dataclass(frozen=True, slots=True)
class Points:
    """What each event is worth.

    :ivar pays_once: a card that was taken back and goes up again pays nothing.
    :ivar floor: the score never falls below this.
    """

    start: int = 0
    home: int = 0
    waste_to_column: int = 0
    turned: int = 0
    take_back: int = 0
    recycle: int = 0
    pays_once: bool = False
    floor: int | None = None


_POINTS: Final = {
    Scoring.NORMAL: Points(home=10, waste_to_column=5, turned=5, recycle=-100, pays_once=True, floor=0),
    Scoring.VEGAS: Points(start=-52, home=5, pays_once=True),
    Scoring.CASUAL: Points(home=10, turned=5, take_back=-15),
    Scoring.TRADITIONAL: Points(home=1, take_back=-1),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One variant.

    :ivar draw: cards per draw, 1 or 3.
    :ivar passes: how often the stock may be gone through; None is without limit.
    :ivar take_back: whether a foundation's top card may go back onto a column.
    :ivar undo_limit: actions that the undo list holds; None is all.
    :ivar fanned: whether all drawn cards are seen, or only the last.
    :ivar scored: whether the score is shown and ranked.
    """

    draw: int
    scoring: Scoring
    passes: int | None
    take_back: bool
    undo_limit: int | None
    fanned: bool
    scored: bool = True

    @classmethod
    def preset(
        cls, *, draw: int = 1, scoring: str = "normal", takeback: bool | None = None, score: bool = True
    ) -> Self:
        """Build one of the published variants.

        :param scoring: `normal`, `vegas`, `casual` or `traditional`.
        :param takeback: the alternative rule of `traditional`; elsewhere take-back is always allowed.
        :param score: False switches the score off, in `casual` only.
        :raises ValueError: an unknown value, or an option that this scoring does not have.
        """
        family = Scoring(scoring)
        traditional = family is Scoring.TRADITIONAL
        if draw not in DRAWS:
            raise ValueError(f"draw: {draw!r}")
        if takeback is False and not traditional:
            raise ValueError(f"takeback: {takeback!r}")
        if not score and family is not Scoring.CASUAL:
            raise ValueError(f"score: {score!r}")
        limited = family in {Scoring.NORMAL, Scoring.VEGAS}
        return cls(
            draw=draw,
            scoring=family,
            passes=_passes(family, draw),
            take_back=bool(takeback) or not traditional,
            undo_limit=UNDO_LIMIT if limited else None,
            fanned=not traditional,
            scored=score,
        )

    @classmethod
    def from_letters(cls, draw: str, letter: str) -> Self:
        """Read the two rule parts of a deal code, such as `D3` and `V`.

        :raises CodeError: one of them is unknown.
        """
        if draw not in {f"D{n}" for n in DRAWS}:
            raise CodeError(CodePart.DRAW, draw)
        if letter not in _LETTERS:
            raise CodeError(CodePart.SCORING, letter)
        scoring, takeback = _LETTERS[letter]
        return cls.preset(draw=int(draw[1:]), scoring=scoring.value, takeback=takeback)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes, such as `D3V` or `D1C-unscored`.

        :raises ValueError: the text is no rules.
        """
        plain = text.removesuffix(_UNSCORED)
        rules = cls.from_letters(plain[:2], plain[2:])
        if plain == text:
            return rules
        return cls.preset(draw=rules.draw, scoring=rules.scoring.value, score=False)

    @property
    def letter(self) -> str:
        """The scoring letter of deal codes and lists: N, V, C, T or B."""
        if self.scoring is Scoring.TRADITIONAL:
            return "B" if self.take_back else "T"
        return self.scoring.name[0]

    @property
    def points(self) -> Points:
        """What each event is worth under these rules."""
        return _POINTS[self.scoring]

    @property
    def books_money(self) -> bool:
        """Whether a ranked game under these rules touches the bankroll."""
        return self.scoring is Scoring.VEGAS

    @property
    def winning_class(self) -> str:
        """All that decides which deals can be won: draw, passes and take-back, such as `D3-1-back`.

        Rules that share it can win the same deals by the same moves.
        """
        passes = "all" if self.passes is None else self.passes
        return f"D{self.draw}-{passes}{'-back' if self.take_back else ''}"

    def __str__(self) -> str:
        return f"D{self.draw}{self.letter}{'' if self.scored else _UNSCORED}"


_LETTERS: Final[dict[str, tuple[Scoring, bool | None]]] = {
    "N": (Scoring.NORMAL, None),
    "V": (Scoring.VEGAS, None),
    "C": (Scoring.CASUAL, None),
    "T": (Scoring.TRADITIONAL, None),
    "B": (Scoring.TRADITIONAL, True),
}


def _passes(family: Scoring, draw: int) -> int | None:
    if family is Scoring.VEGAS:
        return 1
    if family is Scoring.TRADITIONAL:
        return draw  # one pass with draw 1, three with draw 3
    return None
