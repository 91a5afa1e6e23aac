"""Reading typed commands, without a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from localdiscord import ClientRefusal
from localdiscord.page import typed

from .conftest import stage_with

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from localdiscord import Channel

ALL = "A / alone lists every command."
BELOW = " or ".join(f"/demo {name}" for name in ("board", "serve", "think", "secret", "nothing", "echo"))
OPTIONS = "fruit, times, loud, whom, mode"


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
    """What cannot be read is refused with the offending text and what would do instead."""
    complaints = {
        "/": f"No such command here: /. {ALL}",
        "/demo": f"A subcommand is missing: /demo. Did you mean {BELOW}?",
        "/demo baord": "No such command here: /demo baord. Did you mean /demo board?",
        "/else": f"No such command here: /else. {ALL}",
        "/demo board now": "This command takes no options: now",
        "/demo serve size:3": f"No such option: size. This command takes: {OPTIONS}",
        "/demo serve fig times:1 times:2": "Given twice: times",
    }
    for line, complaint in complaints.items():
        with pytest.raises(ClientRefusal, match=f"^{re.escape(complaint)}$"):
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
    """A text that is no value of the option's kind is refused with what the option takes."""
    wrong = {
        ("times", "many"): "Not a value for times: many. It takes a whole number.",
        ("times", "9"): "Out of bounds for times: 9. It goes from 1 up to 5.",
        ("loud", "maybe"): "Not a value for loud: maybe. It takes True or False.",
        ("whom", "nobody"): "Not a value for whom: nobody. It takes somebody who is here, such as @alice.",
        (
            "whom",
            "<@12345>",
        ): "Not a value for whom: <@12345>. It takes somebody who is here, such as @alice.",
        ("mode", "v"): "Not a choice for mode: v. Choose from: vegas",
    }
    for (name, text), complaint in wrong.items():
        with pytest.raises(ClientRefusal, match=f"^{re.escape(complaint)}$"):
            typed.values(channel, "demo serve", {name: text})
