"""Reading typed commands, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from localdiscord import ClientRefusal
from localdiscord.page import typed

from .conftest import stage_with

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from localdiscord import Channel


@pytest.fixture
async def channel() -> AsyncIterator[Channel]:
    """Give a channel with the demo commands."""
    async with stage_with() as stage:
        yield stage.channel


async def test_readings(channel: Channel) -> None:
    """Names, order, spaces and colons in strings, and a first option without its name are all read."""
    readings = {
        "/demo board": ("demo board", {}),
        "  /demo   board ": ("demo board", {}),
        "/demo serve fig": ("demo serve", {"fruit": "fig"}),
        "/demo serve fruit: two figs times:3": ("demo serve", {"fruit": "two figs", "times": "3"}),
        "/demo serve times:3 fruit:3:2 5": ("demo serve", {"times": "3", "fruit": "3:2 5"}),
        "/demo serve two figs loud:yes": ("demo serve", {"fruit": "two figs", "loud": "yes"}),
        "/demo echo text:see also: this": ("demo echo", {"text": "see also: this"}),
    }
    assert {line: typed.read(channel, line, "en-US") for line in readings} == readings


async def test_misreadings(channel: Channel) -> None:
    """What cannot be read is refused with the offending text at the end."""
    complaints = {
        "/": "no such command here: /",
        "/demo": "a subcommand is missing: /demo",
        "/demo dance": "no such command here: /demo dance",
        "/demo board now": "this command takes no options: now",
        "/demo serve size:3": "no such option: size",
        "/demo serve fig times:1 times:2": "given twice: times",
    }
    for line, complaint in complaints.items():
        with pytest.raises(ClientRefusal, match=f"^{complaint}$"):
            typed.read(channel, line, "en-US")


async def test_values(channel: Channel) -> None:
    """Texts become numbers, booleans, people and choices; the option being typed stays a text."""
    bob = next(user for user in channel.world.users.values() if user.name == "bob")
    given: dict[str, object] = {
        "times": "3",
        "loud": "Yes",
        "whom": "@BOB",
        "mode": "las vegas",
        "fruit": "7",
    }
    done: dict[str, object] = {"times": 3, "loud": True, "whom": bob, "mode": "vegas", "fruit": "7"}
    assert typed.values(channel, "demo serve", given) == done
    assert typed.values(channel, "demo serve", {"whom": f"<@{bob.id}>"}) == {"whom": bob}
    assert typed.values(channel, "demo serve", {"whom": str(bob.id), "times": 2}) == {"whom": bob, "times": 2}
    assert typed.values(channel, "demo serve", {"times": "x"}, keep="times") == {"times": "x"}


async def test_wrong_values(channel: Channel) -> None:
    """A text that is no value of the option's kind is refused."""
    wrong = (("times", "many"), ("loud", "maybe"), ("whom", "nobody"), ("whom", "<@12345>"))
    for name, text in wrong:
        with pytest.raises(ClientRefusal, match=f"^not a value for {name}: {text}$"):
            typed.values(channel, "demo serve", {name: text})
