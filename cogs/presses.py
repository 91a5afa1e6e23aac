"""Presses on controls and submitted modals: read the id, carry it out, show the result."""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ButtonStyle

from cogs.advice import Level
from cogs.answering import TooLate
from cogs.choices import Choice
from cogs.control import button, chosen
from cogs.control_id import ControlAction, ControlId
from cogs.drafts import Drafts
from cogs.errors import explain, link
from cogs.faults import NotYours, OldBoard, RequestFault, ThreadLocked, UnknownBoard
from cogs.hint_words import advice_text
from cogs.i18n import speaker
from cogs.layouts import do_button, notice, question, type_modal
from cogs.news import told
from cogs.places import seat_of
from cogs.table import is_private
from cogs.together import is_open_to, may_look_back, require_resign
from cogs.wording import example, money_text, moves_in
from data import GameAlreadyOpen, GameNotOpen, Kind, StaleRevision
from klondike import Help, NotationError, Rules
from klondike.line import LineResult

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from discord import ui

    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.sessions import Turn
    from data import GameRecord

__all__ = ["TOGETHER", "WINNABLE", "Presses", "ask_hint", "ask_new", "hint_parts"]

_log: Final = logging.getLogger(__name__)

WINNABLE: Final = "winnable"
"""Stands in place of a code where a new game is to be winnable."""

TOGETHER: Final = "together"
"""Stands there where everybody may play it."""

_TEXTS: Final = {
    ControlAction.DRAW: "d",
    ControlAction.UNDO: "u",
    ControlAction.REDO: "redo",
    ControlAction.FINISH: "finish",
}
"""What a button plays, as a typed line: one way into the game for every control."""


