"""Animated pictures of games that are over, made beside the event loop while their player sees how far."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import aiohttp
import discord
from discord import ui

from cogs.clip_id import ClipId
from cogs.control import button
from cogs.errors import explain
from cogs.faults import Busy, MissingRights, NotOver, NotYours, UnknownBoard
from cogs.film_id import NOBODY, FilmId, Playback
from cogs.films import played
from cogs.i18n import speaker
from cogs.layouts import clip_message, notice
from cogs.looks import Look
from cogs.news import result_text
from cogs.pause import Pause
from cogs.places import Right, hindrances, may_attach
from cogs.together import may_look_back
from cogs.wording import mode_text
from cogs.workbench import Halted

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.answering import Answer
    from cogs.desk import Desk
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.layouts import BoardMessage
    from cogs.looks import Looks
    from cogs.sessions import Sessions
    from cogs.workbench import Workbench
    from data import GameRecord
    from klondike import Game, PlayerView

__all__ = ["Clip", "Clips", "clip_page"]

_log: Final = logging.getLogger(__name__)

KEPT: Final = 4
"""Pictures kept for being shared; most take half a megabyte, the largest ten."""

EVERY_SECONDS: Final = 2.0
"""How often the answer says how far the picture is."""

LONGEST_SECONDS: Final = 12 * 60.0
"""When making one is given up: Discord takes no answer after 15 minutes."""

_PER_CENT: Final = 100


_Key = tuple[int, str, Look]
"""Game, language and look."""


class Clip(NamedTuple):
    """A game's animated picture.

    :ivar last: the board at its end.
    :ivar boards: how many boards it shows, of how many in `total`.
    """

    gif: bytes
    last: PlayerView
    boards: int
    total: int


class Clips:
    """Gives players the animated pictures of their games, and shares them.

    :ivar pause: between two pictures of one game that all are shown.
    """

    def __init__(self, desk: Desk, sessions: Sessions, easel: Easel, looks: Looks, bench: Workbench) -> None:
        self._desk = desk
        self._sessions = sessions
        self._easel = easel
        self._looks = looks
        self._bench = bench
        self._kept: OrderedDict[_Key, Clip] = OrderedDict()
        self.pause = Pause()

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press that asks for a picture, or shares one."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            asked = ClipId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            if asked is None:
                raise UnknownBoard(0)
            record = await self._sessions.record(asked.game)
            if not await may_look_back(self._sessions.store, record, interaction.user.id):
                raise NotYours(record)
            await self.give(answer, record, share=asked.share)

    async def give(self, answer: Answer, record: GameRecord, *, share: bool = False) -> None:
        """Answer with a game's animated picture; whose it is was checked before.

        :param share: show it to all, and not to its player alone.
        :raises NotOver: it still goes on, for its player or for others, or somebody plays the same deal.
        :raises ShownJustNow: all were shown it within the last minute.
        :raises MissingRights: no picture may be sent here.
        :raises StillWorking: the player waits for something else that is worked out.
        """
        interaction = answer.interaction
        say = speaker(interaction.locale.value)
        if not may_attach(interaction):
            raise MissingRights(hindrances(interaction) or (Right.ATTACH,))
        await self._require_over(record)
        look = await self._looks.of(record.player_discord_id)
        key = (record.id, interaction.locale.value, look)
        clip = self._kept.get(key)
        if clip is not None:
            await self._hand_out(answer, record, clip, share=share)
            return
        game = await self._sessions.replay(record)
        with self._bench.only(interaction.user.id):
            await answer.say(_progress(say, 0))
            try:
                clip = await self._made(answer, game, record, look)
                await self._require_over(record)  # somebody may have started it anew meanwhile
                self._keep(key, clip)
                await self._replace(answer, record, clip, share=share)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told in place of what was promised
                await answer.amend(notice(explain(say, error)))

    async def _hand_out(self, answer: Answer, record: GameRecord, clip: Clip, *, share: bool) -> None:
        page = clip_page(record, clip, speaker(answer.interaction.locale.value), share=share)
        if not share:
            await answer.say(page.layout, *page.files())
            return
        with self.pause.once(record.id):
            await answer.post(page)

    async def _replace(self, answer: Answer, record: GameRecord, clip: Clip, *, share: bool) -> None:
        """Put a picture in place of its progress, or post it and say so there."""
        say = speaker(answer.interaction.locale.value)
        if share:
            await self._hand_out(answer, record, clip, share=True)
            await answer.amend(notice(say("clip.posted")))
        else:
            page = clip_page(record, clip, say, share=False)
            await answer.amend(page.layout, page.files)

    async def _require_over(self, record: GameRecord) -> None:
        if not await self._sessions.is_over_for_all(record):
            raise NotOver

    def _keep(self, key: _Key, clip: Clip) -> None:
        self._kept[key] = clip
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _made(self, answer: Answer, game: Game, record: GameRecord, look: Look) -> Clip:
        """Make a picture, and tell now and then how far it is."""
        say = speaker(answer.interaction.locale.value)
        meter = _Meter(answer.came + LONGEST_SECONDS)

        def work(stop: Callable[[], bool]) -> Clip:
            meter.stop = stop
            views = [frame.view for frame in played(game)]
            animation = self._easel.animate(views, say, look, f"#{record.id}", meter.note)
            return Clip(animation.data, views[-1], animation.boards, len(views))

        making = asyncio.ensure_future(self._bench.run(work))
        try:
            while not (await asyncio.wait({making}, timeout=EVERY_SECONDS))[0]:
                await _tell(answer, _progress(say, meter.share))
            return making.result()
        finally:
            meter.left = True
            making.cancel()


class _Meter:
    """How far a picture is, told from its thread and read on the event loop.

    :ivar left: whether nobody waits for it any more.
    """

    def __init__(self, end: float) -> None:
        self._end = end
        self.share = 0.0
        self.left = False
        self.stop: Callable[[], bool] = lambda: False

    def note(self, share: float) -> None:
        """Take a share down.

        :raises Halted: it is wanted no more.
        :raises Busy: it takes too long to be answered.
        """
        if self.left or self.stop():
            raise Halted
        if time.monotonic() > self._end:
            raise Busy
        self.share = share


def clip_page(record: GameRecord, clip: Clip, say: Say, *, share: bool) -> BoardMessage:
    """Lay out an animated picture.

    :param share: as all are shown it: with its player's name, and without controls.
    """
    mode = mode_text(say, clip.last.rules)
    lines = [result_text(say, clip.last)]
    if clip.boards < clip.total:
        lines.append(say("clip.fewer", n=clip.boards, total=clip.total))
    if share:
        head, rows = say("clip.shared", player=f"<@{record.player_discord_id}>", mode=mode), []
    else:
        head = say("film.playback", id=record.id, mode=mode)
        steps = button(FilmId(Playback(record.id), 0, NOBODY), say("button.steps"), emoji="⏮️")
        rows = [ui.ActionRow(steps, button(ClipId(record.id, share=True), say("button.share"), emoji="📣"))]
    return clip_message(clip.last, say, clip.gif, head=head, words="\n".join(lines), rows=rows)


def _progress(say: Say, share: float) -> ui.LayoutView:
    return notice(say("clip.working", percent=int(share * _PER_CENT)))


async def _tell(answer: Answer, layout: ui.LayoutView) -> None:
    """Say how far it is; where that fails, the picture itself may still get through."""
    try:
        await answer.amend(layout)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        _log.debug("progress was not shown: %s", error)
