"""What a person reads off the bot's messages."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from localdiscord import Message
    from localdiscord.places import Channel

__all__ = [
    "PATIENCE",
    "action_of",
    "board_after",
    "board_in",
    "control",
    "game_of",
    "is_written",
    "labels",
    "live_board",
    "ranks",
    "revision_of",
    "says",
    "spelt",
    "until",
]


PATIENCE: Final = 20.0
"""Seconds that a test waits for what must come, however busy the machine is; it never waits so long."""


async def board_after(board: Message) -> Message:
    """Wait for the first board later than another in the same channel, and give it."""
    return await board.channel.wait_for(
        lambda message: message.id > board.id and message.image is not None, timeout=PATIENCE
    )


async def says(message: Message, text: str) -> None:
    """Wait until a message, private or not, shows a text."""
    with message.channel.world.feed.subscribe() as changes:
        async with asyncio.timeout(PATIENCE):
            while text not in message.text:
                await anext(changes)


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is so that nobody tells."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


def board_in(channel: Channel) -> Message:
    """Give the newest message with a picture."""
    return [message for message in channel.messages if message.image][-1]


def live_board(channel: Channel) -> Message:
    """Give the newest board that can be played on, drawn or in letters."""
    return [message for message in channel.messages if "Redo" in labels(message)][-1]


def is_written(board: Message) -> bool:
    """Tell whether a board is in letters and has no picture."""
    return board.text.count("```") == 2 and not board.media and not board.attachments


def game_of(board: Message) -> int:
    """Read the game's id from the footer."""
    return _figure(r"game (\d+)", board.text)


def action_of(board: Message) -> int:
    """Read the number of the last action from the footer, where it is that of the moves if it is not told."""
    return _figure(r"action (\d+)" if "action " in board.text.splitlines()[-1] else r"move (\d+)", board.text)


def revision_of(board: Message) -> int:
    """Read the revision that the board's buttons carry."""
    return _figure(r"^k:\d+:(\d+):", board.buttons[0].custom_id or "")


def control(board: Message, action: str, *, game: int | None = None, revision: int | None = None) -> str:
    """Write a custom id as it stands, or could stand, on a board."""
    game = game_of(board) if game is None else game
    return f"k:{game}:{revision_of(board) if revision is None else revision}:{action}"


def labels(message: Message) -> list[str]:
    """Read the labels of all buttons, in order."""
    return [button.label for button in message.buttons]


def ranks(leaderboard: str) -> list[int]:
    """Read the ranks of a leaderboard's rows, in order."""
    return [int(found) for found in re.findall(r"^\*\*(\d+)\.\*\* ", leaderboard, re.MULTILINE)]


def spelt(text: str) -> str:
    """Spell the commands that can be clicked in a text out as code, each with its options."""
    return re.sub(r"<(/[^:>]+):\d+>(?: `([^`]+)`)?", _spelt, text)


def _spelt(found: re.Match[str]) -> str:
    return f"`{' '.join(filter(None, found.groups()))}`"


def _figure(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    assert found is not None, text
    return int(found[1])
