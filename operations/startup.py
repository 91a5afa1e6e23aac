"""What is said when the bot cannot start or go on: one sentence that names the cause and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord

from data import StoreError
from operations.health import HealthPortTaken
from operations.logs import blanked, visible

if TYPE_CHECKING:
    from pydantic import ValidationError

__all__ = ["EXIT_FAILED", "EXIT_USAGE", "EXPECTED", "UNCONFIGURED", "sentence", "wrong_settings"]

EXIT_FAILED = 1
"""Something outside does not work."""
EXIT_USAGE = 2
"""A setting is wrong: to start again without changing it helps nothing."""

UNCONFIGURED = (
    "No DISCORD_TOKEN: copy .env.example to .env and fill it in, or run `make play` to play here without one."
)
UNPRIVILEGED = (
    "MESSAGE_CONTENT: switch the Message Content Intent on at https://discord.com/developers/applications "
    "(Bot > Message Content Intent), or set MESSAGE_CONTENT=False."
)
UNKNOWN_BOT = (
    "DISCORD_TOKEN: Discord does not know this token; copy it anew from "
    "https://discord.com/developers/applications (Bot > Reset Token)."
)
BAD_TOKEN_CODE = 4004
"""The gateway's word for a token that is no longer known."""

EXPECTED = (
    StoreError,
    HealthPortTaken,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Errors that are told in a sentence; any other is a fault of the program and keeps its traceback."""


def wrong_settings(error: ValidationError) -> str:
    """Name every setting that cannot be used, and why."""
    return "; ".join(f"{str(one['loc'][0]).upper()}: {one['msg']}" for one in error.errors())


def sentence(error: BaseException) -> tuple[str, int]:
    """Give what to tell the person who started the bot, and the exit status."""
    words, status = _told(error)
    return visible(blanked(words)), status


def _told(error: BaseException) -> tuple[str, int]:
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return UNPRIVILEGED, EXIT_USAGE
    if _tells_of_the_token(error):
        return UNKNOWN_BOT, EXIT_USAGE
    if isinstance(error, discord.DiscordException):
        return (
            f"Discord ended it ({error}): see https://discordstatus.com and start again later.",
            EXIT_FAILED,
        )
    if isinstance(error, aiohttp.ClientError | TimeoutError):
        reason = str(error) or type(error).__name__
        return f"Discord cannot be reached ({reason}): look at this machine's network.", EXIT_FAILED
    return str(error), EXIT_USAGE if isinstance(error, HealthPortTaken) else EXIT_FAILED


def _tells_of_the_token(error: BaseException) -> bool:
    """Tell whether Discord refused the token: at the login, or later on the gateway."""
    closed = isinstance(error, discord.ConnectionClosed) and error.code == BAD_TOKEN_CODE
    return closed or isinstance(error, discord.LoginFailure)
