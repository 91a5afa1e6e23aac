"""A page of a leaderboard: asked from the store in one read, and laid out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.control import button, menu
from cogs.layouts import notice
from cogs.names import shown_name
from cogs.page_id import LISTS, RULES
from cogs.wording import DECK_SIZE, dollars
from data import boards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.page_id import BoardPageId
    from data import BoardPage, Store

__all__ = ["ROWS", "board_layout", "board_page", "value_text"]

ROWS: Final = 10
"""Rows of a leaderboard that fit a phone's screen."""
OWN: Final = "📍"
"""Marks the row of whoever asked, as it marks the button that leads to it."""


async def board_page(store: Store, guild: int, asked: BoardPageId, reader: int) -> BoardPage:
    """Read a page of a server's board, with the reader's own row of the same moment."""
    board = _board(guild, asked)
    return await store.read(lambda conn: boards.page(conn, board, reader, size=ROWS, number=asked.page))


def board_layout(
    say: Say, asked: BoardPageId, page: BoardPage, reader: str, note: str | None = None
) -> ui.LayoutView:
    """Lay a page out.

    :param asked: the board that was asked for; buttons lead to its other pages, menus to other boards.
    :param reader: the name of the one to whom the board is shown, who is told their own rank.
    :param note: said below the title, where there is something to say about the question.
    """
    text = "\n".join(_lines(say, asked, page, reader, note))
    layout = notice(text, *(_buttons(say, asked, page) if page.pages > 1 else ()))
    for control in _menus(say, asked):
        layout.add_item(ui.ActionRow(control))
    return layout


def value_text(board: str, scoring: str) -> Callable[[int], str]:
    """Give how a board writes the figure that it ranks by."""
    if board == "bankroll" or (board == "score" and scoring == "V"):
        return dollars
    if board == "score" and scoring in {"T", "B"}:
        return lambda value: f"{value}/{DECK_SIZE}"
    return str


def _board(guild: int, asked: BoardPageId) -> boards.Board:
    if asked.board == "bankroll":
        return boards.bankroll(guild)
    kind = boards.wins if asked.board == "wins" else boards.best_score
    return kind(boards.ListOf(guild, asked.draw, asked.scoring, asked.games))


def _title(say: Say, asked: BoardPageId) -> str:
    if asked.board == "bankroll":
        return say("leaderboard.bankroll")
    return say(f"leaderboard.{asked.board}", mode=_mode(say, asked), games=say(f"class.{asked.games}"))


def _lines(say: Say, asked: BoardPageId, page: BoardPage, reader: str, note: str | None) -> Iterator[str]:
    yield _title(say, asked)
    if note is not None:
        yield note
    yield say(f"leaderboard.counts-{asked.board}")
    if not page.players:
        yield say(f"leaderboard.empty-{asked.board}")
        return
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
    if page.own not in page.rows:
        yield _own(say, page, reader, value)
    yield say("leaderboard.page", page=page.number, pages=page.pages, n=page.players)


def _own(say: Say, page: BoardPage, reader: str, value: Callable[[int], str]) -> str:
    """Tell where the reader stands who is not on the page."""
    if page.own is None:
        return say("leaderboard.own-none", player=shown_name(reader))
    own = page.own
    return say("leaderboard.own", player=shown_name(own.name), rank=own.rank, value=value(own.value))


def _menus(say: Say, asked: BoardPageId) -> Iterator[Control]:
    """Give the menus that lead to the server's other boards, each with the entry of this one chosen."""
    lists = [
        discord.SelectOption(label=_list_name(say, to), value=to.listed, default=to.listed == asked.listed)
        for to in LISTS
    ]
    yield menu(replace(asked, page=1, menu="list"), say("menu.lists"), lists)
    if asked.board != "bankroll":
        rules = [
            discord.SelectOption(label=_mode(say, to), value=to.ruled, default=to.ruled == asked.ruled)
            for to in RULES
        ]
        yield menu(replace(asked, page=1, menu="rules"), say("menu.rules"), rules)


def _list_name(say: Say, asked: BoardPageId) -> str:
    name = say(f"choice.{asked.board}")
    if asked.board == "bankroll":
        return name
    return say("leaderboard.list", board=name, games=say(f"class.{asked.games}"))


def _mode(say: Say, asked: BoardPageId) -> str:
    return say("mode", draw=asked.draw, scoring=say(f"scoring.{asked.scoring}"))


def _buttons(say: Say, asked: BoardPageId, page: BoardPage) -> Iterator[Control]:
    before, after = replace(asked, page=page.number - 1), replace(asked, page=page.number + 1)
    yield button(before, say("button.page-before"), emoji="◀️", enabled=page.number > 1)
    yield button(after, say("button.page-after"), emoji="▶️", enabled=page.number < page.pages)
    yield button(replace(asked, page=None), say("button.page-own"), emoji=OWN)
