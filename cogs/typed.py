"""Moves that people type as messages: behind a mention, as a reply to their board, directly, in a thread."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.errors import explain
from cogs.faults import NoGame, NotPlayedHere, NotYours, RequestFault, TooFast, UnknownBoard
from cogs.heard import Way, hear
from cogs.i18n import DEFAULT_LOCALE, speaker
from cogs.mentions import COMMAND, mention
from cogs.news import refusal_of, told
from cogs.patience import patiently
from cogs.sessions import Seat
from cogs.table import is_private
from cogs.together import is_open_to
from cogs.wording import example
from data import GameNotOpen, RaceRefusal, RaceRefused
from klondike import NotationError
from klondike.line import LineResult
from klondike.notation import MAX_LENGTH, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.client import KlondikeBot
    from cogs.heard import Heard
    from cogs.sessions import Turn
    from data import GameRecord

__all__ = ["TypedCog"]

_log: Final = logging.getLogger(__name__)

_SAY: Final = speaker(DEFAULT_LOCALE)
"""A message does not tell its writer's language."""

REFUSED: Final = "❌"
PLAYED: Final = "✅"

FADE_SECONDS = 15.0
"""How long the words about a refused line stay below it."""
LEAVING_SECONDS: Final = 1.0
"""How long a stop waits for such words to be taken away."""
TALK_SECONDS: Final = 60.0
"""How long the same hint is not given again to a player in a channel."""
BLANK_SECONDS: Final = 24 * 60 * 60.0
"""How long the note about hidden texts is not given again to a player in a channel."""
REMEMBERED: Final = 4096
"""Messages, and hints given, that are kept in mind."""

_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)


@dataclass(slots=True)
class Letter:
    """What is kept in mind of a message.

    :ivar content: what it said last, as a hash: all that is asked is whether an edit has changed it.
    :ivar played: whether anything of it was done, so that an edit changes nothing; True in doubt.
    :ivar marked: whether it bears the mark of a refusal.
    :ivar reasons: how many answers below it still say why it was refused.
    """

    content: int
    played: bool = False
    marked: bool = False
    reasons: int = 0


@dataclass
class Hints:
    """Remembers which hint was given to whom, so that nobody is told the same again and again."""

    clock: Callable[[], float]
    _until: OrderedDict[tuple[int, int, str], float] = field(default_factory=OrderedDict)

    def is_due(self, message: discord.Message, key: str) -> bool:
        """Tell whether a hint may be given to the writer of a message, in its channel."""
        return self._until.get((message.author.id, message.channel.id, key), 0.0) <= self.clock()

    def take(self, message: discord.Message, key: str, seconds: float) -> bool:
        """Tell whether a hint may be given, and if so let it rest for a time."""
        if not self.is_due(message, key):
            return False
        self._until[message.author.id, message.channel.id, key] = self.clock() + seconds
        while len(self._until) > REMEMBERED:
            self._until.popitem(last=False)
        return True


