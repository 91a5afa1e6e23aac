"""`/klondike me look`: the looks side by side, and a menu in which choosing one saves it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ui

from cogs.alt_text import ALT_LIMIT, describe
from cogs.control import menu
from cogs.faults import RequestFault
from cogs.layouts import notice
from cogs.page_id import LookPageId
from cogs.places import may_attach, seat_of
from klondike import Deal, Game, Rules
from renderer import BACKS, THEMES

if TYPE_CHECKING:
    from cogs.answering import Answer
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.looks import Look, Looks
    from cogs.sessions import Sessions
    from cogs.table import Table
    from klondike import PlayerView

__all__ = ["LOOK_FILE", "Wardrobe", "look_layout", "sample"]

_log: Final = logging.getLogger(__name__)

LOOK_FILE: Final = "look.png"

_DEAL: Final = 33
_LINE: Final = "6f 6f 6f 62x1 13x1 31x2 37x1 3f d"


@cache
def sample() -> PlayerView:
    """Give the position on which looks are shown: a game in its middle, with every kind of place."""
    return Game.replay(Deal(_DEAL), Rules.preset(draw=3), _LINE).view


class Wardrobe:
    """Shows the looks and lets players choose theirs.

    :param table: where the boards are that change with their player's look.
    """

    def __init__(self, looks: Looks, easel: Easel, sessions: Sessions, table: Table) -> None:
        self._looks = looks
        self._easel = easel
        self._sessions = sessions
        self._table = table
        self._painted: dict[tuple[str, ...], bytes] = {}
        self._brush = asyncio.Lock()

    async def open(self, answer: Answer, say: Say) -> None:
        """Answer with all looks, and which one is the user's."""
        layout, files = await self._all(answer, say)
        await answer.say(layout, *files)

    async def choose(self, answer: Answer, menu: LookPageId, chosen: str, say: Say) -> None:
        """Save what was chosen in a menu, show it large, and redraw its player's board here.

        What there is no more changes nothing, and the looks of today are shown.
        """
        if chosen not in (BACKS if menu.backs else THEMES):
            layout, files = await self._all(answer, say)
            await answer.replace(layout, *files)
            return
        before = await self._looks.of(answer.interaction.user.id)
        look = replace(before, back=chosen) if menu.backs else replace(before, theme=chosen)
        await self._looks.choose(answer.interaction.user.id, look)
        layout, files = await self._saved(answer, look, say)
        await answer.replace(layout, *files)
        await self._redraw(answer, say)

    async def _all(self, answer: Answer, say: Say) -> tuple[ui.LayoutView, list[discord.File]]:
        look = await self._looks.of(answer.interaction.user.id)
        words = say("looks.yours", name=_name(say, look), back=say(f"back.{look.back}"))
        if not may_attach(answer.interaction):
            return look_layout(say, look, words), []
        backs = ", ".join(say(f"back.{back}") for back in BACKS)
        alt = say("looks.all-alt", names=", ".join(_names(say)), backs=backs)
        return look_layout(say, look, words, alt), [_file(await self._side_by_side(say))]

    async def _saved(self, answer: Answer, look: Look, say: Say) -> tuple[ui.LayoutView, list[discord.File]]:
        name, view = _name(say, look), sample()
        words = say("looks.saved", name=name, back=say(f"back.{look.back}"))
        if not may_attach(answer.interaction):
            return look_layout(say, look, words), []
        alt = f"{say('looks.sample-alt', name=name)} {describe(say, view)}"[:ALT_LIMIT]
        return look_layout(say, look, words, alt), [_file(await self._easel.show(view, say, look))]

    async def _side_by_side(self, say: Say) -> bytes:
        """Give the picture of all looks, painted once in each language."""
        names = _names(say)
        async with self._brush:
            if names not in self._painted:
                self._painted[names] = await self._easel.samples(sample(), say)
        return self._painted[names]

    async def _redraw(self, answer: Answer, say: Say) -> None:
        """Redraw the player's open board in this place; where it cannot be reached, its next move will."""
        try:
            turn = await self._sessions.glance(seat_of(answer.interaction))
            if turn is not None:
                await self._table.repaint(turn, say, stay=True)
        except (RequestFault, discord.HTTPException, aiohttp.ClientError) as error:
            _log.debug("a board keeps its look until its next move: %s", error)


def look_layout(say: Say, look: Look, words: str, alt: str | None = None) -> ui.LayoutView:
    """Lay the choice of a look out.

    :param look: the one in use, which the menu shows as chosen.
    :param alt: what its picture shows; None where there is none.
    """
    layout = notice(words)
    if alt is not None:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{LOOK_FILE}", description=alt)
        )
        layout.add_item(gallery)
    themes = [_option(say(f"look.{theme}"), theme, look.theme) for theme in THEMES]
    backs = [_option(say(f"back.{back}"), back, look.back) for back in BACKS]
    for page, title, options in (
        (LookPageId(), say("menu.looks"), themes),
        (LookPageId(backs=True), say("menu.backs"), backs),
    ):
        layout.add_item(ui.TextDisplay(f"-# {title}"))
        layout.add_item(ui.ActionRow(menu(page, title, options)))
    return layout


def _option(name: str, value: str, current: str) -> discord.SelectOption:
    return discord.SelectOption(label=name, value=value, default=value == current)


def _name(say: Say, look: Look) -> str:
    return say(f"look.{look.theme}")


def _names(say: Say) -> tuple[str, ...]:
    return tuple(say(f"look.{theme}") for theme in THEMES)


def _file(picture: bytes) -> discord.File:
    return discord.File(BytesIO(picture), LOOK_FILE)
