"""The periods of a server's lists: all time, the season, the month and the week, all of them in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

__all__ = [
    "ALL_TIME",
    "DAY_MS",
    "GRACE_MS",
    "Period",
    "day_of",
    "day_over",
    "first_day_played",
    "keys_at",
    "past_season_key",
    "season_key",
]

ALL_TIME: Final = "all"
"""The key of the lists that were never begun anew; the first season is the same until a second one begins."""

DAY_MS: Final = 24 * 60 * 60 * 1000

GRACE_MS: Final = 60 * 60 * 1000
"""How long after midnight a try of the daily deal may still be finished: whoever began late has an hour, and
nobody waits longer than that for the day to be over for everybody."""


class Period(StrEnum):
    """What span of time a list covers."""

    ALL = "all"
    SEASON = "season"
    MONTH = "month"
    WEEK = "week"

    def key(self, now: int, season: int = 1) -> str:
        """Give the key of the list that covers the moment `now` (milliseconds UTC) in a season.

        A month is `2026-12`, a week (ISO 8601, from Monday) `2026-W49`, a season from the second on `s2`.
        """
        moment = datetime.fromtimestamp(now / 1000, UTC)
        match self:
            case Period.ALL:
                return ALL_TIME
            case Period.SEASON:
                return season_key(season)
            case Period.MONTH:
                return f"{moment:%Y-%m}"
            case Period.WEEK:
                return f"{moment:%G-W%V}"


def season_key(season: int) -> str:
    """Give the key of the lists of the season that runs."""
    return ALL_TIME if season == 1 else past_season_key(season)


def past_season_key(season: int) -> str:
    """Give the key of the lists of a season that is over."""
    return f"s{season}"


def keys_at(now: int, season: int = 1) -> tuple[str, ...]:
    """Give the keys of all lists that a game ended at `now` counts in."""
    return tuple(dict.fromkeys(period.key(now, season) for period in Period))


def day_of(now: int) -> int:
    """Give the day of a moment in milliseconds UTC, in days since 1970."""
    return now // DAY_MS


def day_over(day: int) -> int:
    """Give the moment (milliseconds UTC) from which a day is over for everybody."""
    return (day + 1) * DAY_MS + GRACE_MS


def first_day_played(now: int) -> int:
    """Give the oldest day that is not over for everybody at `now` (milliseconds UTC)."""
    return day_of(now - GRACE_MS)