class TypedCog(commands.Cog):
    """Takes messages as typed lines. Those that are not for the bot are dropped before anything is read.

    :param clock: seconds that never go back.
    """

    def __init__(self, bot: KlondikeBot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._letters: OrderedDict[int, Letter] = OrderedDict()
        self._hints = Hints(clock)
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._fading: set[asyncio.Task[None]] = set()
        self._leaving = asyncio.Event()

    async def cog_unload(self) -> None:
        """Take away at once what would have faded later."""
        self._leaving.set()
        if self._fading:
            _, late = await asyncio.wait(self._fading, timeout=LEAVING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # Hearing

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Take a new message; one that the gateway delivers twice counts once."""
        heard = self._hear(message)
        if heard is None or message.id in self._letters:
            return
        letter = self._letters[message.id] = Letter(hash(message.content))
        while len(self._letters) > REMEMBERED:
            self._letters.popitem(last=False)
        await self._take(message, heard, letter)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent) -> None:
        """Take an edited message like a new one if nothing of it was done before, and else leave it alone.

        Discord also tells of edits that change no text, such as a link that unfolds.
        """
        message, letter = event.message, self._letters.get(event.message_id)
        content = hash(message.content)
        if letter is None or letter.content == content:
            return
        heard = self._hear(message)
        if heard is not None:
            letter.content = content
            await self._take(message, heard, letter)

    def _hear(self, message: discord.Message) -> Heard | None:
        user, reads_all = self._bot.user, self._bot.intents.message_content
        if user is None or self._bot.desk.closing:
            return None
        return hear(message, user.id, reads_all=reads_all)

    async def _answer(self, message: discord.Message, heard: Heard, letter: Letter) -> None:
        """Answer a message that is meant for the bot and is no line of moves."""
        if not await self._is_heard_here(message, heard):
            return
        command = self._command_in(heard.text) if heard.way in {Way.DIRECT, Way.MENTION} else None
        if heard.way is Way.BLANK:
            await self._tell_of_blanks(message, heard)
        elif command is not None:
            await self._hint(message, command, _SAY("typed.command", command=mention(command)))
        elif not heard.text or (heard.way is Way.DIRECT and is_talk(heard.text)):
            await self._greet(message)
        else:
            await self._play(message, heard, letter)  # which tells what is wrong with it

    def _command_in(self, text: str) -> str | None:
        """Give the command that somebody has typed as a message, such as "new draw 3"."""
        words = text.lower().removeprefix("/").removeprefix(COMMAND).split(maxsplit=1)
        group = self._bot.tree.get_command(COMMAND)
        found = group.get_command(words[0]) if isinstance(group, app_commands.Group) and words else None
        while isinstance(found, app_commands.Group):
            found = found.commands[0]  # a group cannot be run by itself
        return found.qualified_name.removeprefix(f"{COMMAND} ") if found else None

    # Playing

    async def _take(self, message: discord.Message, heard: Heard, letter: Letter) -> None:
        async with self._bot.desk.working():
            try:
                plays = is_line(heard.text)
                if heard.way is Way.THREAD and not plays:
                    return  # people talking with each other
                if not self._bot.desk.limit.admits(message.author.id):
                    await self._hint(message, "error.too-fast", explain(_SAY, TooFast()))
                elif plays:
                    await self._play(message, heard, letter)
                else:
                    await self._answer(message, heard, letter)
            except NoGame as error:
                # Others read along in a server: where else somebody plays is not for them.
                shown = error if heard.way is Way.DIRECT else NoGame()
                await self._hint(message, "error.no-game", explain(_SAY, shown))
            except Exception as error:  # noqa: BLE001 - the one place where every error becomes words
                await self._refuse(message, letter, f"{REFUSED} {explain(_SAY, error)}")

    async def _is_heard_here(self, message: discord.Message, heard: Heard) -> bool:
        """Tell whether to answer a message: where the server wants games, and where the board lies.

        :raises NotPlayedHere: it is a line of moves for a game elsewhere.
        """
        if message.guild is None:
            return True
        try:
            await self._bot.house.require(message.guild.id, message.channel, message.guild)
        except NotPlayedHere:
            record = await self._answered_game(heard)
            if record is None:
                turn = await self._bot.sessions.glance(_seat_of(message), message.channel.id)
                record = turn.record if turn else None
            if record is not None and record.channel_id == message.channel.id:
                return True
            if is_line(heard.text) and heard.way is Way.MENTION:
                raise
            return False
        return True

    async def _play(self, message: discord.Message, heard: Heard, letter: Letter) -> None:
        async with self._queue(message.author.id):
            if letter.played or not await self._is_heard_here(message, heard):
                return
            record = await self._game_of(message, heard)
            if record is None or not (record.is_open or is_line(heard.text)):
                return  # nobody's game, or a word of joy or grief below an ended one
            _refuse_in_public(record)
            turn = await self._played(message, heard.text, letter, record)
        if turn is not None:
            await self._show(message, letter, turn)

    async def _game_of(self, message: discord.Message, heard: Heard) -> GameRecord | None:
        """Give the game that a message is about; None where it is about none of the writer's.

        :raises NoGame: the writer wants to play and has no game here.
        """
        sessions = self._bot.sessions
        record = await self._answered_game(heard)
        seat, channel = _seat_of(message), message.channel.id
        if record is not None and is_open_to(record, seat, channel):
            return record
        if heard.way is Way.REPLY:
            called = self._bot.user in message.mentions
            if record is not None and called and is_line(heard.text):
                raise NotYours(record)  # moves for the bot on somebody else's board, not a word about it
            return None
        turn = await sessions.glance(seat, channel)
        if heard.way is Way.THREAD:
            return turn.record if turn and turn.record.channel_id == channel else None
        return (turn or await sessions.current(seat)).record

    async def _answered_game(self, heard: Heard) -> GameRecord | None:
        """Give the game on the board that a message answers, which another board may have replaced."""
        if heard.board is None:
            return None
        sessions = self._bot.sessions
        record = await sessions.owner_of_message(heard.board)
        if record is None and heard.game is not None:
            with suppress(UnknownBoard):
                record = await sessions.record(heard.game)
        return record

    async def _played(
        self, message: discord.Message, text: str, letter: Letter, record: GameRecord
    ) -> Turn | None:
        """Play a line as the message's one action; None where that was done before."""
        sessions, player = self._bot.sessions, message.author.id
        letter.played = True  # until it is known that nothing was done
        try:
            turn = await sessions.play_text(
                record.id, player, text, interaction=message.id, by=_seat_of(message)
            )
        except NotationError as error:
            turn = replace(await sessions.by_id(record.id), line=LineResult((), (), refusal=error))
        except (GameNotOpen, RequestFault):
            letter.played = False
            raise
        if turn.stale and turn.record.last_interaction == message.id:
            return None
        letter.played = bool(turn.line and turn.line.done)
        return turn

    def _queue(self, user_id: int) -> asyncio.Lock:
        """Give the lock that keeps a player's messages in the order in which they were written."""
        lock = self._queues.get(user_id)
        if lock is None:
            lock = self._queues[user_id] = asyncio.Lock()
        return lock

    # Answering

    async def _show(self, message: discord.Message, letter: Letter, turn: Turn) -> None:
        """Show a turn on its board; words are for what was refused only."""
        shown = await self._bot.table.repaint(turn, _SAY) if letter.played else True
        if turn.stale or refusal_of(turn) is not None:
            await self._refuse(message, letter, "\n".join(told(turn, _SAY)))
            return
        await self._unmark(message, letter)
        if not shown:
            await self._reply(message, _SAY("typed.no-board"))
        elif turn.record.channel_id != message.channel.id:
            await self._mark(message, PLAYED)  # the board lies elsewhere

    async def _refuse(self, message: discord.Message, letter: Letter, words: str) -> None:
        """Mark a message as refused, and say why; the mark goes with the last of such words."""
        letter.marked = await self._mark(message, REFUSED) or letter.marked
        reply = await self._reply(message, words)
        if reply is not None:
            letter.reasons += 1
            task = asyncio.create_task(self._fade(message, letter, reply))
            self._fading.add(task)
            task.add_done_callback(self._fading.discard)

    async def _greet(self, message: discord.Message) -> None:
        """Say what works to somebody who typed no move at all."""
        if not self._hints.is_due(message, "typed.hello"):
            return
        sessions, seat = self._bot.sessions, _seat_of(message)
        turn = await sessions.glance(seat, message.channel.id) or await sessions.current(seat)
        _refuse_in_public(turn.record)
        sample = example(turn.view)
        words = _SAY("typed.hello", example=sample) if sample else _SAY("typed.hello-draw")
        await self._hint(message, "typed.hello", words)

    async def _tell_of_blanks(self, message: discord.Message, heard: Heard) -> None:
        """Tell the owner of a board that the text of a reply to it did not arrive."""
        if not self._hints.is_due(message, "typed.blank"):
            return
        record = await self._answered_game(heard)
        if record is None or not record.is_open:
            return
        if not is_open_to(record, _seat_of(message), message.channel.id):
            return
        words = _SAY("typed.blank", mention=f"<@{self._bot.application_id}>")
        await self._hint(message, "typed.blank", words, seconds=BLANK_SECONDS)

    async def _hint(
        self, message: discord.Message, key: str, words: str, *, seconds: float = TALK_SECONDS
    ) -> None:
        if self._hints.take(message, key, seconds):
            await self._reply(message, words)

    # The means to answer, as far as the bot has them here; without them it is silent

    async def _mark(self, message: discord.Message, emoji: str) -> bool:
        rights = _rights(message)
        if not (rights.add_reactions and rights.read_message_history):
            return False
        try:
            await patiently(lambda: message.add_reaction(emoji))
        except _FAILURES as error:
            _log.debug("no reaction on message %s: %s", message.id, error)
            return False
        return True

    async def _unmark(self, message: discord.Message, letter: Letter) -> None:
        if not letter.marked:
            return
        letter.marked = False
        with suppress(*_FAILURES):
            await message.remove_reaction(REFUSED, discord.Object(self._bot.user.id if self._bot.user else 0))

    async def _reply(self, message: discord.Message, words: str) -> discord.Message | None:
        rights = _rights(message)
        in_thread = isinstance(message.channel, discord.Thread)
        if not (rights.send_messages_in_threads if in_thread else rights.send_messages):
            return None
        place = message.to_reference(fail_if_not_exists=False)
        try:
            if rights.read_message_history:  # Discord asks for it, since a reply quotes
                return await patiently(
                    lambda: message.channel.send(words, reference=place, mention_author=False)
                )
            return await patiently(lambda: message.channel.send(words))
        except _FAILURES as error:
            _log.debug("no words below message %s: %s", message.id, error)
            return None

    async def _fade(self, message: discord.Message, letter: Letter, reply: discord.Message) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), FADE_SECONDS)
        with suppress(*_FAILURES):
            await reply.delete()
        letter.reasons -= 1
        if not letter.reasons:
            await self._unmark(message, letter)


def is_line(text: str) -> bool:
    """Tell whether a text reads as a line of moves from its beginning to its end."""
    try:
        parse(text)
    except NotationError:
        return False
    return True


def is_talk(text: str) -> bool:
    """Tell whether not a single word of a text, as far as a line may reach, could be a move."""
    return not any(map(is_line, text[:MAX_LENGTH].split()))


def _refuse_in_public(record: GameRecord) -> None:
    """Keep the cards of a race out of a conversation that its rivals read.

    :raises RaceRefused: the game is one of a race.
    """
    if is_private(record):
        raise RaceRefused(RaceRefusal.IN_PUBLIC)


def _seat_of(message: discord.Message) -> Seat:
    guild = message.guild.id if message.guild is not None else 0
    return Seat(message.author.id, guild, message.author.display_name)


def _rights(message: discord.Message) -> discord.Permissions:
    """Give what the bot may do where a message stands; all, where that cannot be known beforehand."""
    channel, guild = message.channel, message.guild
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return discord.Permissions.all()
    try:
        return channel.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose channel is not known yet
        return discord.Permissions.all()
