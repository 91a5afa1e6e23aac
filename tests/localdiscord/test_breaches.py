"""Every rule of Discord that the server enforces: good requests spoilt in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from localdiscord import Callback, LocalDiscord
from localdiscord.mentions import Pings
from tests.shared_data import needs_shared

from .oracle import OPENAPI
from .raw import COMMAND, Raw, alone, good_board, with_modal

if TYPE_CHECKING:
    from collections.abc import Callable

    Spoil = Callable[[dict[str, Any]], object]


def _parts(body: dict[str, Any]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = body["components"][0]["components"]
    return parts


def _button(body: dict[str, Any]) -> dict[str, Any]:
    button: dict[str, Any] = _parts(body)[2]["components"][0]
    return button


def _options(body: dict[str, Any]) -> list[dict[str, Any]]:
    options: list[dict[str, Any]] = _parts(body)[3]["components"][0]["options"]
    return options


SPOILT_BOARDS: dict[str, Spoil] = {
    "duplicate custom id": lambda body: _button(body).update(custom_id="undo"),
    "duplicate component id": lambda body: [part.update(id=7) for part in _parts(body)[:2]],
    "button without custom id": lambda body: _button(body).pop("custom_id"),
    "button without label": lambda body: _button(body).pop("label"),
    "label of 81": lambda body: _button(body).update(label="x" * 81),
    "custom id of 101": lambda body: _button(body).update(custom_id="x" * 101),
    "more than 40 parts": lambda body: _parts(body).extend([{"type": 14}] * 33),
    "content beside V2": lambda body: body.update(content="hello"),
    "embeds beside V2": lambda body: body.update(embeds=[{"title": "hello"}]),
    "V2 without the flag": lambda body: body.update(flags=0),
    "duplicate select value": lambda body: _options(body)[0].update(value="1"),
    "no options": lambda body: _options(body).clear(),
    "26 options": lambda body: _options(body).extend(
        {"label": f"more {n}", "value": f"more {n}"} for n in range(23)
    ),
    "option label of 101": lambda body: _options(body)[0].update(label="x" * 101),
    "select beside a button": lambda body: _parts(body)[3]["components"].append(
        {"type": 2, "style": 2, "label": "x", "custom_id": "x"}
    ),
    "six buttons": lambda body: _parts(body)[2]["components"].extend(
        {"type": 2, "style": 2, "label": "x", "custom_id": f"x{n}"} for n in range(4)
    ),
    "file not sent": lambda body: _parts(body)[1]["items"][0]["media"].update(url="attachment://other.png"),
    "4001 characters": lambda body: _parts(body)[0].update(content="x" * 4001),
    "alt text of 1025": lambda body: _parts(body)[1]["items"][0].update(description="x" * 1025),
    "empty gallery": lambda body: _parts(body)[1]["items"].clear(),
    "eleven pictures": lambda body: _parts(body)[1]["items"].extend(_parts(body)[1]["items"] * 10),
    "empty text": lambda body: _parts(body)[0].update(content=""),
    "emoji that is none": lambda body: _button(body).update(emoji={"name": "smile"}),
    "option with an emoji that is none": lambda body: _options(body)[0].update(emoji={"name": "x"}),
    "alt text of 1025 beside the file": lambda body: body["attachments"][0].update(description="x" * 1025),
    "picture of no scheme": lambda body: _parts(body)[1]["items"][0]["media"].update(url="board.png"),
    "link of 513": lambda body: _parts(body)[2].update(
        components=[{"type": 2, "style": 5, "label": "x", "url": "https://" + "x" * 505}]
    ),
    "contradictory mentions": lambda body: body.update(allowed_mentions={"parse": ["users"], "users": ["1"]}),
    "max values beyond the options": lambda body: _parts(body)[3]["components"][0].update(max_values=4),
}


@pytest.mark.parametrize("name", SPOILT_BOARDS)
async def test_spoilt_message_is_refused_and_recorded(name: str) -> None:
    """A message that breaks a rule is answered 50035 and stands in the breaches, coded rules alone."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        assert (await raw.send(seat.channel, good_board(), with_file=True)).status == 200
        body = good_board()
        SPOILT_BOARDS[name](body)
        answer = await raw.send(seat.channel, body, with_file=True)
        assert (answer.status, answer.code) == (400, 50035)
        assert answer.body["errors"]
        assert len(fake.breaches) == 1
        assert len(seat.channel.messages) == 1


