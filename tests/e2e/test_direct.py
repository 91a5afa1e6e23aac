"""Every command in every kind of place: it works, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from localdiscord import Callback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord import Seat
    from localdiscord.people import User
    from tests.e2e.house import House

GROUPS = frozenset({1, 2})
"""Kinds of option that are a subcommand and a group of them."""
SAMPLES: dict[int, object] = {3: "d", 4: 1, 5: False}
"""A value for a required option, by its kind: text, number, yes or no."""


def subcommands(
    command: dict[str, Any], member: User, path: str = ""
) -> Iterator[tuple[str, dict[str, object]]]:
    """Give each command below one, with values for the options that it needs."""
    name = f"{path} {command['name']}".strip()
    options = command.get("options", [])
    below = [option for option in options if option["type"] in GROUPS]
    if not below:
        yield f"/{name}", {one["name"]: sample(one, member) for one in options if one.get("required")}
    for option in below:
        yield from subcommands(option, member, name)


def sample(option: dict[str, Any], member: User) -> object:
    """Give a value for an option: its first choice, else one of its kind."""
    choices = option.get("choices")
    return choices[0]["value"] if choices else SAMPLES.get(option["type"], member)


def place(house: House, kind: str) -> Seat:
    """Give Alice's seat in a place."""
    user = house.alice.user
    if kind == "server":
        return house.alice
    if kind == "direct":
        return user.at(house.fake.direct(user))
    if kind == "friends":
        return user.at(house.fake.private(user, house.bob.user))
    abroad = house.fake.guild("Abroad", has_bot=False)
    abroad.add(user)
    return user.at(abroad.channel("plaza"))


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("kind", ["server", "direct", "friends", "abroad"])
async def test_d13_every_command_answers_in_every_place(house: House, kind: str, *, playing: bool) -> None:
    """Whatever is registered is answered in words or with a board, with a game open and without."""
    seat = place(house, kind)
    offered = [
        one
        for command in seat.commands
        if command.get("type", 1) == 1
        for one in subcommands(command, house.bob.user)
    ]
    assert len(offered) >= 10
    for name, options in offered:
        if playing:
            await seat.slash("/klondike new")
        answer = await seat.slash(name, **options)
        assert answer.kind is Callback.MODAL or answer.text or answer.shown.image, name
        assert "incident" not in answer.text.lower(), (name, answer.text)