class Presses:
    """Carries out what controls and modals ask for. Everything it needs stands in the custom id."""

    def __init__(self, bot: KlondikeBot) -> None:
        self._desk = bot.desk
        self._house = bot.house
        self._sessions = bot.sessions
        self._table = bot.table
        self._adviser = bot.adviser
        self._verdicts = bot.verdicts
        self._results = bot.results
        self._pool = bot.pool
        self._drafts = Drafts()
        self._off_board: dict[ControlAction, Callable[[Answer, ControlId, Say], Awaitable[None]]] = {
            ControlAction.RESIGN_YES: self._resign,
            ControlAction.NEW_YES: self._start_instead,
            ControlAction.CODE_YES: self._show_code,
            ControlAction.CANCEL: self._cancel,
            ControlAction.AGAIN: self._again,
            ControlAction.HINT: self._hint,
            ControlAction.HINT_YES: self._show_hint,
            ControlAction.DO: self._do,
            ControlAction.VERDICT: self._verdict,
            ControlAction.RESULT: self._result,
        }

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press on a button or a choice from a menu."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            control = _control_of(interaction)
            say = speaker(interaction.locale.value)
            handler = self._off_board.get(control.action)
            if handler is not None:
                await handler(answer, control, say)
            else:
                await self._on_board(answer, control, say)

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """Play the line typed into a modal, also one opened before a restart."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            control, text, player = _control_of(interaction), _typed_line(interaction), interaction.user.id
            self._drafts.keep(player, await self._open_record(interaction, control), text)
            await self._board_record(interaction, control)
            turn = await self._played(interaction, control, text)
            self._drafts.settle(player, turn, text)
            await self._table.show(answer, turn, speaker(interaction.locale.value))

    async def _on_board(self, answer: Answer, control: ControlId, say: Say) -> None:
        interaction = answer.interaction
        record = await self._board_record(interaction, control)
        if control.action is ControlAction.TYPE and record.is_open:
            sample = example((await self._sessions.by_id(record.id)).view) or "d"
            draft = self._drafts.find(interaction.user.id, record)
            await answer.open(type_modal(control, say, sample, draft))
        elif control.action in _TEXTS:
            await self._play(answer, control, _TEXTS[control.action])
        elif control.action is ControlAction.MENU:
            await self._play(answer, control, chosen(interaction))
        else:
            asking = control.action is ControlAction.RESIGN and record.is_open
            if asking:
                await require_resign(
                    self._sessions.store, record, interaction.user.id, self._sessions.clock()
                )
            await self._table.show(answer, await self._sessions.by_id(record.id), say, asking=asking)

    async def _play(self, answer: Answer, control: ControlId, text: str) -> None:
        interaction = answer.interaction
        turn = await self._played(interaction, control, text)
        await self._table.show(answer, turn, speaker(interaction.locale.value))

    async def _played(self, interaction: discord.Interaction[Any], control: ControlId, text: str) -> Turn:
        try:
            return await self._sessions.play_text(
                control.game,
                interaction.user.id,
                text,
                revision=control.revision,
                interaction=interaction.id,
                by=seat_of(interaction),
            )
        except GameNotOpen as error:
            return await self._sessions.by_id(error.record.id)
        except NotationError as error:
            # Told on the board, as every refusal is: the next turn wipes it away.
            return replace(await self._sessions.by_id(control.game), line=LineResult((), (), refusal=error))

    async def _board_record(self, interaction: discord.Interaction[Any], control: ControlId) -> GameRecord:
        """Give the game of a board; refuse another member's press, and one on a board that was replaced."""
        record = await self._open_record(interaction, control)
        message = interaction.message
        # A later message is a board that was posted just now and is not written down yet.
        if message is not None and record.message_id is not None and message.id < record.message_id:
            raise OldBoard(record)
        return record

    async def _open_record(self, interaction: discord.Interaction[Any], control: ControlId) -> GameRecord:
        """Give the game of a control; refuse whoever may not act in it."""
        record = await self._sessions.recalled(control.game)
        if not is_open_to(record, seat_of(interaction), interaction.channel_id):
            raise NotYours(record)
        return record

    async def _past_record(self, interaction: discord.Interaction[Any], control: ControlId) -> GameRecord:
        """Give the game that somebody looks back at; refuse one in which they played no part."""
        record = await self._sessions.recalled(control.game)
        if not await may_look_back(self._sessions.store, record, interaction.user.id):
            raise NotYours(record)
        return record

    async def _owned_record(self, interaction: discord.Interaction[Any], control: ControlId) -> GameRecord:
        record = await self._sessions.recalled(control.game)
        if record.player_discord_id != interaction.user.id:
            raise NotYours(record)
        return record

    async def _asked_record(self, interaction: discord.Interaction[Any], control: ControlId) -> GameRecord:
        """Give the game of a question, which stands on the board itself or in a private message."""
        find = self._board_record if _from_board(interaction) else self._open_record
        return await find(interaction, control)

    async def _resign(self, answer: Answer, control: ControlId, say: Say) -> None:
        interaction = answer.interaction
        record = await self._asked_record(interaction, control)
        turn = await self._sessions.resign(
            control.game,
            interaction.user.id,
            revision=control.revision,
            interaction=interaction.id,
            by=seat_of(interaction),
        )
        if _from_board(interaction) or is_private(record):
            await self._table.show(answer, turn, say)
            return
        if turn.stale:
            await answer.replace(notice(say("resign.changed")))
            return
        await self._conclude(answer, turn, say, say("resign.done"))

    async def _start_instead(self, answer: Answer, control: ControlId, say: Say) -> None:
        old = await self._owned_record(answer.interaction, control)
        await self._house.require_at(answer.interaction)
        try:
            turn = await self._pool.start(
                seat_of(answer.interaction),
                _choice_of(control),
                interaction=answer.interaction.id,
                replaces=old.id if old.is_open else None,
                revision=control.revision,
            )
        except StaleRevision as moved:
            # The game has moved on since the question: it stands to lose more than was asked about.
            await answer.replace(ask_new(say, moved.record, control.detail or ""))
            return
        try:
            placed = await self._put_down(answer, turn, say)
            words = say("new.started", link=link(placed.record))
        except ThreadLocked as error:
            words = explain(say, error)
        await answer.replace(notice(words))
        await self._refresh(old.id, say)

    async def _again(self, answer: Answer, control: ControlId, say: Say) -> None:
        old = await self._open_record(answer.interaction, control)
        await self._house.require_at(answer.interaction)
        seat, together = seat_of(answer.interaction), old.kind is Kind.TOGETHER
        choice = Choice(rules=Rules.parse(old.rules), together=together)
        try:
            turn = await self._sessions.start(seat, choice, interaction=answer.interaction.id)
        except GameAlreadyOpen as error:
            await answer.say(ask_new(say, error.record, f"{old.rules}/{TOGETHER}" if together else old.rules))
            return
        placed = await self._put_down(answer, turn, say)
        address = link(placed.record)
        if not old.is_open and address:
            with self._unimportant(old.id):
                await self._table.see_off(answer, await self._sessions.by_id(old.id), say, address)

    async def _put_down(self, answer: Answer, turn: Turn, say: Say) -> Turn:
        """Lay the board of a new game, which exists whether or not its player can still be answered."""
        with suppress(TooLate):
            await answer.acknowledge()
        return await self._table.lay(answer, turn, say)

    async def _conclude(self, answer: Answer, turn: Turn, say: Say, words: str, *controls: Control) -> None:
        """Bring the board up to date and put the outcome in place of the question."""
        try:
            await self._table.repaint(turn, say, stay=True)
        finally:
            await answer.replace(notice(words, *controls))

    async def _refresh(self, game_id: int, say: Say) -> None:
        """Bring the board of a game that was given up to date; that it cannot be reached undoes nothing."""
        with self._unimportant(game_id):
            await self._table.repaint(await self._sessions.by_id(game_id), say, stay=True)

    @staticmethod
    @contextmanager
    def _unimportant(game_id: int) -> Iterator[None]:
        """Go on where the board of a game that is over cannot be brought up to date."""
        try:
            yield
        except (RequestFault, TooLate, discord.HTTPException, aiohttp.ClientError) as error:
            _log.debug("the board of game %s stays as it was: %s", game_id, error)

    async def _show_code(self, answer: Answer, control: ControlId, say: Say) -> None:
        record = await self._owned_record(answer.interaction, control)
        await self._sessions.require_code(record)
        key = "code.yours"
        try:
            turn = await self._sessions.take_help(
                control.game,
                answer.interaction.user.id,
                Help.CODE,
                interaction=answer.interaction.id,
                by=seat_of(answer.interaction),
            )
        except GameNotOpen as ended:
            turn, key = await self._sessions.by_id(ended.record.id), "code.last"
            await self._sessions.require_code(turn.record)
        await self._conclude(answer, turn, say, say(key, code=str(self._sessions.code(turn))))

    async def _hint(self, answer: Answer, control: ControlId, say: Say) -> None:
        """Show a hint on the board; before a game's first one, ask whether it may become one with help."""
        interaction = answer.interaction
        record = await self._board_record(interaction, control)
        self._sessions.allow_help(record, Help.HINT)
        if record.is_open and not record.assisted:
            await answer.say(ask_hint(say, record, self._adviser.best))
            return
        try:
            turn = await self._adviser.give(
                self._sessions,
                control.game,
                interaction.user.id,
                revision=control.revision,
                interaction=interaction.id,
                by=seat_of(interaction),
            )
        except GameNotOpen as ended:
            turn = await self._sessions.by_id(ended.record.id)
        await self._table.show(answer, turn, say)

    async def _show_hint(self, answer: Answer, control: ControlId, say: Say) -> None:
        await self._open_record(answer.interaction, control)
        try:
            turn = await self._adviser.give(
                self._sessions,
                control.game,
                answer.interaction.user.id,
                Level(control.detail) if control.detail in set(Level) else None,
                interaction=answer.interaction.id,
                by=seat_of(answer.interaction),
            )
        except GameNotOpen as ended:
            await answer.replace(notice(explain(say, ended)))
            return
        words, controls = hint_parts(turn, say)
        await self._conclude(answer, turn, say, words or say("board.stale"), *controls)

    async def _do(self, answer: Answer, control: ControlId, say: Say) -> None:
        """Do what a hint told to do."""
        interaction = answer.interaction
        await self._asked_record(interaction, control)
        line = (control.detail or "").replace("_", " ")
        if _from_board(interaction):
            await self._play(answer, control, line)
            return
        turn = await self._sessions.play_text(
            control.game,
            interaction.user.id,
            line,
            revision=control.revision,
            interaction=interaction.id,
            by=seat_of(interaction),
        )
        await self._conclude(answer, turn, say, "\n".join(told(turn, say)))

    async def _verdict(self, answer: Answer, control: ControlId, say: Say) -> None:
        record = await self._past_record(answer.interaction, control)
        await self._verdicts.tell(answer, record, say)

    async def _result(self, answer: Answer, control: ControlId, say: Say) -> None:
        await self._results.post(answer, await self._past_record(answer.interaction, control), say)

    async def _cancel(self, answer: Answer, control: ControlId, say: Say) -> None:
        await self._open_record(answer.interaction, control)
        await answer.replace(notice(say("cancelled")))