SPOILT_EMBEDS: dict[str, Any] = {
    "title of 257": [{"title": "x" * 257}],
    "description of 4097": [{"description": "x" * 4097}],
    "footer of 2049": [{"footer": {"text": "x" * 2049}}],
    "author of 257": [{"author": {"name": "x" * 257}}],
    "26 fields": [{"fields": [{"name": "x", "value": "x"}] * 26}],
    "value of 1025": [{"fields": [{"name": "x", "value": "x" * 1025}]}],
    "6001 in total": [{"description": "x" * 3001}, {"description": "x" * 3000}],
    "eleven": [{"title": "x"}] * 11,
}


@pytest.mark.parametrize("name", SPOILT_EMBEDS)
async def test_spoilt_embeds_are_refused(name: str) -> None:
    """Embeds have limits one by one and together."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        assert (await raw.send(seat.channel, {"embeds": [{"title": "x" * 256}]})).status == 200
        assert (await raw.send(seat.channel, {"embeds": SPOILT_EMBEDS[name]})).code == 50035
        assert len(fake.breaches) == 1


async def test_files_too_large_or_too_many() -> None:
    """A file of more than 10 MiB is 413, an eleventh file 400; both are breaches."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        path = f"/channels/{seat.channel.id}/messages"
        limit = 10 * 2**20
        assert (await raw("POST", path, {}, files={"a.bin": bytes(limit)})).status == 200
        large = await raw("POST", path, {}, files={"a.bin": bytes(limit + 1)})
        assert (large.status, large.code) == (413, 40005)
        many = await raw("POST", path, {}, files={f"{n}.txt": b"x" for n in range(11)})
        assert (many.status, many.code) == (400, 30015)
        assert [breach.code for breach in fake.breaches] == [40005, 30015]


async def test_file_that_nothing_shows() -> None:
    """Discord takes a file that no component shows, but nobody sees it: a breach."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        body = good_board()
        del _parts(body)[1]
        assert (await raw.send(seat.channel, body, with_file=True)).status == 200
        assert [breach.text for breach in fake.breaches] == ["a file that no component shows: board.png"]


async def test_edit_that_leaves_nothing() -> None:
    """An edit may not take away the last thing that a message holds."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        made = await raw.send(seat.channel, {"content": "x"})
        path = f"/channels/{seat.channel.id}/messages/{made.body['id']}"
        assert (await raw("PATCH", path, {"embeds": []})).status == 200
        assert (await raw("PATCH", path, {"content": ""})).code == 50006
        assert len(fake.breaches) == 1


async def test_messages_looked_for_in_the_wrong_place() -> None:
    """A message that is gone is bad luck; one of another channel, or an ephemeral one, is a breach."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        gone = (await raw.send(seat.channel, {"content": "x"})).body["id"]
        here = f"/channels/{seat.channel.id}/messages"
        await raw("DELETE", f"{here}/{gone}")
        assert (await raw("PATCH", f"{here}/{gone}", {"content": "y"})).code == 10008
        assert fake.breaches == []
        assert seat.channel.guild is not None
        elsewhere = await raw.send(seat.channel.guild.channel("other"), {"content": "x"})
        assert (await raw("PATCH", f"{here}/{elsewhere.body['id']}", {"content": "y"})).code == 10008
        pending = seat.slash("/demo", n=1)
        await raw.answer(pending, Callback.MESSAGE, {"content": "psst", "flags": 64})
        hidden = (await pending).shown.id
        assert (await raw("PATCH", f"{here}/{hidden}", {"content": "y"})).code == 10008
        assert (await raw("DELETE", f"{here}/{hidden}")).code == 10008
        assert [breach.text.split()[1] for breach in fake.breaches] == ["message", "ephemeral", "ephemeral"]


async def test_token_of_another_interaction() -> None:
    """A message is edited with the token of the interaction that made or holds it, never with another's."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        tokens, shown = [], []
        for number in (1, 2):
            pending = seat.slash("/demo", n=number)
            await raw.answer(pending, Callback.MESSAGE, {"content": "hello"})
            tokens.append(f"/webhooks/{fake.application_id}/{pending.interaction.token}/messages")
            shown.append((await pending).shown.id)
        assert (await raw("PATCH", f"{tokens[0]}/{shown[0]}", {"content": "x"})).status == 200
        assert (await raw("PATCH", f"{tokens[0]}/{shown[1]}", {"content": "x"})).code == 10008
        assert (await raw("PATCH", f"{tokens[0]}/1", {"content": "x"})).code == 10008
        assert [breach.text for breach in fake.breaches] == ["the message belongs to another interaction"]


