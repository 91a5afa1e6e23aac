"""Days in words: their names, which deal they have, and when the next one comes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from babel.dates import format_skeleton

from data.periods import DAY_MS

if TYPE_CHECKING:
    from cogs.i18n import Say

__all__ = ["date_text", "day_mode", "next_text", "relative_time", "year_text"]

_SECOND_MS = 1000


def date_text(say: Say, day: int) -> str:
    """Write a day (days since 1970 UTC) without its year, such as "1 December"."""
    return _written(say, day, "MMMMd")


def year_text(say: Say, day: int) -> str:
    """Write a day (days since 1970 UTC) with its year, such as "1 December 2026"."""
    return _written(say, day, "yMMMMd")


def day_mode(say: Say, day: int, draw: int) -> str:
    """Name what is played on a day, such as "Daily deal of 1 December · draw 3"."""
    return say("daily.mode", date=date_text(say, day), draw=draw)


def next_text(say: Say, now: int) -> str:
    """Tell when the next deal comes, as every reader's own clock shows it; `now` in milliseconds UTC."""
    return say("daily.next", time=relative_time((now // DAY_MS + 1) * DAY_MS))


def relative_time(moment: int) -> str:
    """Write a moment (milliseconds UTC) so that Discord shows how far off it is."""
    return f"<t:{moment // _SECOND_MS}:R>"


def _written(say: Say, day: int, skeleton: str) -> str:
    # The language of the text around it, whichever the reader asked for.
    moment = datetime.fromtimestamp(day * DAY_MS / _SECOND_MS, UTC)
    return format_skeleton(skeleton, moment, locale=say("daily.date-locale"))
