"""`/klondike help`: how to play, how to type, what counts; a menu leads from topic to topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice as Entry
from discord.ext import commands

from cogs.control import menu
from cogs.i18n import command_text, speaker
from cogs.layouts import notice
from cogs.lessons import LESSON_FILE, alt_text, caption, how_to_type, lesson
from cogs.mentions import COMMAND, mention
from cogs.page_id import HelpPageId
from cogs.places import may_attach
from cogs.text_board import text_board
from data import RATED_GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.lessons import Lesson

    Interaction = discord.Interaction[KlondikeBot]

__all__ = ["TOPICS", "HelpCommands", "topic_layout"]

TOPICS: Final = ("start", "moves", "rules", "scoring", "ranking", "counts", "fair", "commands")


class HelpCommands(commands.Cog):
    """Mixed into the group: help."""

    bot: KlondikeBot

    @app_commands.command(name="help", description=command_text("command.help"))
    @app_commands.describe(topic=command_text("option.topic"))
    @app_commands.choices(
        topic=[Entry(name=command_text(f"choice.help-{topic}"), value=topic) for topic in TOPICS]
    )
    async def help(self, interaction: Interaction, topic: str = TOPICS[0]) -> None:
        """Explain one topic."""
        say = speaker(interaction.locale.value)
        async with self.bot.desk.answering(interaction) as answer:
            reader = interaction.user.id if may_attach(interaction) else None
            layout, files = await self.bot.pages.topic(say, topic, reader)
            await answer.say(layout, *files)


def topic_layout(say: Say, topic: str, names: Iterable[str], *, pictured: bool = True) -> ui.LayoutView:
    """Lay a topic out: its text, its picture where it has one, and the menu of topics.

    :param names: the commands that there are, by their full names.
    :param pictured: whether a picture may be sent; else its board is written in letters.
    """
    layout = notice(_text(say, topic, names))
    shown = lesson(topic)
    if shown is not None:
        for part in _illustration(say, shown, pictured=pictured):
            layout.add_item(part)
    layout.add_item(ui.ActionRow(_topics_menu(say, topic)))
    return layout


def _text(say: Say, topic: str, names: Iterable[str]) -> str:
    text = say(f"help.{topic}", least=RATED_GAMES)
    if topic != "commands":
        return text
    return "\n".join([text, *(_entry(say, name) for name in names)])


def _entry(say: Say, full_name: str) -> str:
    name = full_name.rsplit(maxsplit=1)[-1]
    return f"- {mention(full_name.removeprefix(f'{COMMAND} '))} {say(f'command.{name}')}"


def _illustration(say: Say, shown: Lesson, *, pictured: bool) -> Iterator[ui.Item[Any]]:
    if pictured:
        picture = discord.MediaGalleryItem(f"attachment://{LESSON_FILE}", description=alt_text(say, shown))
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(picture)
        yield gallery
    else:
        yield ui.TextDisplay(f"```\n{text_board(say, shown.view)}\n```")
    yield ui.TextDisplay(f"{caption(say, shown)} {how_to_type(say, shown)}".strip())


def _topics_menu(say: Say, current: str) -> ui.Item[Any]:
    options = [
        discord.SelectOption(label=say(f"choice.help-{topic}"), value=topic, default=topic == current)
        for topic in TOPICS
    ]
    return menu(HelpPageId(), say("menu.topics"), options)