async def test_reply_to_what_is_gone() -> None:
    """A reply says that its target may be gone, or it is a breach when it is."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        where = {"message_id": "1", "fail_if_not_exists": False}
        assert (await raw.send(seat.channel, {"content": "x", "message_reference": where})).status == 200
        assert fake.breaches == []
        refused = await raw.send(seat.channel, {"content": "x", "message_reference": {"message_id": "1"}})
        assert (refused.code, len(fake.breaches)) == (50035, 1)


SCHEMA_BREACHES: dict[str, Spoil] = {
    "misspelt field": lambda body: _button(body).update(lable="Draw"),
    "wrong type": lambda body: _button(body).update(disabled="no"),
    "unknown style": lambda body: _button(body).update(style=9),
    "unknown component": lambda body: _parts(body).append({"type": 99}),
    "text input in a message": lambda body: _parts(body)[2].update(
        components=[{"type": 4, "custom_id": "x", "style": 1}]
    ),
}


@needs_shared
@pytest.mark.parametrize("name", SCHEMA_BREACHES)
async def test_description_catches_what_is_not_coded(name: str) -> None:
    """Discord's own description is the second net: misspelt fields, wrong types, parts in the wrong place."""
    async with LocalDiscord(spec=OPENAPI) as fake:
        raw, seat = Raw(fake), alone(fake)
        assert fake.spec_checked
        assert (await raw.send(seat.channel, good_board(), with_file=True)).status == 200
        body = good_board()
        SCHEMA_BREACHES[name](body)
        assert (await raw.send(seat.channel, body, with_file=True)).code == 50035
        assert len(fake.breaches) == 1


async def test_without_description_the_check_says_it_is_skipped(tmp_path: Any) -> None:
    """Where the description is absent the server runs and says that this check is not made."""
    assert not LocalDiscord(spec=tmp_path / "none.json").spec_checked
    assert not LocalDiscord().spec_checked


SPOILT_MODALS: dict[str, Spoil] = {
    "six parts": lambda body: body.update(
        components=[
            {"type": 18, "label": "x", "component": {"type": 4, "custom_id": f"x{n}", "style": 1}}
            for n in range(6)
        ]
    ),
    "title of 46": lambda body: body.update(title="x" * 46),
    "no title": lambda body: body.update(title=""),
    "label of 46": lambda body: body["components"][0].update(label="x" * 46),
    "duplicate custom id": lambda body: body["components"].append(body["components"][0]),
    "label description of 101": lambda body: body["components"][0].update(description="x" * 101),
    "value beyond max_length": lambda body: body["components"][0]["component"].update(
        max_length=2, value="xxx"
    ),
    "placeholder of 101": lambda body: body["components"][0]["component"].update(placeholder="x" * 101),
}


@pytest.mark.parametrize("name", SPOILT_MODALS)
async def test_spoilt_modal_is_refused(name: str) -> None:
    """A modal that breaks a rule is refused; the good one opens."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        pending, body = await with_modal(raw, seat)
        assert (await raw.answer(pending, Callback.MODAL, body)).status == 200
        assert [one.label for one in (await pending).modal.fields] == ["Move"]
        pending, body = await with_modal(raw, seat)
        SPOILT_MODALS[name](body)
        assert (await raw.answer(pending, Callback.MODAL, body)).code == 50035
        assert len(fake.breaches) == 1


def _subcommands(number: int, **more: Any) -> list[dict[str, Any]]:
    return [{"name": f"s{n}", "type": 1, "description": "x", **more} for n in range(number)]


SPOILT_COMMANDS: dict[str, Spoil] = {
    "capital in the name": lambda body: body.update(name="Demo"),
    "space in the name": lambda body: body.update(name="de mo"),
    "name of 33": lambda body: body.update(name="x" * 33),
    "no description": lambda body: body.update(description=""),
    "required after optional": lambda body: body["options"].reverse(),
    "unknown locale": lambda body: body.update(name_localizations={"de-AT": "demo"}),
    "bad translated name": lambda body: body.update(name_localizations={"de": "De Mo"}),
    "26 subcommands": lambda body: body.update(options=_subcommands(26)),
    "8001 characters": lambda body: body.update(
        options=_subcommands(
            20,
            options=[{"name": f"o{n}", "type": 3, "description": "x" * 97} for n in range(4)],
        )
    ),
    "26 choices": lambda body: body["options"][1].update(
        choices=[{"name": f"c{n}", "value": f"c{n}"} for n in range(26)]
    ),
    "choice name of 101": lambda body: body["options"][1].update(choices=[{"name": "x" * 101, "value": "x"}]),
    "choices and autocomplete": lambda body: body["options"][1].update(
        choices=[{"name": "c", "value": "c"}], autocomplete=True
    ),
    "subcommands beside options": lambda body: body["options"].extend(_subcommands(1)),
    "two options of one name": lambda body: body["options"][1].update(name="n"),
    "group in a group": lambda body: body.update(
        options=[
            {
                "name": "g",
                "type": 2,
                "description": "x",
                "options": [{"name": "h", "type": 2, "description": "x"}],
            }
        ]
    ),
}


@pytest.mark.parametrize("name", SPOILT_COMMANDS)
async def test_spoilt_command_is_refused(name: str) -> None:
    """A command that breaks a rule is refused and the old ones stay; the good one keeps its id."""
    async with LocalDiscord() as fake:
        raw = Raw(fake)
        first = (await raw.register(COMMAND)).body[0]["id"]
        assert (await raw.register(COMMAND)).body[0]["id"] == first
        body = {**COMMAND, "options": [dict(option) for option in COMMAND["options"]]}
        SPOILT_COMMANDS[name](body)
        assert (await raw.register(body)).code == 50035
        assert len(fake.breaches) == 1
        assert [command["id"] for command in fake.commands[None]] == [first]


async def test_two_commands_of_one_name() -> None:
    """Two commands of the same kind and name are refused."""
    async with LocalDiscord() as fake:
        assert (await Raw(fake).register(COMMAND, COMMAND)).code == 50035


async def test_single_commands_are_made_changed_and_deleted() -> None:
    """A command can be created, fetched, edited and deleted alone, in a guild too."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        assert seat.channel.guild is not None
        base = f"{raw.application}/guilds/{seat.channel.guild.id}/commands"
        made = (await raw("POST", base, COMMAND)).body
        one = f"{base}/{made['id']}"
        assert (await raw("GET", one)).body["name"] == "demo"
        assert (await raw("PATCH", one, {"description": "New"})).body["description"] == "New"
        assert [command["name"] for command in seat.commands] == ["demo"]
        assert (await raw("DELETE", one)).status == 204
        assert (await raw("GET", one)).code == 10063
        assert fake.breaches == []


