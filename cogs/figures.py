"""What a player's games add up to: of one class, of the ranked ones of a list, of several lists."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from data import ListClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from data import Standing

__all__ = ["RANKED", "Figures", "by_list", "of_class", "ranked", "total"]

RANKED: Final = (ListClass.CLEAN, ListClass.ASSISTED)


@dataclass(frozen=True, slots=True)
class Figures:
    """Sums of games. Scores and streaks belong to one list: over several lists they are None.

    :ivar counted: the games whose moves and time are in it; those with help are in the list with help alone.
    :ivar scored: the games whose scores `score_sum` adds up.
    """

    games: int = 0
    wins: int = 0
    counted: int = 0
    moves: int = 0
    active_ms: int = 0
    scored: int = 0
    score_sum: int = 0
    best_score: int | None = None
    fewest_moves: int | None = None
    streak: int | None = None
    best_streak: int | None = None

    @property
    def rate(self) -> str:
        """Wins of games in percent, as they are written."""
        return f"{100 * self.wins / max(self.games, 1):.1f}"

    @property
    def mean_score(self) -> int | None:
        """The mean of the scores, rounded; None where there are none."""
        return round(self.score_sum / self.scored) if self.scored else None

    @property
    def moves_a_game(self) -> int | None:
        """The mean of the moves, rounded; None where none were made."""
        return round(self.moves / self.counted) if self.counted and self.moves else None


def by_list(standings: Iterable[Standing]) -> dict[str, list[Standing]]:
    """Sort figures by the list that they belong to, which is called `3V` for draw 3, Vegas."""
    lists: dict[str, list[Standing]] = defaultdict(list)
    for standing in standings:
        lists[f"{standing.draw}{standing.scoring}"].append(standing)
    return dict(lists)


def of_class(standings: Sequence[Standing], cls: ListClass) -> Figures | None:
    """Give the figures of one class of one list, or None where no game of it has ended."""
    own = _one(standings, cls)
    if own is None:
        return None
    helped = _one(standings, ListClass.ASSISTED) if cls is ListClass.CLEAN else None
    return Figures(
        games=own.games,
        wins=own.wins,
        counted=own.games - (helped.games if helped else 0),
        moves=own.moves,
        active_ms=own.active_ms,
        scored=own.scored,
        score_sum=own.score_sum,
        best_score=own.best_score,
        fewest_moves=own.fewest_moves,
        streak=own.streak,
        best_streak=own.best_streak,
    )


def ranked(standings: Sequence[Standing]) -> Figures | None:
    """Give the figures of the ranked games of one list, with help or without; each game counts once.

    Its streaks are those without help, which a game with help ends.
    """
    clean, helped = (of_class(standings, cls) for cls in RANKED)
    if clean is None or helped is None:
        return clean
    both = (clean, helped)
    return Figures(
        games=clean.games,
        wins=clean.wins + helped.wins,
        counted=clean.games,
        moves=clean.moves + helped.moves,
        active_ms=clean.active_ms + helped.active_ms,
        scored=clean.scored + helped.scored,
        score_sum=clean.score_sum + helped.score_sum,
        best_score=max((one.best_score for one in both if one.best_score is not None), default=None),
        fewest_moves=min((one.fewest_moves for one in both if one.fewest_moves is not None), default=None),
        streak=clean.streak,
        best_streak=clean.best_streak,
    )


def total(parts: Iterable[Figures | None]) -> Figures | None:
    """Add up figures of several lists; None where there are none."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    return Figures(
        games=sum(part.games for part in there),
        wins=sum(part.wins for part in there),
        counted=sum(part.counted for part in there),
        moves=sum(part.moves for part in there),
        active_ms=sum(part.active_ms for part in there),
    )


def _one(standings: Sequence[Standing], cls: ListClass) -> Standing | None:
    return next((standing for standing in standings if standing.cls is cls), None)
