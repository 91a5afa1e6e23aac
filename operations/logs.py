"""Logs: one line an event, in UTF-8 whatever the machine speaks, and never a secret in it.

What an event is about stands in `extra` at the call and becomes fields of the line.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal

import discord

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Line", "blanked", "start_logging", "visible"]

BLANK: Final = "[blanked]"
"""Stands where a secret was."""

_TOKENS: Final = (
    # Addresses at Discord that open a door by themselves: interactions and webhooks.
    re.compile(r"(?<=/)(?P<kept>(?:webhooks|interactions)/\d+/)[^\s/?#'\"\\)>,]+"),
    # Interaction tokens as Discord makes them: base64 of "interaction:...".
    re.compile(r"(?P<kept>)aW50ZXJhY3Rpb246[\w+/=%-]+"),
    # Bot tokens: the id, a time and a signature.
    re.compile(r"(?P<kept>)\b[\w-]{20,}\.[\w-]{5,8}\.[\w-]{25,}"),
)

_TALKATIVE: Final = ("aiohttp", "alembic", "asyncio", "discord")
"""Libraries of which only warnings and errors are told."""

# What every record has is no field of an event.
_USUAL: Final = frozenset({*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"})

# Characters that end a line or turn it around: an event is one line, and reads as it is.
_UNRULY: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_PLAIN: Final = re.compile(r"[^\s\"'=]+")


def start_logging(level: str, form: Literal["text", "json"] = "text", *, secrets: Iterable[str] = ()) -> None:
    """Log to standard error, without what says nothing to the person who runs the bot.

    :param secrets: texts that are blanked wherever they stand, besides what looks like a token.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    handler = logging.StreamHandler()
    handler.setFormatter(Line(form, secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for library in _TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)
    # There is no voice here, so that its libraries are absent is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Line(logging.Formatter):
    """Writes an event as one line: time (UTC), level, logger, message, then its fields.

    :param form: "text" for people, `key=value` behind the message; "json" for machines, one object a line.
    """

    def __init__(self, form: Literal["text", "json"] = "text", secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._form = form
        self._secrets = tuple(one for one in secrets if one)

    def format(self, record: logging.LogRecord) -> str:
        """Write a record down."""
        event = {
            "time": _moment(record.created),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in _USUAL},
        }
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)
        clean = {key: self._clean(value) for key, value in event.items()}
        return _as_json(clean) if self._form == "json" else _as_text(clean)

    def _clean(self, value: object) -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        return blanked(str(value), self._secrets)


def blanked(text: str, secrets: Iterable[str] = ()) -> str:
    """Give a text without tokens: neither these secrets, nor what looks like one.

    >>> blanked("429 for /api/v10/webhooks/1/aW50/messages/@original")
    '429 for /api/v10/webhooks/1/[blanked]/messages/@original'
    """
    for secret in secrets:
        text = text.replace(secret, BLANK)
    for pattern in _TOKENS:
        text = pattern.sub(rf"\g<kept>{BLANK}", text)
    return text


def visible(text: str) -> str:
    """Give a text as one line that reads from left to right: what would break that is escaped."""
    return _UNRULY.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _moment(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return moment.replace("+00:00", "Z")


def _as_json(event: dict[str, object]) -> str:
    return visible(json.dumps(event, ensure_ascii=False))


def _as_text(event: dict[str, object]) -> str:
    parts = [visible(str(event.pop(key))) for key in ("time", "level", "logger", "message")]
    return " ".join([*parts, *(f"{key}={_value(value)}" for key, value in event.items())])


def _value(value: Any) -> str:
    text = str(value)
    return visible(text) if _PLAIN.fullmatch(text) else visible(json.dumps(text, ensure_ascii=False))
