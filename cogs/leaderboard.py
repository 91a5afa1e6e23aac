"""A page of a leaderboard: asked from the store in one read, and laid out in words or as a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.alt_text import ALT_LIMIT
from cogs.control import button, menu
from cogs.i18n import speaker
from cogs.layouts import BoardMessage, notice
from cogs.names import plain_name, shown_name
from cogs.page_id import LISTS
from cogs.spans import Span, next_begins, span_text
from cogs.wording import DECK_SIZE, dollars
from data import RATED_GAMES, ListClass, Period, boards, guilds
from renderer import RankingCard, RankingRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.page_id import BoardPageId
    from data import BoardPage, Store

__all__ = ["ROWS", "Listing", "board_page", "ranking_card", "ranking_message", "value_text"]

ROWS: Final = 10
"""Rows of a leaderboard that fit a phone's screen."""
OWN: Final = "📍"
"""Marks the row of whoever asked, as it marks the button that leads to it."""
RANKING_FILE: Final = "leaderboard.png"

_KINDS: Final = {
    "wins": boards.wins,
    "rate": boards.rate,
    "streak": boards.streak,
    "score": boards.best_score,
    "moves": boards.fewest_moves,
}


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of a board with the span that it covers.

    :ivar asked: the board that was asked for; buttons lead to its other pages, menus to other boards.
    :ivar reader: the name of the one to whom it is shown, who is told their own rank.
    """

    asked: BoardPageId
    page: BoardPage
    span: Span
    reader: str

    @property
    def spanned(self) -> bool:
        """Whether it covers a span of time; the bankroll is never begun anew."""
        return self.asked.board != "bankroll"


async def board_page(
    store: Store, guild: int, asked: BoardPageId, reader: int, now: int
) -> tuple[BoardPage, Span]:
    """Read a page of a server's board, with the reader's own row of the same moment.

    :param now: milliseconds UTC, which chooses the month and the week.
    """

    def read(conn: Connection) -> tuple[BoardPage, Span]:
        season = guilds.season_of(conn, guild)
        is_all = asked.span is Period.SEASON and season == 1
        span = Span(Period.ALL if is_all else asked.span, season, now)
        board = _board(guild, asked, span.key)
        return boards.page(conn, board, reader, size=ROWS, number=asked.page), span

    return await store.read(read)


def ranking_message(
    locale: str,
    listing: Listing,
    note: str | None = None,
    *,
    picture: bytes | None = None,
    drawable: bool = True,
) -> BoardMessage:
    """Lay a page out.

    :param note: said below the title, where there is something to say about the question.
    :param picture: the rows as PNG; None has them in words.
    :param drawable: whether a picture could be sent.
    """
    say = speaker(locale)
    lines = list(_head(locale, listing, note))
    rows = [] if picture is not None else list(_rows(say, listing))
    layout = notice("\n".join([*lines, *rows, *_foot(say, listing)]))
    if picture is not None:
        alt = "\n".join(_alt(locale, listing))[:ALT_LIMIT]
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{RANKING_FILE}", description=alt)
        )
        layout.add_item(gallery)
    controls = list(_buttons(say, listing, drawn=picture is not None, drawable=drawable))
    if controls:
        layout.add_item(ui.ActionRow(*controls))
    for control in _menus(say, listing):
        layout.add_item(ui.ActionRow(control))
    return BoardMessage(layout, picture, RANKING_FILE)


def ranking_card(locale: str, listing: Listing) -> RankingCard:
    """Say what the picture of a page shows."""
    say, asked, page = speaker(locale), listing.asked, listing.page
    value = value_text(asked.board, asked.scoring)
    return RankingCard(
        title=say(f"choice.{asked.board}"),
        lines=[_list_text(say, asked), *([span_text(locale, listing.span)] if listing.spanned else [])],
        rows=[
            RankingRow(f"{row.rank}.", row.name, value(row.value), own=row == page.own) for row in page.rows
        ],
        somebody=say("result.somebody"),
        foot=_page_text(say, page).removeprefix("-# "),
    )


def value_text(board: str, scoring: str) -> Callable[[int], str]:
    """Give how a board writes the figure that it ranks by."""
    if board == "rate":
        return lambda value: f"{value / 10:.1f} %"
    if board == "bankroll" or (board == "score" and scoring == "V"):
        return dollars
    if board == "score" and scoring in {"T", "B"}:
        return lambda value: f"{value}/{DECK_SIZE}"
    return str


def _board(guild: int, asked: BoardPageId, period: str) -> boards.Board:
    if asked.board == "bankroll":
        return boards.bankroll(guild)
    return _KINDS[asked.board](boards.ListOf(guild, asked.draw, asked.letter, asked.games, period))


def _list_text(say: Say, asked: BoardPageId) -> str:
    """Name the games that a board ranks."""
    if asked.board == "bankroll":
        return say("leaderboard.bankroll-games")
    return say("leaderboard.games", mode=_mode(say, asked), games=say(f"class.{asked.games}"))


def _head(locale: str, listing: Listing, note: str | None) -> Iterator[str]:
    say, asked, period = speaker(locale), listing.asked, listing.span.period
    yield say("leaderboard.title", board=say(f"choice.{asked.board}"), games=_list_text(say, asked))
    if listing.spanned:
        at = next_begins(period, listing.span.now)
        ends = "" if at is None else say("span.next", at=f"<t:{at}:f>")
        yield say("span.line", span=span_text(locale, listing.span), ends=ends).strip()
    if note is not None:
        yield note
    yield say(f"leaderboard.counts-{asked.board}", least=RATED_GAMES)


def _rows(say: Say, listing: Listing) -> Iterator[str]:
    asked, page = listing.asked, listing.page
    if not page.players:
        own = asked.games if asked.games in {ListClass.DAILY, ListClass.RACE} else asked.board
        yield say(f"leaderboard.empty-{own}", least=RATED_GAMES)
    value = value_text(asked.board, asked.scoring)
    for row in page.rows:
        line = say(
            "leaderboard.row",
            rank=row.rank,
            name=shown_name(row.name),
            value=value(row.value),
            wins=row.wins,
            n=row.games,
        )
        yield f"{line} {OWN}" if row == page.own else line


def _foot(say: Say, listing: Listing) -> Iterator[str]:
    page = listing.page
    if page.players:
        if page.own not in page.rows:
            yield _own(say, listing)
        yield _page_text(say, page)


def _page_text(say: Say, page: BoardPage) -> str:
    return say("leaderboard.page", page=page.number, pages=page.pages, n=page.players)


def _own(say: Say, listing: Listing) -> str:
    """Tell where the reader stands who is not on the page."""
    own, value = listing.page.own, value_text(listing.asked.board, listing.asked.scoring)
    if own is None:
        return say("leaderboard.own-none", player=shown_name(listing.reader))
    return say("leaderboard.own", player=shown_name(own.name), rank=own.rank, value=value(own.value))


def _alt(locale: str, listing: Listing) -> Iterator[str]:
    """Describe the picture: what it ranks, and each row."""
    say, asked = speaker(locale), listing.asked
    span = f" · {span_text(locale, listing.span)}" if listing.spanned else ""
    yield f"{say(f'choice.{asked.board}')} · {_list_text(say, asked)}{span}"
    value = value_text(asked.board, asked.scoring)
    for row in listing.page.rows:
        yield f"{row.rank}. {plain_name(row.name)} {value(row.value)}"


def _menus(say: Say, listing: Listing) -> Iterator[Control]:
    """Give the menus that lead to the server's other boards, each with the entry of this one chosen."""
    asked = listing.asked
    lists = [
        discord.SelectOption(label=_list_name(say, to), value=to.listed, default=to.listed == asked.listed)
        for to in LISTS
    ]
    yield menu(replace(asked, page=1, menu="list"), say("menu.lists"), lists)
    if asked.rules:
        rules = [
            discord.SelectOption(label=_mode(say, to), value=to.ruled, default=to.ruled == asked.ruled)
            for to in asked.rules
        ]
        yield menu(replace(asked, page=1, menu="rules"), say("menu.rules"), rules)
    if listing.spanned:
        spans = [
            discord.SelectOption(label=say(f"choice.{to}"), value=to, default=to is listing.span.period)
            for to in listing.span.offered
        ]
        yield menu(replace(asked, page=1, menu="span"), say("menu.spans"), spans)


