"""Faults that Discord itself has had, switched on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from localdiscord import Quirk

from .test_gateway import until
from .tinybot import board, picture

if TYPE_CHECKING:
    from .conftest import Stage


async def test_a_gallery_after_a_defer_is_refused(stage: Stage) -> None:
    """Edits through a token cannot bring a new picture; direct answers, channel edits and follow-ups can."""
    stage.fake.quirks.add(Quirk.GALLERY_BY_TOKEN)
    pending = stage.seat.slash("/demo think")
    await pending.acknowledged()
    await until(lambda: bool(stage.bot.failures))
    assert [(error.status, error.code) for error in _refusals(stage)] == [(400, 50035)]
    assert "attachment was not found" in str(stage.bot.failures[0])
    game = await stage.board()
    await stage.seat.click(game, "Draw")
    assert game.text == "board 2"
    place = stage.bot.get_partial_messageable(stage.general.id)
    await place.get_partial_message(game.id).edit(view=board(3), attachments=[picture()])
    assert game.text == "board 3"
    await stage.seat.slash("/demo here")
    assert stage.general.last.image is not None
    stage.fake.quirks.clear()
    await stage.seat.slash("/demo think")
    assert len(stage.bot.failures) == 1


async def test_a_gallery_in_a_channel_edit_is_refused(stage: Stage) -> None:
    """The same fault in edits through the channel; an edit that brings no upload goes through."""
    game = await stage.board()
    stage.fake.quirks.add(Quirk.GALLERY_BY_EDIT)
    message = stage.bot.get_partial_messageable(stage.general.id).get_partial_message(game.id)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(view=board(3), attachments=[picture()])
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert (game.text, game.image is not None) == ("board 1", True)
    words: discord.ui.LayoutView = discord.ui.LayoutView()
    words.add_item(discord.ui.TextDisplay("over"))
    await message.edit(view=words, attachments=[])
    assert game.text == "over"


def _refusals(stage: Stage) -> list[discord.HTTPException]:
    return [error for error in stage.bot.failures if isinstance(error, discord.HTTPException)]
