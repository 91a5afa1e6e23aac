"""Odd names and texts in every place that shows one: no ping, no link, no broken formatting."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

import pytest

from tests.e2e.acts import give_up
from tests.e2e.reading import board_in, game_of, says, until
from tests.e2e.test_replay import asked

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House

NAMES: Final = {
    "bold": "**bold** __x__ ~~y~~",
    "half bold": "**",
    "code": "`code` ```block",
    "everyone": "@everyone @here",
    "mentions": "<@1> <@!2> <@&3> <#4> <t:5:R>",
    "command": "</klondike new:6> <:x:7> <a:y:8>",
    "link": "[x](https://evil.example)",
    "address": "https://evil.example/?a=b",
    "heading": "# big\n-# small\n> quote\n- list",
    "right to left": "\u202eevil\u202c \u2067ملك\u2069",
    "zalgo": "z" + "\u0337\u0322\u0334" * 9,
    "nothing": "\u200b\u3164\u2800",
    "braces": "{player} {0} %s %(n)d \\",
    "spoiler": "||x|| \\|| \\\\",
}
"""As long as Discord lets a name be, which is 32 characters."""

SHOWN: Final = 9
"""Places of the walk that show a name, to two readers: two leaderboards, figures in words and their picture's
description; and a card."""

_CODE: Final = re.compile(r"(?<!\\)(?:```.*?```|`[^`\n]*`)", re.DOTALL)
_OURS: Final = re.compile(r"<@\d+>|</klondike(?: [a-z]+)+:\d{15,}>|https://discord\.com/channels/[\d/]+")
_BARE: Final = {
    "a link": re.compile(r"(?<!\\)\[[^\]]*\]\(|(?<!\\)://"),
    "a ping": re.compile(r"@everyone|@here|(?<!\\)<[@#]"),
    "a time, command or emoji": re.compile(r"(?<!\\)<(?:t:|/|a?:)"),
    "a turn of the line": re.compile("[\u202a-\u202e\u2066\u2067]"),
    "piled-up accents": re.compile("[\u0300-\u036f]{3}"),
}


def harms(text: str) -> list[str]:
    """List what a text does that words should not do."""
    plain = _OURS.sub("", _CODE.sub("", text))
    found = [what for what, pattern in _BARE.items() if pattern.search(plain)]
    for mark in ("**", "__", "~~", "||", "`"):
        times = len(re.findall(rf"(?<!\\)(?:\\\\)*{re.escape(mark)}", plain))
        found += [f"an open {mark}"] if times % 2 else []
    for line in plain.splitlines():
        found += ["a name left open"] if line.count("\u2068") != line.count("\u2069") else []
    found += ["a control character" for one in plain if unicodedata.category(one) == "Cc" and one != "\n"]
    return found


def all_texts(house: House) -> list[str]:
    """Give all that the bot says anywhere, and what its files say."""
    said = house.messages_of_the_bot()
    return [text for message in said for text in (message.text, message.content, *_files(message))]


def all_descriptions(house: House) -> list[str]:
    """Give what the bot's pictures are described by, in which nothing is rendered."""
    return [message.alt for message in house.messages_of_the_bot() if message.alt]


def _files(message: Message) -> list[str]:
    texts = [one for one in message.attachments if one.name.endswith(".txt")]
    return [f"{one.name}\n{one.data.decode()}" for one in texts]


async def walk(house: House, guest: Seat, name: str) -> None:
    """Play, and have everything shown that there is to show of it; type the name wherever text is taken."""
    board = await house.deal(guest, scoring="vegas")
    await house.bob.click(board, "Draw")
    await guest.slash("/klondike move", text=name)
    await guest.say(name, mention_bot=True)
    await guest.slash("/klondike new", code=name)
    await guest.slash("/klondike replay", game=name)
    form = (await guest.click(board_in(guest.channel), "Type a move")).modal
    await guest.submit(form, {"Moves": name})
    await give_up(guest)
    await says(board_in(guest.channel), "Given up after")
    await guest.click(board_in(guest.channel), "Result card")
    await guest.click(await asked(guest), "Show it to all")
    for reader in (guest, house.bob):
        await reader.slash("/klondike stats", member=house.fake.users[guest.user.id])
        for which in ("wins", "score", "bankroll"):
            await reader.slash("/klondike leaderboard", board=which, draw=1, scoring="V")
    await guest.slash("/klondike report")
    await guest.slash("/klondike verdict")
    await guest.slash("/klondike hint")
    await house.fake.settled()


@pytest.mark.parametrize("which", NAMES)
async def test_an_odd_name_is_harmless_wherever_it_is_shown(house: House, which: str) -> None:
    """On boards, leaderboards, cards, replays, refusals, in files and descriptions of pictures."""
    name = NAMES[which]
    guest = house.person("guest")
    guest.user.display = name
    await walk(house, guest, name)
    texts, descriptions = all_texts(house), all_descriptions(house)
    assert len([text for text in (*texts, *descriptions) if "\u2068" in text]) == SHOWN
    assert [(text, harms(text)) for text in texts if harms(text)] == []
    for text in descriptions:
        assert not _BARE["a turn of the line"].search(text)
        assert not _BARE["piled-up accents"].search(text)
        assert text.count("\u2068") == text.count("\u2069")


def test_the_walk_finds_what_it_looks_for() -> None:
    """Raw names are found out, and ordinary words are not."""
    unseen = {which for which, name in NAMES.items() if not harms(name)}
    assert unseen == {"nothing", "heading", "bold", "braces", "spoiler"}, "what they open they close"
    assert harms("**Ann**: `d*` \u2068Ann\u2069 https://discord.com/channels/1/2/3 <@1>") == []
    assert harms("**Ann") == ["an open **"]


async def test_a_card_of_a_name_that_cannot_be_drawn_is_still_a_picture(house: House) -> None:
    """Nothing of it is left to draw: the card says who else it may be."""
    guest = house.person("guest")
    guest.user.display = "\u3164\U0001f9ff\u2800"
    board = await house.deal(guest)
    await give_up(guest)
    await says(board, "Given up after")
    card = (await guest.click(board, "Result card")).shown
    await until(lambda: card.image is not None)
    assert str(game_of(board)) in board.text
