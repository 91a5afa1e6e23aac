"""The commands that play: new, move, draw, undo, redo, show, resign, code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.choices import Choice, settle
from cogs.control import button
from cogs.control_id import ControlAction, ControlId
from cogs.errors import explain, link, refusal_text
from cogs.faults import EndedByUpdate, ThreadLocked
from cogs.i18n import command_text, speaker
from cogs.layouts import LINE_LIMIT, notice, question
from cogs.news import told
from cogs.places import seat_of
from cogs.presses import TOGETHER, WINNABLE, ask_new
from cogs.suggestions import suggestions
from cogs.wording import money_text
from data import GameAlreadyOpen, StoreFailing, players
from klondike import DealCode, NotationError

if TYPE_CHECKING:
    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.sessions import Turn

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["PlayCommands"]

DRAW_CHOICES: Final = [
    Entry(name=command_text("choice.draw-1"), value=1),
    Entry(name=command_text("choice.draw-3"), value=3),
]
SCORING_CHOICES: Final = [
    Entry(name=command_text(f"choice.{name}"), value=name)
    for name in ("normal", "vegas", "casual", "traditional")
]


class PlayCommands(commands.Cog):
    """Mixed into the group: playing a game."""

    bot: KlondikeBot

    @app_commands.command(name="new", description=command_text("command.new"))
    @app_commands.describe(
        draw=command_text("option.draw"),
        scoring=command_text("option.scoring"),
        takeback=command_text("option.takeback-text"),
        code=command_text("option.code"),
        score=command_text("option.score-text"),
        winnable=command_text("option.winnable"),
        together=command_text("option.together"),
    )
    @app_commands.choices(draw=DRAW_CHOICES)
    @app_commands.choices(scoring=SCORING_CHOICES)
    async def new(  # noqa: PLR0913, PLR0917 - the command's options
        self,
        interaction: Interaction,
        draw: int | None = None,
        scoring: str | None = None,
        takeback: bool | None = None,  # noqa: FBT001 - discord.py passes options by name
        code: str | None = None,
        score: bool | None = None,  # noqa: FBT001
        winnable: bool = False,  # noqa: FBT001, FBT002
        together: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Start a game."""
        say = speaker(interaction.locale.value)
        choice = Choice(draw, scoring, takeback, score, code, winnable=winnable, together=together)
        async with self.bot.desk.answering(interaction) as answer:
            try:
                turn = await self.bot.pool.start(seat_of(interaction), choice, interaction=interaction.id)
            except GameAlreadyOpen as error:
                await answer.say(await self._ask(interaction, error, choice, say))
                return
            await self._lay(answer, turn, say)

    @app_commands.command(name="move", description=command_text("command.move"))
    @app_commands.describe(text=command_text("option.text"))
    async def move(self, interaction: Interaction, text: app_commands.Range[str, 1, LINE_LIMIT]) -> None:
        """Play a typed line."""
        await self._play(interaction, text)

    @move.autocomplete("text")
    async def _suggest(self, interaction: Interaction, current: str) -> list[Entry[str]]:
        try:
            turn = await self.bot.sessions.glance(seat_of(interaction), interaction.channel_id)
        except (EndedByUpdate, StoreFailing):
            return []  # the command itself will tell
        if turn is None:
            return []
        return await suggestions(self.bot.sessions, turn, speaker(interaction.locale.value), current)

    @app_commands.command(name="draw", description=command_text("command.draw"))
    async def draw(self, interaction: Interaction) -> None:
        """Draw from the stock."""
        await self._play(interaction, "d")

    @app_commands.command(name="undo", description=command_text("command.undo"))
    async def undo(self, interaction: Interaction) -> None:
        """Take the last action back."""
        await self._play(interaction, "u")

    @app_commands.command(name="redo", description=command_text("command.redo"))
    async def redo(self, interaction: Interaction) -> None:
        """Play the undone action again."""
        await self._play(interaction, "redo")

    @app_commands.command(name="show", description=command_text("command.show"))
    async def show(self, interaction: Interaction) -> None:
        """Put the board below the conversation."""
        async with self.bot.desk.answering(interaction) as answer:
            turn = await self.bot.sessions.last(seat_of(interaction), interaction.channel_id)
            key = "show.done" if turn.record.is_open else "show.ended"
            await self._lay(answer, turn, speaker(interaction.locale.value), key=key)

    @app_commands.command(name="resign", description=command_text("command.resign"))
    async def resign(self, interaction: Interaction) -> None:
        """Give the game up, after a question."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            turn = await self.bot.sessions.current(seat_of(interaction))
            yes = _control(turn, ControlAction.RESIGN_YES)
            no = _control(turn, ControlAction.CANCEL)
            text = say(
                "resign.ask", link=link(turn.record), n=turn.view.moves, money=money_text(say, turn.record)
            )
            await answer.say(
                question(
                    text,
                    button(yes, say("button.resign-yes"), style=discord.ButtonStyle.danger),
                    button(no, say("button.cancel")),
                )
            )

    @app_commands.command(name="code", description=command_text("command.code"))
    async def code(self, interaction: Interaction) -> None:
        """Show the deal code; in an open game after a question, since it marks the game."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            turn = await self.bot.sessions.last(seat_of(interaction))
            await self.bot.sessions.require_code(turn.record)
            if not turn.record.is_open or turn.view.assisted:
                key = "code.yours" if turn.record.is_open else "code.last"
                await answer.say(notice(say(key, code=str(self.bot.sessions.code(turn)))))
                return
            yes = button(_control(turn, ControlAction.CODE_YES), say("button.code-yes"))
            no = button(_control(turn, ControlAction.CANCEL), say("button.cancel"))
            await answer.say(question(say("code.ask"), yes, no))

    async def _play(self, interaction: Interaction, text: str) -> None:
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            sessions = self.bot.sessions
            seat, channel = seat_of(interaction), interaction.channel_id
            current = await sessions.glance(seat, channel) or await sessions.current(seat, channel)
            try:
                turn = await sessions.play_text(
                    current.record.id, interaction.user.id, text, interaction=interaction.id, by=seat
                )
            except NotationError as error:
                await answer.say(notice("❌ " + refusal_text(say, error, current.view)))
                return
            await self._tell(answer, turn, say)

    async def _tell(self, answer: Answer, turn: Turn, say: Say) -> None:
        """Answer in one line and edit the board, or lay it anew where it cannot be edited."""
        line = _told(say, turn)
        if turn.line is not None and not turn.line.done and turn.record.message_id is not None:
            await answer.say(notice(line))
            self._note(answer)
            return
        if await self.bot.table.repaint(turn, say):
            # Where it lies now: it may have been posted anew.
            await answer.say(notice(f"{line} {link(self.bot.sessions.newest(turn).record)}"))
            self._note(answer)
        else:
            await self._lay(answer, turn, say, line=line)

    def _note(self, answer: Answer) -> None:
        """Count an answer as a message that its player now sees below the board."""
        interaction = answer.interaction
        if interaction.channel_id is not None:
            self.bot.table.traffic.came(interaction.channel_id, interaction.id, interaction.user.id)

    async def _lay(
        self, answer: Answer, turn: Turn, say: Say, *, key: str = "new.started", line: str | None = None
    ) -> None:
        try:
            placed = await self.bot.table.lay(answer, turn, say)
        except ThreadLocked as error:
            await answer.say(notice(" ".join([*([line] if line else []), explain(say, error)])))
            return
        if not answer.answered:
            await answer.say(notice(line or say(key, link=link(placed.record))))

    async def _ask(
        self, interaction: Interaction, error: GameAlreadyOpen, choice: Choice, say: Say
    ) -> discord.ui.LayoutView:
        seat = seat_of(interaction)
        habits = await self.bot.sessions.store.read(
            lambda conn: players.habits(conn, seat.player, seat.guild)
        )
        rules, deal = settle(choice, habits)
        if choice.together:
            return ask_new(say, error.record, f"{rules}/{TOGETHER}")
        if choice.winnable:
            return ask_new(say, error.record, f"{rules}/{WINNABLE}")
        return ask_new(say, error.record, f"{rules}/{DealCode(deal, rules)}" if deal else str(rules))


def _control(turn: Turn, action: ControlAction) -> ControlId:
    return ControlId(turn.record.id, turn.record.revision, action)


def _told(say: Say, turn: Turn) -> str:
    over = [say("board.over")] if turn.view.outcome is not None else []
    return " ".join([*told(turn, say), *over])
