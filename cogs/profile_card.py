"""The card of a page of figures: what is drawn on it, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cogs.figures import Figures, by_list, ranked, total
from cogs.i18n import short_day_text, speaker
from cogs.leaderboard import value_text
from cogs.names import plain_name
from cogs.results import time_text
from cogs.wording import dollars
from data import figures
from renderer import Bar, Chart, StatisticsCard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cogs.i18n import Say
    from data import Standing
    from data.figures import Balance, Week

__all__ = ["ALL", "Profile", "card_of", "described", "page_title"]

ALL: Final = "all"
"""The page of all ranked games together."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player in a server.

    :ivar course: of the Vegas bankroll; empty where there is none, and on pages of other lists.
    :ivar weeks: the last weeks of the page that was asked for, the newest last.
    """

    name: str
    standings: Sequence[Standing] = ()
    course: Sequence[Balance] = ()
    weeks: Sequence[Week] = ()


def page_title(say: Say, page: str) -> str:
    """Name a page of figures by the list that it shows."""
    return say("stats.all") if page == ALL else say("mode", draw=page[0], scoring=say(f"scoring.{page[1]}"))


def card_of(locale: str, shown: Sequence[Profile], page: str) -> Callable[[], StatisticsCard] | None:
    """Give what makes the card of a page; nothing where no ranked game is there to draw."""
    drawn = [_ranked(one, page) for one in shown]
    if not any(one.games for one in drawn):
        return None
    say = speaker(locale)
    other = shown[1].name or say("result.somebody") if len(shown) > 1 else None
    return lambda: StatisticsCard(
        title=page_title(say, page),
        player=shown[0].name,
        somebody=say("result.somebody"),
        figures=_card_figures(say, drawn, page),
        charts=_charts(locale, shown),
        other=other,
    )


def _ranked(one: Profile, page: str) -> Figures:
    lists = by_list(one.standings)
    found = total(map(ranked, lists.values())) if page == ALL else ranked(lists.get(page, []))
    return found or Figures()


def _card_figures(
    say: Say, drawn: Sequence[Figures], page: str
) -> list[tuple[str, str] | tuple[str, str, str]]:
    columns = [_pairs(say, one, page) for one in drawn]
    if len(columns) == 1:
        return list(columns[0])
    return [(caption, mine, theirs) for (caption, mine), (_, theirs) in zip(*columns, strict=True)]


def _pairs(say: Say, one: Figures, page: str) -> list[tuple[str, str]]:
    """Give captions and values, the same captions for everybody on a page."""
    none = say("stats.no-value")
    pairs = [
        (say("figure.games"), str(one.games)),
        (say("figure.wins"), str(one.wins)),
        (say("figure.rate"), say("leaderboard.percent", rate=one.rate) if one.games else none),
    ]
    if page != ALL:
        score = value_text("score", page[1])
        pairs += [
            (say("figure.streak"), none if one.best_streak is None else str(one.best_streak)),
            (say("figure.best"), none if one.best_score is None else score(one.best_score)),
            (say("figure.mean"), none if one.mean_score is None else score(one.mean_score)),
        ]
        moves = one.moves_a_game
        pairs.append((say("figure.moves"), none if moves is None else str(moves)))
    pairs.append((say("figure.time"), time_text(one.active_ms) if one.active_ms else none))
    return pairs


def _charts(locale: str, shown: Sequence[Profile]) -> list[Chart]:
    """Give the bankroll and the weeks of one player, or the weeks of both."""
    say = speaker(locale)
    charts = []
    if len(shown) == 1 and len(shown[0].course) > 1:
        charts.append(_course_chart(locale, shown[0].course))
    for one in shown:
        if any(week.games for week in one.weeks):
            alone = len(shown) == 1
            heading = say("chart.weeks") if alone else say("chart.weeks-of", player=one.name)
            charts.append(_weeks_chart(locale, one, heading))
    return charts


def _course_chart(locale: str, course: Sequence[Balance]) -> Chart:
    amounts = [balance.dollars for balance in course]
    return Chart(
        speaker(locale)("chart.bankroll"),
        (dollars(min(amounts)), dollars(max(amounts))),
        (short_day_text(locale, course[0].at), short_day_text(locale, course[-1].at)),
        course=amounts,
    )


def _weeks_chart(locale: str, one: Profile, heading: str) -> Chart:
    first, last = (
        short_day_text(locale, round(figures.week_begins(one.weeks[end].key).timestamp() * 1000))
        for end in (0, -1)
    )
    bars = [Bar(week.games, week.wins) for week in one.weeks]
    return Chart(heading, ("0", str(max(week.games for week in one.weeks))), (first, last), bars=bars)


def described(locale: str, shown: Sequence[Profile], page: str) -> Iterator[str]:
    """Describe the card: whose it is, every figure, and the charts."""
    say = speaker(locale)
    names = [plain_name(one.name) if one.name else say("result.somebody") for one in shown]
    yield say("stats.alt", page=page_title(say, page), player=" · ".join(names))
    drawn = [_ranked(one, page) for one in shown]
    yield ", ".join(f"{caption} {' · '.join(values)}" for caption, *values in _card_figures(say, drawn, page))
    if len(shown) == 1 and len(shown[0].course) > 1:
        amounts = [balance.dollars for balance in shown[0].course]
        yield say(
            "stats.alt-bankroll",
            low=dollars(min(amounts)),
            high=dollars(max(amounts)),
            now=dollars(amounts[-1]),
        )
    for name, one in zip(names, shown, strict=True):
        if any(week.games for week in one.weeks):
            weeks = ", ".join(f"{week.wins}/{week.games}" for week in one.weeks)
            yield say("stats.alt-weeks", player=name, weeks=weeks)
