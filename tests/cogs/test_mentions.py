"""Commands in texts: clickable in messages once their id is known, never where a mention does not render."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

import pytest

from cogs.i18n import languages, speaker
from cogs.mentions import clickable, command_id, know_command, mention
from tests.cogs.keys import command_paths, messages
from tests.cogs.voices import commands_known

if TYPE_CHECKING:
    from collections.abc import Iterator

ID: Final = 1_234_567_890_123_456_789
UNRENDERED: Final = (
    "alt.",
    "button.",
    "choice.",
    "command.",
    "menu.",
    "modal.",
    "status.",
    "text.",
    "banner.",
)
"""The beginnings of keys whose texts stand where no mention renders."""


def named(language: str) -> Iterator[tuple[str, str]]:
    """Give the commands that a language's texts name, each with its key."""
    for key, forms in messages(language).items():
        for form in forms:
            for found in re.findall(r"/klondike ([a-z]+(?:(?<= me) [a-z]+)?)", form):
                yield key, found


@pytest.mark.parametrize("language", languages())
def test_every_command_in_a_text_can_be_clicked(language: str) -> None:
    """Each one that is named is there, stands as code that is understood, and becomes a mention."""
    assert {path for _, path in named(language)} <= set(command_paths())
    for key, forms in messages(language).items():
        for form in forms:
            assert "`/klondike" not in clickable(form, ID), key
            assert clickable(form, ID).count(f":{ID}>") == form.count("/klondike "), key
            assert clickable(form, None) == form


@pytest.mark.parametrize("language", languages())
def test_no_command_is_named_where_no_mention_renders(language: str) -> None:
    """Labels, menus, forms and alternative texts name no command."""
    assert [key for key, _ in named(language) if key.startswith(UNRENDERED)] == []


def test_an_option_stays_code_behind_its_command() -> None:
    """A mention can carry no option, so what is to be typed behind it still stands there."""
    say = speaker("en")
    assert "`/klondike new scoring:vegas`" in say("bankroll.empty")
    with commands_known(ID):
        assert f"</klondike new:{ID}> `scoring:vegas`" in say("bankroll.empty")
        assert f"</klondike new:{ID}> `code:KL1`" in say("code.yours", code="KL1")
        assert mention("me look") == f"</klondike me look:{ID}>"
    assert mention("me look") == "`/klondike me look`"


def test_what_a_player_typed_is_no_command() -> None:
    """Only the texts themselves name commands: what is filled in stays as it came."""
    with commands_known(ID):
        told = speaker("en")("notation.half-a-move", text="`/klondike new`")
    assert told.startswith("`/klondike new` is only half")


async def test_two_bots_in_one_process_do_not_meet() -> None:
    """The id is known to the task that learnt it and to the tasks that it starts, and to no other."""

    async def told() -> int | None:
        await asyncio.sleep(0)
        return command_id()

    async def bot(number: int) -> int | None:
        know_command(number)
        await asyncio.sleep(0)
        return await asyncio.create_task(told())

    assert list(await asyncio.gather(bot(1), bot(2), told())) == [1, 2, None]
