"""A player's figures: a page for all ranked games and one for each list, drawn and in words.

They are shown to whoever asks, and to nobody else; those of a member who does not want to be listed, and
those of private games, to that member alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.alt_text import ALT_LIMIT
from cogs.control import menu
from cogs.faults import FiguresHidden
from cogs.figures import RANKED, by_list, of_class, ranked, total
from cogs.i18n import speaker
from cogs.layouts import BoardMessage, notice
from cogs.leaderboard import value_text
from cogs.names import shown_name
from cogs.profile_card import ALL, Profile, card_of, described, page_title
from cogs.results import time_text
from data import ListClass, boards, figures, players

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from cogs.easel import Easel
    from cogs.figures import Figures
    from cogs.i18n import Say
    from cogs.looks import Looks
    from cogs.page_id import StatsPageId
    from cogs.sessions import Seat, Sessions
    from data import Standing

__all__ = ["Profiles", "profile_message"]

STATS_FILE: Final = "statistics.png"
WEEKS: Final = 12
POINTS: Final = 60
"""Points of a bankroll's course that can be told apart on the card."""
_VEGAS: Final = "V"
_PAGES: Final = frozenset(f"{draw}{scoring}" for draw in "13" for scoring in "NVCTB")


class Profiles:
    """Reads figures, and draws them beside the event loop."""

    def __init__(self, sessions: Sessions, easel: Easel, looks: Looks) -> None:
        self._sessions = sessions
        self._easel = easel
        self._looks = looks

    async def page(  # noqa: PLR0913 - whose figures, and how they are shown
        self,
        locale: str,
        asked: StatsPageId,
        reader: Seat,
        page: str = ALL,
        *,
        drawn: bool,
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> BoardMessage:
        """Make a page of figures of the reader's server.

        :param page: a list such as `3V`, or `ALL`; any other, and one that nobody has played, leads to `ALL`.
        :param drawn: whether a picture may be sent.
        :param names: of those who may never have played here, by their Discord ids.
        :raises FiguresHidden: somebody's figures are for that member alone.
        """
        now = self._sessions.clock()
        page = page if page in _PAGES else ALL
        shown = [
            await self._sessions.store.read(partial(_read, who=who, reader=reader, page=page, now=now))
            for who in asked.players
        ]
        shown = [
            one if one.name else replace(one, name=names.get(who, ""))
            for who, one in zip(asked.players, shown, strict=True)
        ]
        if page not in {ALL, *_lists(shown)}:
            return await self.page(locale, asked, reader, drawn=drawn, names=names)
        make = card_of(locale, shown, page) if drawn else None
        picture = await self._easel.statistics(make, await self._looks.of(reader.player)) if make else None
        return profile_message(locale, asked, shown, page, picture)


def _read(conn: Connection, who: int, reader: Seat, page: str, now: int) -> Profile:
    known = players.membership(conn, who, reader.guild)
    name = reader.name if who == reader.player else known.name if known else ""
    if who != reader.player and (not reader.guild or (known is not None and not known.listed)):
        raise FiguresHidden(name, private=not reader.guild)
    under = None if page == ALL else (int(page[0]), page[1])
    return Profile(
        name,
        boards.player_stats(conn, who, reader.guild),
        figures.bankroll_course(conn, who, reader.guild, POINTS)
        if under is None or under[1] == _VEGAS
        else (),
        figures.weeks(conn, who, reader.guild, now=now, count=WEEKS, under=under),
    )


def profile_message(
    locale: str, asked: StatsPageId, shown: Sequence[Profile], page: str, picture: bytes | None
) -> BoardMessage:
    """Lay a page out.

    :param shown: the player, and whoever is compared with them.
    :param picture: the card as PNG; None has the words alone.
    """
    say = speaker(locale)
    layout = notice(say("stats.title", page=page_title(say, page)))
    if picture is not None:
        alt = " ".join(described(locale, shown, page))[:ALT_LIMIT]
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{STATS_FILE}", description=alt)
        )
        layout.add_item(gallery)
    for one in shown:
        layout.add_item(ui.TextDisplay("\n".join(_words(say, one, page))))
    notes = "\n".join(_notes(say, shown, page))
    if notes:
        layout.add_item(ui.TextDisplay(notes))
    lists = _lists(shown)
    if lists:
        layout.add_item(ui.ActionRow(_menu(say, asked, lists, page)))
    return BoardMessage(layout, picture, STATS_FILE)