def _list_name(say: Say, asked: BoardPageId) -> str:
    name = say(f"choice.{asked.board}")
    if asked.board == "bankroll":
        return name
    return say("leaderboard.list", board=name, games=say(f"class.{asked.games}"))


def _mode(say: Say, asked: BoardPageId) -> str:
    return say("mode", draw=asked.draw, scoring=say(f"scoring.{asked.letter}"))


def _buttons(say: Say, listing: Listing, *, drawn: bool, drawable: bool) -> Iterator[Control]:
    asked, page = listing.asked, listing.page
    if page.pages > 1:
        before, after = replace(asked, page=page.number - 1), replace(asked, page=page.number + 1)
        yield button(before, say("button.page-before"), emoji="◀️", enabled=page.number > 1)
        yield button(after, say("button.page-after"), emoji="▶️", enabled=page.number < page.pages)
        yield button(replace(asked, page=None), say("button.page-own"), emoji=OWN)
    if page.players and drawn:
        yield button(_same(listing, drawn=False), say("button.as-text"), emoji="📄")
    elif page.players and drawable:
        yield button(_same(listing, drawn=True), say("button.as-picture"), emoji="🖼️")


def _same(listing: Listing, *, drawn: bool) -> BoardPageId:
    return replace(listing.asked, page=listing.page.number, drawn=drawn, menu="drawn")