def ask_new(say: Say, record: GameRecord, detail: str) -> ui.LayoutView:
    """Ask whether the open game is given up for a new one.

    :param detail: all that the new game needs: its rules, and behind a slash the code where there is one,
        or `WINNABLE` or `TOGETHER`.
    """
    yes = ControlId(record.id, record.revision, ControlAction.NEW_YES, detail)
    no = ControlId(record.id, record.revision, ControlAction.CANCEL)
    return notice(
        say("new.ask", link=link(record), n=moves_in(record.log), money=money_text(say, record)),
        button(yes, say("button.new-yes"), style=ButtonStyle.danger),
        button(no, say("button.cancel")),
    )


def ask_hint(say: Say, record: GameRecord, level: Level) -> ui.LayoutView:
    """Ask whether a game may become one with help."""
    yes = ControlId(record.id, record.revision, ControlAction.HINT_YES, level)
    no = ControlId(record.id, record.revision, ControlAction.CANCEL)
    words = say("hint.ask-daily" if record.is_try else "hint.ask-dollars" if record.books else "hint.ask")
    return question(words, button(yes, say("button.hint-yes")), button(no, say("button.cancel")))


def hint_parts(turn: Turn, say: Say) -> tuple[str, list[Control]]:
    """Give a turn's hint in words, and the button that does what it says; nothing where it has none."""
    if turn.advice is None:
        return "", []
    hint = turn.advice.hint
    return advice_text(say, turn.view, turn.advice), [do_button(turn, hint, say)] if hint else []