def _lists(shown: Sequence[Profile]) -> list[str]:
    """Name the lists that any of the players has a game in, in a fixed order."""
    found = {name for one in shown for name in by_list(one.standings)}
    return sorted(found, key=lambda name: (name[0], "NVCTB".index(name[1])))


def _menu(say: Say, asked: StatsPageId, lists: list[str], page: str) -> ui.Select[Any] | ui.Button[Any]:
    options = [discord.SelectOption(label=say("stats.all"), value=ALL, default=page == ALL)]
    options += [
        discord.SelectOption(label=page_title(say, name), value=name, default=name == page) for name in lists
    ]
    return menu(asked, say("menu.stats"), options)


def _words(say: Say, one: Profile, page: str) -> Iterator[str]:
    yield f"**{shown_name(one.name)}**" if one.name else f"**{say('result.somebody')}**"
    lists = by_list(one.standings)
    if not lists:
        yield say("stats.empty")
    elif page != ALL:
        yield from _list_words(say, lists.get(page, []), page[1]) or [say("stats.none-here")]
    else:
        yield from _all_words(say, lists)


def _list_words(say: Say, standings: Sequence[Standing], scoring: str) -> list[str]:
    """Tell the figures of each class in one list."""
    found = {cls: of_class(standings, cls) for cls in ListClass}
    return [
        say("stats.class", games=say(f"class.{cls}"), figures=" ".join(_sentences(say, one, scoring)))
        for cls, one in found.items()
        if one is not None
    ]


def _all_words(say: Say, lists: dict[str, list[Standing]]) -> Iterator[str]:
    """Tell the ranked games of each list, all of them together, and what else was played."""
    each = {name: ranked(standings) for name, standings in lists.items()}
    together = total(each.values())
    if together is None:
        yield say("stats.none-ranked")
    else:
        yield say("stats.together", figures=" ".join(_sentences(say, together)))
        for name, one in each.items():
            if one is not None:
                yield say("stats.class", games=page_title(say, name), figures=_played(say, one))
    for cls in ListClass:
        others = total(of_class(standings, cls) for standings in lists.values())
        if cls not in RANKED and others is not None:
            yield say("stats.class", games=say(f"class.{cls}"), figures=_played(say, others))


def _played(say: Say, one: Figures) -> str:
    return say("stats.played", n=one.games, wins=one.wins, rate=one.rate)


def _sentences(say: Say, one: Figures, scoring: str = "") -> Iterator[str]:
    yield _played(say, one)
    if one.best_streak:
        yield say("stats.streak", streak=one.streak, best=one.best_streak)
    if one.best_score is not None and one.mean_score is not None:
        score = value_text("score", scoring)
        yield say("stats.best", score=score(one.best_score), mean=score(one.mean_score))
    if one.moves_a_game is not None:
        yield say("stats.moves", n=one.moves_a_game)
    if one.fewest_moves is not None:
        yield say("stats.fewest", n=one.fewest_moves)
    if one.active_ms:
        yield say("stats.time", time=time_text(one.active_ms))


def _notes(say: Say, shown: Sequence[Profile], page: str) -> Iterator[str]:
    """Say what the figures count where that is not plain."""
    standings = [standing for one in shown for standing in one.standings]
    if page == ALL:
        if standings:
            yield say("stats.counts-all")
    elif any(
        standing.cls is ListClass.ASSISTED and f"{standing.draw}{standing.scoring}" == page
        for standing in standings
    ):
        yield say("stats.twice")
