"""Commands as they are named in texts: to be clicked where Discord's id for them is known, else as code.

The id belongs to the task that runs the bot and to all tasks that it starts: two bots in one process do not
meet, and a text needs to be told nothing.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Final

__all__ = ["COMMAND", "clickable", "command_id", "know_command", "mention"]

COMMAND: Final = "klondike"
"""The one command that all others stand below."""

_NAMED: Final = re.compile(rf"`/{COMMAND} ([a-z]+(?: [a-z]+)?)(?: ([a-z]+:[^`]+))?`")

_id: Final[ContextVar[int | None]] = ContextVar("command_id", default=None)


def know_command(number: int | None) -> None:
    """Take Discord's id of the command for this task and all that it starts; None knows none."""
    _id.set(number)


def command_id() -> int | None:
    """Give Discord's id of the command, or None where it is not known."""
    return _id.get()


def mention(path: str) -> str:
    """Name a command, such as "me look", in a message.

    >>> mention("new")
    '`/klondike new`'
    """
    return clickable(f"`/{COMMAND} {path}`", command_id())


def clickable(text: str, number: int | None) -> str:
    """Turn the commands that stand as code in a message's text into mentions; options stay code behind them.

    >>> clickable("`/klondike new winnable:True` deals.", 5)
    '</klondike new:5> `winnable:True` deals.'
    >>> clickable("`/klondike new` deals.", None)
    '`/klondike new` deals.'
    """
    if number is None:
        return text

    def named(found: re.Match[str]) -> str:
        path, options = found.groups()
        return f"</{COMMAND} {path}:{number}>" + (f" `{options}`" if options else "")

    return _NAMED.sub(named, text)
