"""Where boards live: posted once, edited after each action, posted anew when they cannot be edited."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs import places
from cogs.answering import TooLate
from cogs.chronicle import last_text
from cogs.daily_news import daily_news
from cogs.errors import explain
from cogs.faults import MissingRights, ThreadLocked
from cogs.layouts import BoardMessage, board_message
from cogs.patience import patiently
from cogs.places import Right
from cogs.report import may_show_all
from cogs.shown import Shown
from cogs.threads import is_fresh, open_thread
from cogs.traffic import Traffic
from data import Kind, deeds, guilds

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from cogs.answering import Answer
    from cogs.compiled import Compiled
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.looks import Looks
    from cogs.sessions import Sessions, Turn
    from data import GameRecord, GuildSettings

__all__ = ["REACTION_DRAW", "REACTION_UNDO", "Table", "is_private"]

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)

REACTION_DRAW: Final = "🎴"
REACTION_UNDO: Final = "↩️"

MISSING_PERMISSIONS: Final = 50013
ARCHIVED: Final = 50083
GONE: Final = frozenset({10003, 10008, 30046, 50001, MISSING_PERMISSIONS, ARCHIVED})
"""Discord's answers for a board that can no longer be edited where it is: unknown channel or message,
too many edits of an old message, no access, no permission, archived thread."""


class _Spot(NamedTuple):
    channel_id: int
    message_id: int


class Table:
    """Shows turns: as the edit of a board, or as a new board.

    :param client: the bot, for channels that are known by id only.
    :param compiled: whether ended games can be looked back at.
    :param looks: of the players: a board is drawn as its own player wants it, whoever looks on.
    :ivar traffic: how far the conversation has gone on below the boards.
    """

    def __init__(
        self, client: discord.Client, sessions: Sessions, easel: Easel, compiled: Compiled, looks: Looks
    ) -> None:
        self._compiled = compiled
        self.traffic = Traffic()
        self._client = client
        self._sessions = sessions
        self._easel = easel
        self._looks = looks
        self._shown = Shown()
        self._brushes: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._reacting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._background: set[asyncio.Task[None]] = set()

    async def show(self, answer: Answer, turn: Turn, say: Say, *, asking: bool = False) -> None:
        """Answer a press on a board with the board as it is now.

        It is only acknowledged when a newer turn of the same game is already waiting to be shown, and when
        a press that did nothing has crossed the picture that it had missed.

        :raises ThreadLocked: the board can be shown neither here nor anew.
        """
        try:
            async with self._brush(turn):
                current = self._current(turn)
                if current is None or (not asking and self._has_crossed(answer, current)):
                    await answer.acknowledge()
                    return
                if _has_left(answer, current):
                    await answer.acknowledge()
                    await self._edit(current, say)
                    return
                posted = await self._answer(answer, answer.show, current, say, asking=asking)
                self._shown.note(current, plain=not asking)
                if not is_private(current.record):
                    await self._settle(answer, current, posted)
                    self._take_reactions(current)
        except (discord.HTTPException, TooLate, aiohttp.ClientError) as error:
            # The message went away under the press, or the answer did not get through: what was done is
            # stored, and the board itself can still show it, or a new one.
            _log.debug("a press is shown by its board: %r", error)
            await self._acknowledge(answer)
            if is_private(turn.record):
                await self.lay(answer, turn, say)
                return
            if not await self.repaint(turn, say, stay=True):
                raise _obstacle(error) from error

    async def see_off(self, answer: Answer, turn: Turn, say: Say, onward: str) -> None:
        """Show the board of a game that is over, on which another was asked for, with the way to that one.

        :param onward: the address of the new board.
        """
        async with self._brush(turn):
            current = self._current(turn)
            if current is not None and not _has_left(answer, current):
                await self._answer(answer, answer.show, current, say, onward=onward)

    async def lay(self, answer: Answer, turn: Turn, say: Say) -> Turn:
        """Put a new board where the interaction happened and retire the old one.

        A private one is for its player alone and lies nowhere: each press on it brings what it takes to
        change it, and another one of the same game does as well.

        :returns: the turn with the place of its board.
        :raises ThreadLocked: nothing can be posted there.
        """
        interaction = answer.interaction
        async with self._brush(turn):
            current = self._current(turn) or self._sessions.newest(turn)
            if is_private(current.record):
                await self._answer(answer, lambda board: _hand(answer, board), current, say)
                self._shown.note(current)
                return current
            spot = await self._begin_thread(answer, current, say) or await self._post(answer, current, say)
            self._shown.note(current)
            if spot is None:
                return current
            placed = await self._move(current, *spot)
        in_thread = spot.channel_id != interaction.channel_id
        if places.may_react(interaction) and (in_thread or places.board_channel(interaction) is not None):
            self._offer_reactions(placed)
        return placed

    async def _begin_thread(self, answer: Answer, turn: Turn, say: Say) -> _Spot | None:
        """Post the board of a new game in a thread of its own, where the server wants that and it can be."""
        if not is_fresh(turn) or not (await self._settings(turn)).threads:
            return None
        thread, lacking = await open_thread(answer.interaction, turn, say)
        if thread is None:
            return await self._post(answer, turn, say, lacking) if lacking else None
        board = await self._message(turn, say, picture=places.may_attach(answer.interaction))
        message = await patiently(lambda: thread.send(view=board.layout, files=board.files()))
        return _Spot(thread.id, message.id)

    async def _settings(self, turn: Turn) -> GuildSettings:
        guild = turn.record.guild_discord_id
        return await self._sessions.store.read(lambda conn: guilds.settings_of(conn, guild))

    async def repaint(self, turn: Turn, say: Say, *, stay: bool = False) -> bool:
        """Bring a game's board up to date where it lies.

        It is edited; when the conversation has gone on below it, or it cannot be edited any more, it is
        posted anew in the same channel and the old one removed.

        :param stay: leave it in its place as long as it can be edited: its player looks at it there.
        :returns: whether the board is up to date now.
        """
        async with self._brush(turn):
            current = self._current(turn)
            if current is None:
                return True
            spot = _spot_of(current)
            if spot is None:
                return False
            passed = not stay and self.traffic.has_passed(*spot, turn.record.player_discord_id)
            if passed and await self._reached(self._repost(current, say)):
                return True
            return await self._reached(self._edit(current, say)) or (
                not passed and await self._reached(self._repost(current, say))
            )

    async def close(self) -> None:
        """Stop what runs in the background."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)

    @staticmethod
    async def _acknowledge(answer: Answer) -> None:
        """Take a press off its presser's mind, if Discord still lets it."""
        try:
            await answer.acknowledge()
        except (discord.HTTPException, TooLate, aiohttp.ClientError) as error:
            _log.info("a press stays unanswered: %r", error)

    def _current(self, turn: Turn) -> Turn | None:
        """Give a turn with the newest place of its board; None where a newer turn is known."""
        newest = self._sessions.newest(turn)
        if newest.record.revision > turn.record.revision:
            return None
        return replace(turn, record=newest.record)

    def _has_crossed(self, answer: Answer, turn: Turn) -> bool:
        """Tell whether a press that did nothing came before the board was shown as it is now."""
        return turn.line is None and self._shown.is_newer_than(turn, answer.came)

    async def _settle(self, answer: Answer, turn: Turn, posted: int | None) -> None:
        """Remember the message that shows the board now, if it is another one than before."""
        message, channel_id = answer.interaction.message, answer.interaction.channel_id
        if posted is not None and channel_id is not None:
            await self._move(turn, channel_id, posted)
        elif message is not None and channel_id is not None and turn.record.message_id != message.id:
            # Its posting was not confirmed, or is not written down yet.
            await self._move(turn, channel_id, message.id)

    async def _move(self, turn: Turn, channel_id: int, message_id: int) -> Turn:
        """Remember a new message as the board and remove the old one."""
        placed = await self._sessions.place(turn, channel_id, message_id)
        await self._retire(turn)
        return placed

    async def _edit(self, turn: Turn, say: Say) -> None:
        spot = _spot_of(turn)
        assert spot is not None  # noqa: S101 - a board that lies nowhere is not edited
        message = self._message_at(spot)
        nobody = discord.AllowedMentions.none()

        async def edit(board: BoardMessage) -> None:
            await patiently(
                lambda: message.edit(view=board.layout, attachments=board.files(), allowed_mentions=nobody)
            )

        await self._give(edit, turn, say)
        self._shown.note(turn)
        self._take_reactions(turn)

    async def _repost(self, turn: Turn, say: Say) -> None:
        channel = self._client.get_partial_messageable(turn.record.channel_id or 0)
        message = await self._give(
            lambda board: patiently(lambda: channel.send(view=board.layout, files=board.files())), turn, say
        )
        self._shown.note(turn)
        self._offer_reactions(await self._move(turn, channel.id, message.id))

    async def _give(self, send: Callable[[BoardMessage], Awaitable[T]], turn: Turn, say: Say) -> T:
        """Send a board to its channel by the bot's own rights, in letters where it may send no picture."""
        if places.may_attach_at(self._client, turn.record.channel_id or 0):
            try:
                return await send(await self._message(turn, say))
            except discord.Forbidden as error:
                if error.code != MISSING_PERMISSIONS:
                    raise
        return await send(await self._message(turn, say, (Right.ATTACH,), picture=False))

    async def _answer(  # noqa: PLR0913 - what is shown besides, by its names
        self,
        answer: Answer,
        send: Callable[[BoardMessage], Awaitable[T]],
        turn: Turn,
        say: Say,
        *,
        asking: bool = False,
        onward: str = "",
    ) -> T:
        """Send a board by an interaction, in letters where that may bring no picture."""
        lacking = places.hindrances(answer.interaction)
        if is_private(turn.record):
            lacking = tuple(right for right in lacking if right is Right.ATTACH)
        if places.may_attach(answer.interaction):
            try:
                return await send(await self._message(turn, say, lacking, asking=asking, onward=onward))
            except discord.Forbidden as error:
                # The rights that came with the interaction were out of date.
                if error.code != MISSING_PERMISSIONS:
                    raise
        lacking = lacking or (Right.ATTACH,)
        written = await self._message(turn, say, lacking, asking=asking, onward=onward, picture=False)
        return await send(written)

    async def _message(  # noqa: PLR0913 - what is shown besides, by its names
        self,
        turn: Turn,
        say: Say,
        lacking: tuple[Right, ...] = (),
        *,
        asking: bool = False,
        onward: str = "",
        picture: bool = True,
    ) -> BoardMessage:
        painted = await self._paint(turn, say) if picture else None
        hint = explain(say, MissingRights(lacking)) if lacking else ""
        over, aside = may_show_all(turn.record), await daily_news(self._sessions, turn.record, say)
        solvable = over and self._compiled.solve is not None
        return board_message(
            turn,
            say,
            painted,
            asking=asking,
            aside=aside,
            deeds=await self._deeds(turn, say),
            hint=hint,
            solvable=solvable,
            replayable=over,
            onward=onward,
        )

    async def _deeds(self, turn: Turn, say: Say) -> str:
        """Tell who did the last thing, where several play."""
        record = turn.record
        if record.kind is not Kind.TOGETHER:
            return ""
        return last_text(
            say, record, await self._sessions.store.read(lambda conn: deeds.deeds_of(conn, record.id))
        )

    async def _paint(self, turn: Turn, say: Say) -> bytes:
        return await self._easel.paint(turn, say, await self._looks.of(turn.record.player_discord_id))

    async def _post(self, answer: Answer, turn: Turn, say: Say, more: tuple[Right, ...] = ()) -> _Spot | None:
        """Post a new board in the channel, or as the answer where the bot may not post.

        :param more: permissions that are missing besides, to be told this once.
        :returns: where it lies, where Discord says it.
        """
        channel = places.board_channel(answer.interaction)
        if channel is not None:
            lacking = (*places.hindrances(answer.interaction), *more)
            board = await self._message(turn, say, lacking, picture=places.may_attach(answer.interaction))
            try:
                message = await patiently(lambda: channel.send(view=board.layout, files=board.files()))
                return _Spot(message.channel.id, message.id)
            except discord.HTTPException as error:
                if error.code == ARCHIVED:
                    raise ThreadLocked from error
                if error.code not in GONE:
                    raise
                # The rights that came with the interaction were out of date: the answer itself still works.
                _log.debug("may not post in channel %s", answer.interaction.channel_id)
        posted, channel_id = await self._answer(answer, answer.post, turn, say), answer.interaction.channel_id
        return None if posted is None or channel_id is None else _Spot(channel_id, posted)

    async def _retire(self, turn: Turn) -> None:
        """Remove the board that a new one has replaced; one out of reach stays and answers with a link."""
        spot = _spot_of(turn)
        if spot is None:
            return
        try:
            await self._message_at(spot).delete()
        except (discord.HTTPException, aiohttp.ClientError) as error:
            _log.debug("board %s stays: %s", spot.message_id, error)

    @staticmethod
    async def _reached(work: Awaitable[None]) -> bool:
        """Tell whether a board could be brought to where it should be."""
        try:
            await work
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            return False
        return True

    def _offer_reactions(self, turn: Turn) -> None:
        """Put the reactions that play on a new board, beside everything else."""
        spot = _spot_of(turn)
        if turn.view.outcome is None and spot is not None:
            self._later(self._react(turn, self._message_at(spot)))

    def _take_reactions(self, turn: Turn) -> None:
        """Take the bot's own reactions off the board of a game that is over, beside everything else."""
        spot = _spot_of(turn)
        if turn.view.outcome is not None and spot is not None:
            self._later(self._unreact(self._message_at(spot)))

    async def _react(self, turn: Turn, message: discord.PartialMessage) -> None:
        if not (await self._settings(turn)).reactions:
            return
        try:
            async with _lock(self._reacting, message.id):
                for emoji in (REACTION_DRAW, REACTION_UNDO):
                    await message.add_reaction(emoji)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            _log.debug("no reactions on board %s: %s", message.id, error)

    async def _unreact(self, message: discord.PartialMessage) -> None:
        me = discord.Object(self._client.user.id if self._client.user else 0)
        try:
            async with _lock(self._reacting, message.id):  # they may be coming on it just now
                for emoji in (REACTION_DRAW, REACTION_UNDO):
                    await message.remove_reaction(emoji, me)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            _log.debug("the reactions on board %s stay: %s", message.id, error)

    def _message_at(self, spot: _Spot) -> discord.PartialMessage:
        return self._client.get_partial_messageable(spot.channel_id).get_partial_message(spot.message_id)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _brush(self, turn: Turn) -> asyncio.Lock:
        return _lock(self._brushes, turn.record.id)


def _lock(locks: WeakValueDictionary[int, asyncio.Lock], key: int) -> asyncio.Lock:
    """Give the lock of a key, the same as long as somebody holds it."""
    return locks.setdefault(key, asyncio.Lock())


def is_private(record: GameRecord) -> bool:
    """Tell whether a board is shown to its player alone: rivals on the same deal would learn from it."""
    return record.kind is Kind.RACE


async def _hand(answer: Answer, board: BoardMessage) -> None:
    await answer.say(board.layout, *board.files())


def _spot_of(turn: Turn) -> _Spot | None:
    """Tell where a game's board lies; None where that is not known."""
    channel_id, message_id = turn.record.channel_id, turn.record.message_id
    return None if channel_id is None or message_id is None else _Spot(channel_id, message_id)


def _has_left(answer: Answer, turn: Turn) -> bool:
    """Tell whether the board was posted anew while a press on it waited for its turn."""
    message = answer.interaction.message
    return message is not None and turn.record.message_id is not None and message.id < turn.record.message_id


def _obstacle(error: Exception) -> Exception:
    archived = isinstance(error, discord.HTTPException) and error.code == ARCHIVED
    return ThreadLocked() if archived else error
