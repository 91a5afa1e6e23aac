"""Result cards through the real bot: a button on the ended board that posts one for all."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image

import cogs.results
from tests.e2e.acts import give_up
from tests.e2e.reading import control, labels
from tests.e2e.test_looks import OTHER, felt, wear

if TYPE_CHECKING:
    import pytest

    from localdiscord import Message
    from tests.e2e.house import House


def cards(house: House) -> list[Message]:
    """List the result cards in the general channel."""
    return [one for one in house.general.messages if one.alt and one.alt.startswith("Result card")]


async def ended(house: House, **options: Any) -> Message:
    """Give the board of a game that Alice has given up."""
    board = await house.deal(**options)
    await house.alice.click(board, "Draw")
    await give_up(house.alice)
    await house.fake.settled()
    return board


async def test_the_player_posts_the_card_for_all(house: House) -> None:
    """With picture and description, without a ping; the board stays as it is."""
    board = await ended(house, scoring="vegas")
    before = board.text, board.image
    reply = await house.alice.click(board, "Result card")
    assert not reply.ephemeral
    (card,) = cards(house)
    assert card is reply.shown
    assert card.image is not None
    assert Image.open(BytesIO(card.image)).size == (1000, 600)
    assert card.alt is not None
    assert "Given up · \u2068Alice\u2069 · Draw 1 · Vegas · Score -$52, Moves 1, Time 0:0" in card.alt
    assert len(card.alt) < 200
    assert f"<@{house.alice.user.id}>" in card.text
    assert (board.text, board.image) == before
    assert labels(board) == ["Play again", "Replay", "Result card"]


async def test_a_double_press_posts_one(house: House) -> None:
    """Together or one after the other; the second is told so in private."""
    board = await ended(house)
    replies = await asyncio.gather(*(house.alice.click(board, "Result card") for _ in range(3)))
    assert sorted(reply.ephemeral for reply in replies) == [False, True, True]
    assert "moment ago" in next(reply.text for reply in replies if reply.ephemeral)
    assert len(cards(house)) == 1


async def test_only_the_player_posts_it(house: House) -> None:
    """Anybody else is refused in private."""
    board = await ended(house)
    reply = await house.bob.click(board, "Result card")
    assert reply.ephemeral
    assert "is the game of" in reply.text
    assert cards(house) == []


async def test_an_open_game_has_no_card(house: House) -> None:
    """The button is not there, and a forged press on it posts nothing."""
    board = await house.deal()
    assert "Result card" not in labels(board)
    reply = await house.alice.click(board, control(board, "result"), force=True)
    assert reply.ephemeral
    assert "once a game is over" in reply.text
    assert cards(house) == []


async def test_the_code_is_left_out_while_somebody_plays_the_deal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card then is another one than after the end of all games on the deal."""
    told = []
    make = cogs.results.result_card

    def watched(*args: object, tells_code: bool) -> object:
        told.append(tells_code)
        return make(*args, tells_code=tells_code)  # type: ignore[arg-type]

    monkeypatch.setattr(cogs.results, "result_card", watched)
    board = await ended(house)
    await house.deal(house.bob, number=6)
    await house.alice.click(board, "Result card")
    await give_up(house.bob)
    house.bot.results.pause._posted.clear()
    await house.alice.click(board, "Result card")
    assert told == [False, True]
    first, second = cards(house)
    assert first.image != second.image


async def test_the_card_has_its_players_look_and_comes_after_a_restart(house: House) -> None:
    """The button needs no memory."""
    await wear(house.alice, OTHER.name)
    board = await ended(house)
    await house.restart()
    await house.alice.click(board, "Result card")
    await house.fake.settled()  # the first picture in a look waits for its sprites
    (card,) = cards(house)
    assert felt(card) == OTHER.felt


async def test_a_card_in_words_where_no_picture_may_be_sent(house: House) -> None:
    """It tells the same."""
    board = await ended(house)
    house.fake.deny(house.general, "attach")
    reply = await house.alice.click(board, "Result card")
    assert not reply.ephemeral
    assert "Score 0, Moves 1" in reply.text
    assert not reply.shown.media
