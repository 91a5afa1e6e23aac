"""What the bot may do in a channel, and what it is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from localdiscord import ClientRefusal, LocalDiscord

from .raw import COMMAND, Raw, alone, good_board
from .tinybot import PICTURE

if TYPE_CHECKING:
    from localdiscord.permissions import Right


@pytest.mark.parametrize(("right", "code"), [("send", 50013), ("attach", 50013), ("view", 50001)])
async def test_denied_rights_on_sending(right: Right, code: int) -> None:
    """A board cannot be sent without the rights to see, send and attach; it is no breach."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        fake.deny(seat.channel, right)
        assert (await raw.send(seat.channel, good_board(), with_file=True)).code == code
        fake.allow(seat.channel, right)
        assert (await raw.send(seat.channel, good_board(), with_file=True)).status == 200
        assert fake.breaches == []


async def test_embeds_need_their_right() -> None:
    """An embed without Embed Links is 50013."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        fake.deny(seat.channel, "embed")
        assert (await raw.send(seat.channel, {"embeds": [{"title": "x"}]})).code == 50013


async def test_reactions_need_react_and_history() -> None:
    """Putting a new reaction needs both rights; joining one that stands needs no right to react."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        message = await seat.say("hello")
        path = f"/channels/{seat.channel.id}/messages/{message.id}/reactions/%F0%9F%8E%B4"
        fake.deny(seat.channel, "react")
        assert (await raw("PUT", f"{path}/@me")).code == 50013
        await seat.react(message, "🎴")
        assert (await raw("PUT", f"{path}/@me")).status == 204
        fake.deny(seat.channel, "history")
        assert (await raw("PUT", f"{path}/@me")).code == 50013


async def test_others_reactions_need_manage() -> None:
    """Taking away another's reaction needs Manage Messages, which the bot has only on order."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        message = await seat.say("hello")
        await seat.react(message, "🎴")
        path = f"/channels/{seat.channel.id}/messages/{message.id}/reactions/%F0%9F%8E%B4"
        assert [user["username"] for user in (await raw("GET", path)).body] == ["alice"]
        assert (await raw("DELETE", f"{path}/{seat.user.id}")).code == 50013
        fake.allow(seat.channel, "manage")
        assert (await raw("DELETE", f"{path}/{seat.user.id}")).status == 204
        assert message.reactions == {}


async def test_interactions_say_what_is_allowed() -> None:
    """The field app_permissions follows what is denied, in a thread as in its parent."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        thread = seat.channel.thread("game")
        fake.deny(seat.channel, "attach")
        for place in (seat.channel, thread):
            act = seat.user.at(place).slash("/demo", n=1).interaction
            assert not act.channel.permissions & (1 << 15)
            assert act.channel.permissions & (1 << 11)


async def test_archived_thread() -> None:
    """In an archived and locked thread nothing can be written, edited or reacted to."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        thread = seat.channel.thread("game")
        made = (await raw.send(thread, {"content": "x"})).body
        thread.archive()
        one = f"/channels/{thread.id}/messages/{made['id']}"
        assert (await raw.send(thread, {"content": "x"})).code == 50083
        assert (await raw("PATCH", one, {"content": "y"})).code == 50083
        assert (await raw("PUT", f"{one}/reactions/%F0%9F%8E%B4/@me")).code == 50083


async def test_foreign_and_missing_things() -> None:
    """Foreign messages cannot be edited; missing channels, messages, members and guilds have their codes."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        assert seat.channel.guild is not None
        theirs = await seat.say("hello")
        base = f"/channels/{seat.channel.id}/messages"
        stranger = fake.user("stranger")
        expected = [
            ("PATCH", f"{base}/{theirs.id}", {"content": "x"}, 50005),
            ("DELETE", f"{base}/{theirs.id}", None, 50013),
            ("GET", f"{base}/1", None, 10008),
            ("GET", "/channels/1", None, 10003),
            ("GET", "/guilds/1", None, 10004),
            ("GET", f"/guilds/{seat.channel.guild.id}/members/{stranger.id}", None, 10007),
            ("GET", f"/guilds/{seat.channel.guild.id}/members/1", None, 10013),
            ("POST", base, {"content": "x", "message_reference": {"message_id": "1"}}, 50035),
        ]
        codes = [(await raw(method, path, body)).code for method, path, body, _ in expected]
        assert codes == [code for *_, code in expected]
        assert [breach.code for breach in fake.breaches] == [50005, 50035]


async def test_edit_keeps_swaps_and_drops_files() -> None:
    """An edit without files keeps them, a listed id stays, a new upload comes, an empty list drops all."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        files = {"a.png": PICTURE, "b.txt": b"text"}
        made = (await raw("POST", f"/channels/{seat.channel.id}/messages", {}, files=files)).body
        message, path = seat.channel.last, f"/channels/{seat.channel.id}/messages/{made['id']}"
        await raw("PATCH", path, {"content": "kept"})
        assert [file.name for file in message.attachments] == ["a.png", "b.txt"]
        kept = {"attachments": [{"id": made["attachments"][1]["id"]}, {"id": 0, "filename": "c.png"}]}
        await raw("PATCH", path, kept, files={"c.png": PICTURE})
        assert [file.name for file in message.attachments] == ["b.txt", "c.png"]
        await raw("PATCH", path, {"attachments": []})
        assert message.attachments == []


async def test_kept_picture_by_its_url() -> None:
    """A gallery can go on showing a picture by the URL that it was served under."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.send(seat.channel, good_board(), with_file=True)
        message = seat.channel.last
        body = good_board() | {"attachments": []}
        body["components"][0]["components"][1]["items"][0]["media"]["url"] = message.image_url
        answer = await raw("PATCH", f"/channels/{seat.channel.id}/messages/{message.id}", body)
        assert answer.status == 200
        assert message.image == PICTURE


async def test_commands_for_managers_are_offered_to_managers() -> None:
    """A command that asks for Manage Server is offered to owner and managers alone."""
    async with LocalDiscord() as fake:
        seat = alone(fake)
        assert seat.channel.guild is not None
        await Raw(fake).register({**COMMAND, "default_member_permissions": "32"})
        with pytest.raises(ClientRefusal, match="no such command here"):
            seat.slash("/demo", n=1)
        seat.channel.guild.managers.add(seat.user)
        assert seat.slash("/demo", n=1).interaction.data["name"] == "demo"


async def test_all_reactions_can_be_cleared() -> None:
    """With Manage Messages one emoji's reactions go at once, or all."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        fake.allow(seat.channel, "manage")
        message = await seat.say("hello")
        for emoji in "🎴🃏":
            await seat.react(message, emoji)
        path = f"/channels/{seat.channel.id}/messages/{message.id}/reactions"
        await raw("DELETE", f"{path}/%F0%9F%8E%B4")
        assert list(message.reactions) == ["🃏"]
        await raw("DELETE", path)
        assert message.reactions == {}