def _control_of(interaction: discord.Interaction[Any]) -> ControlId:
    data: dict[str, Any] = dict(interaction.data or {})
    control = ControlId.parse(str(data.get("custom_id", "")))
    if control is None:
        raise UnknownBoard(0)
    return control


def _from_board(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a control is on a board, which all can see, and not on a private answer.

    A board that was posted just now has no place in the store yet, so its id tells nothing.
    """
    return interaction.message is not None and not interaction.message.flags.ephemeral


def _choice_of(control: ControlId) -> Choice:
    """Read the new game that a confirmation carries."""
    rules, _, code = (control.detail or "").partition("/")
    try:
        if code in {WINNABLE, TOGETHER}:
            return Choice(rules=Rules.parse(rules), winnable=code == WINNABLE, together=code == TOGETHER)
        return Choice(rules=Rules.parse(rules), code=code or None)
    except ValueError as error:
        raise UnknownBoard(control.game) from error


def _typed_line(interaction: discord.Interaction[Any]) -> str:
    """Give what was typed into the modal's one field."""
    pending: list[Any] = [dict(interaction.data or {})]
    while pending:
        part = pending.pop()
        if part.get("custom_id") == "line" and "value" in part:
            return str(part["value"])
        pending += part.get("components", [])
        if "component" in part:
            pending.append(part["component"])
    return ""
