"""Spans of time of a leaderboard: the one that runs, its name, when the next begins. Imports no Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cogs.i18n import month_text, short_day_text, speaker
from data import Period
from data.periods import DAY_MS

__all__ = ["Span", "next_begins", "span_text"]


@dataclass(frozen=True, slots=True)
class Span:
    """The span that a page covers.

    :ivar season: the number of the season that runs; until a second one begins it is the same as all time.
    :ivar now: milliseconds UTC.
    """

    period: Period
    season: int
    now: int

    @property
    def key(self) -> str:
        """Which lists are asked for."""
        return self.period.key(self.now, self.season)

    @property
    def offered(self) -> tuple[Period, ...]:
        """The spans that there are to choose from."""
        return tuple(period for period in Period if period is not Period.SEASON or self.season > 1)


def next_begins(period: Period, now: int) -> int | None:
    """Give the moment at which a month or week ends and the next one begins, in seconds since 1970 UTC.

    >>> next_begins(Period.MONTH, 1_798_675_200_000) == datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    True
    """
    today = datetime.fromtimestamp(now / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if period is Period.WEEK:
        return round((today + timedelta(days=7 - today.weekday())).timestamp())
    if period is Period.MONTH:
        return round((today.replace(day=28) + timedelta(days=4)).replace(day=1).timestamp())
    return None


def span_text(locale: str, span: Span) -> str:
    """Name the span that runs: the week by its number and days, the month, the season."""
    say, moment = speaker(locale), datetime.fromtimestamp(span.now / 1000, UTC)
    if span.period is Period.MONTH:
        return say("span.this-month", month=month_text(locale, span.now))
    if span.period is Period.WEEK:
        monday = span.now - moment.weekday() * DAY_MS
        first, last = (short_day_text(locale, day) for day in (monday, monday + 6 * DAY_MS))
        return say("span.this-week", number=moment.isocalendar().week, first=first, last=last)
    if span.period is Period.SEASON and span.season > 1:
        return say("span.this-season", number=span.season)
    return say("span.all")
