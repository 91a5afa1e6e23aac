"""Logs: one line an event, readable by people and machines, and never a secret in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import TYPE_CHECKING, Any, Final, Literal

import aiohttp
import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localdiscord import LocalDiscord, drop, error, rate_limited
from localdiscord.attach import attached, network_guard
from operations.logs import BLANK, Line, blanked, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord.faults import Effect

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.G1a2B3.abcdefghijklmnopqrstuvwxyz0123456789ABCD"  # noqa: S105 - nobody's
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OjEyMzQ1Njc4OTA="  # noqa: S105 - nobody's
SHORT = "local.discord.token"
FORMS: Final[tuple[Literal["text"], Literal["json"]]] = ("text", "json")
WORDS = "what somebody wrote"


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    """Give an event as the logging of Python makes it."""
    return logging.getLogger("klondike").makeRecord(
        "klondike", logging.WARNING, "x.py", 1, message, args, None, extra=extra
    )


def failed(message: str, error: Exception) -> logging.LogRecord:
    """Give an event with an error and its traceback."""
    found = record(message)
    try:
        raise error
    except type(error):
        found.exc_info = sys.exc_info()
    return found


@pytest.fixture
def caught() -> Iterator[list[logging.LogRecord]]:
    """Catch everything that is logged, down to the last detail."""
    found: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = found.append  # type: ignore[method-assign,assignment]
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield found
    root.removeHandler(handler)
    root.setLevel(before)


def test_an_event_is_a_line_of_fields() -> None:
    """Time in UTC, level, logger, message, then what it is about."""
    line = Line().format(record("backup made", path="a b.db", seconds=1.5, empty=""))
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING klondike backup made "
        r'path="a b.db" seconds=1.5 empty=""',
        line,
    )


def test_an_event_is_an_object_for_machines() -> None:
    """The same as JSON, where numbers stay numbers."""
    event = json.loads(Line("json").format(record("backup made, %s", "Åke", seconds=1.5)))
    del event["time"]
    said = {"level": "WARNING", "logger": "klondike", "message": "backup made, Åke", "seconds": 1.5}
    assert event == said


def test_a_traceback_is_part_of_its_line() -> None:
    """An error with its whole traceback is one line too, and the traceback can be had back."""
    found = failed("incident abc", ValueError("one\ntwo"))
    text, machine = Line().format(found), Line("json").format(found)
    assert len(text.splitlines()) == len(machine.splitlines()) == 1
    assert "Traceback" in text
    assert json.loads(machine)["traceback"].endswith("ValueError: one\ntwo")


@pytest.mark.parametrize("form", ["text", "json"])
@given(name=st.text())
def test_any_name_is_one_line_in_utf8(form: Literal["text", "json"], name: str) -> None:
    """Whatever somebody is called, the line neither ends early nor turns around, and JSON gives it back."""
    line = Line(form).format(record("player %s", name, user=name))
    assert len(line.splitlines()) == 1
    assert visible(line) == line
    line.encode("utf-8")
    if form == "json" and blanked(name) == name:
        assert json.loads(line)["user"] == name


@pytest.mark.parametrize(
    "text",
    [
        f"Bot {BOT_TOKEN}",
        f"POST https://discord.com/api/v10/interactions/123/{INTERACTION_TOKEN}/callback",
        f"url='https://discord.com/api/v10/webhooks/123/{INTERACTION_TOKEN}/messages/@original'",
        f"{{'token': '{INTERACTION_TOKEN}', 'auth': '{BOT_TOKEN}'}}",
        f"/webhooks/1/{INTERACTION_TOKEN}?wait=true {INTERACTION_TOKEN}",
        f"short {SHORT}",
    ],
)
def test_tokens_are_blanked_wherever_they_stand(text: str) -> None:
    """In the message, in an argument, in a field, in a traceback."""
    events = [
        record(text.replace("%", "%%")),
        record("%s", text),
        record("%r", [text]),
        record("x", field=text),
    ]
    for event in (*events, failed("x", RuntimeError(text))):
        for form in FORMS:
            line = Line(form, [SHORT]).format(event)
            assert BLANK in line
            assert not any(secret in line for secret in (BOT_TOKEN, INTERACTION_TOKEN, SHORT))


async def failing_requests(fake: LocalDiscord, client: discord.Client, webhook: Any) -> list[Exception]:
    """Let requests with a token in their address fail in every way, and give the errors."""
    found: list[Exception] = []
    effects: list[Effect] = [error(403, 50013), error(404, 10015), error(400, 50035), error(500), drop()]
    for effect in (*effects, rate_limited(0.01)):
        fake.fault("*", r"^/webhooks/", effect, times=5 if effect is effects[3] else 1)
        try:
            await webhook.send(WORDS, wait=True)
        except (discord.HTTPException, aiohttp.ClientError) as failure:
            found.append(failure)
    for address in ("/api/v10/webhooks/1/secret-token-1/messages", "/webhooks/1/secret-token-1"):
        try:
            async with client.http._HTTPClient__session.get(fake.url + address) as response:  # type: ignore[attr-defined]
                response.raise_for_status()
        except aiohttp.ClientError as failure:
            found.append(failure)
    return found


async def test_no_token_of_a_real_error_is_logged(
    caught: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors that discord.py and aiohttp really raise, and what they log, tell no token and no text."""

    async def at_once(_seconds: float) -> None:
        """Wait for nothing."""

    async with LocalDiscord() as fake:
        with attached(fake.url):
            client = discord.Client(intents=discord.Intents.none(), connector=network_guard())
            await client.login(fake.token)
            monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", at_once)
            webhook = discord.Webhook.partial(1, "secret-token-1", client=client)
            errors = await failing_requests(fake, client, webhook)
            monkeypatch.undo()
            await client.close()
        for failure in errors:
            logging.getLogger("klondike").error(
                "it failed: %s", failure, exc_info=failure, extra={"e": failure}
            )
        raw = [one.getMessage() for one in caught]
        lines = [Line(form, [fake.token]).format(one) for one in caught for form in FORMS]
    assert len(errors) >= 6
    assert any("secret-token-1" in one for one in raw), "nothing had to be blanked"
    assert not any("secret-token-1" in one or fake.token in one for one in lines)
    assert not any(
        "a secret message" in one for one in lines if " DEBUG " not in one and '"DEBUG"' not in one
    )