async def test_unknown_route_is_a_breach() -> None:
    """A path that is not served is 404 and a breach."""
    async with LocalDiscord() as fake:
        assert (await Raw(fake)("GET", "/guilds/1/bans")).status == 404
        assert [breach.path for breach in fake.breaches] == ["/guilds/1/bans"]


async def test_empty_message_and_bad_emoji_are_breaches() -> None:
    """A message of nothing is 50006, a reaction that is no emoji 10014."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        message = await seat.say("hello")
        assert (await raw.send(seat.channel, {"content": ""})).code == 50006
        path = f"/channels/{seat.channel.id}/messages/{message.id}/reactions/smile/@me"
        assert (await raw("PUT", path)).code == 10014
        assert len(fake.breaches) == 2


@pytest.mark.parametrize(
    ("content", "allowed", "breaches"),
    [
        ("hello <@1>", None, 1),
        ("hello @everyone", {"parse": ["users"]}, 1),
        ("hello @here", {"parse": []}, 0),
        ("hello you", None, 0),
    ],
)
async def test_text_that_pings_needs_allowed_mentions(content: str, allowed: object, breaches: int) -> None:
    """Text that could ping is a breach unless allowed_mentions shuts everything; Discord lets it pass."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        answer = await raw.send(seat.channel, {"content": content, "allowed_mentions": allowed})
        assert answer.status == 200
        assert len(fake.breaches) == breaches


async def test_pings_that_are_allowed_are_recorded() -> None:
    """A message says whom it pings: named users, roles, everyone."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        me = seat.user.id
        text = f"<@{me}> <@&5> @everyone"
        await raw.send(seat.channel, {"content": text, "allowed_mentions": {"parse": [], "users": [str(me)]}})
        await raw.send(seat.channel, {"content": text})
        first, second = (message.pings for message in seat.channel.messages)
        assert first == Pings(users=frozenset({me}))
        assert second == Pings(frozenset({me}), frozenset({5}), everyone=True)


async def test_answer_that_does_not_fit_the_interaction() -> None:
    """A command cannot be answered by an update or by choices, and a defer takes no V2 flag."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        pending = seat.slash("/demo", n=1)
        assert (await raw.answer(pending, Callback.UPDATE, {"content": "x"})).code == 50035
        assert (await raw.answer(pending, Callback.CHOICES, {"choices": []})).code == 50035
        assert (await raw.answer(pending, Callback.DEFER, {"flags": 1 << 15})).code == 50035
        assert (await raw.answer(pending, Callback.DEFER, {"flags": 1 << 6})).status == 200
        assert len(fake.breaches) == 3


async def test_wrong_token_is_unauthorised() -> None:
    """Without the bot's token nothing is answered."""
    async with LocalDiscord() as fake:
        raw = Raw(fake)
        fake.token = "other"  # noqa: S105 - a wrong one
        assert (await raw("GET", "/users/@me")).status == 401
