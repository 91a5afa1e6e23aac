"""Looks through the real bot: the choice, and every picture that follows it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from PIL import Image

from cogs.looks import DEFAULT_LOOK, Look
from data import players
from localdiscord import Callback
from renderer import THEMES
from tests.e2e.acts import give_up
from tests.e2e.reading import action_of, board_in, live_board, says, until

if TYPE_CHECKING:
    import pytest

    from localdiscord import Message, Reply, Seat
    from tests.e2e.house import House

CLASSIC: Final = THEMES[DEFAULT_LOOK.theme]
OTHER: Final = next(theme for theme in THEMES.values() if theme.felt != CLASSIC.felt)
"""A look whose felt tells it from the default one."""


def felt(message: Message) -> tuple[int, ...]:
    """Read the felt of a message's picture."""
    assert message.image is not None
    pixel = Image.open(BytesIO(message.image)).convert("RGB").getpixel((3, 3))
    assert isinstance(pixel, tuple)
    return pixel


def chosen(page: Message, which: int = 0) -> list[str]:
    """Read which entries a menu shows as chosen: that of themes, or that of backs."""
    menu = page.selects[which]
    return [str(choice.value) for choice in menu.choices if choice.default]


async def wear(seat: Seat, name: str) -> Reply:
    """Choose a look."""
    page = (await seat.slash("/klondike me look")).shown
    return await seat.select(page, name)


async def stored(house: House, seat: Seat) -> str | None:
    """Read the look that is stored for a player."""
    player = await house.store.read(lambda conn: players.find(conn, seat.user.id))
    return player.theme if player else None


async def test_the_looks_are_shown_side_by_side(house: House) -> None:
    """Privately, in one picture that is described, with a menu; nothing is stored by looking."""
    reply = await house.alice.slash("/klondike me look")
    assert reply.ephemeral
    page = reply.shown
    assert [choice.value for choice in page.selects[0].choices] == list(THEMES)
    assert chosen(page) == [DEFAULT_LOOK.theme]
    assert page.image is not None
    assert Image.open(BytesIO(page.image)).width > 1000
    assert page.alt is not None
    assert all(choice.label in page.alt for choice in page.selects[0].choices)
    assert await stored(house, house.alice) is None


async def test_choosing_saves_and_says_so_and_redraws_the_board(house: House) -> None:
    """The page shows a board in the new look, and the open game's board changes where it lies."""
    board = await house.deal()
    revision = (await house.turn(board)).record.revision
    assert felt(board) == CLASSIC.felt
    reply = await wear(house.alice, OTHER.name)
    assert reply.kind is Callback.UPDATE
    assert "from now on" in reply.text
    assert chosen(reply.shown) == [OTHER.name]
    assert felt(reply.shown) == OTHER.felt
    assert await stored(house, house.alice) == OTHER.name
    await house.fake.settled()
    assert felt(board) == OTHER.felt
    assert board_in(house.general) is board
    record = (await house.turn(board)).record
    assert (record.revision, record.log) == (revision, "")


async def test_the_back_is_chosen_apart(house: House) -> None:
    """Choosing a back keeps the colours, is saved, and shows on the stock of the open board."""
    board = await house.deal()
    before = board.image
    page = (await wear(house.alice, OTHER.name)).shown
    await house.alice.select(page, "star")
    await until(lambda: [chosen(page, which) for which in (0, 1)] == [[OTHER.name], ["star"]])
    await house.fake.settled()
    assert felt(board) == OTHER.felt
    assert board.image != before
    player = await house.store.read(lambda conn: players.find(conn, house.alice.user.id))
    assert player is not None
    assert (player.theme, player.back) == (OTHER.name, "star")
    assert chosen((await house.alice.slash("/klondike me look")).shown, 1) == ["star"]


async def test_a_board_has_its_owners_look_whoever_looks_on(house: House) -> None:
    """Bob keeps his look beside Alice's, and what he presses on her board does not change hers."""
    board = await house.deal()
    await wear(house.alice, OTHER.name)
    bobs = await house.deal(house.bob, number=7)
    assert (felt(board), felt(bobs)) == (OTHER.felt, CLASSIC.felt)
    await house.bob.click(board, "Draw")
    await house.alice.click(board, "Draw")
    await until(lambda: action_of(board) == 1)
    assert felt(board) == OTHER.felt


async def test_every_picture_of_a_game_has_the_look(house: House) -> None:
    """Moves, hints, the board put below, the end, a game in private; after a restart too."""
    await wear(house.alice, OTHER.name)
    board = await house.deal()
    asked = await house.alice.click(board, "Hint")
    await house.alice.click(asked.shown, "Show a hint")
    await says(board, "💡")
    assert felt(board) == OTHER.felt
    await house.restart()
    await house.alice.slash("/klondike show")
    assert felt(live_board(house.general)) == OTHER.felt
    await give_up(house.alice)
    await house.fake.settled()
    assert felt(house.board) == OTHER.felt
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    await direct.slash("/klondike new")
    await house.fake.settled()
    assert felt(board_in(direct.channel)) == OTHER.felt


async def test_films_and_help_have_the_look_of_their_reader(house: House) -> None:
    """Whoever asked for a film sees it so; another member's copy has another look."""
    await wear(house.alice, OTHER.name)
    film = (await house.alice.slash("/klondike watch")).shown
    assert felt(film) == OTHER.felt
    copy = (await house.bob.click(film, "Next")).shown
    assert (felt(film), felt(copy)) == (OTHER.felt, CLASSIC.felt)
    for seat, theme in ((house.alice, OTHER), (house.bob, CLASSIC)):
        page = (await seat.slash("/klondike help", topic="moves")).shown
        assert felt(page) == theme.felt


async def test_a_look_that_is_no_more_is_drawn_as_the_default(house: House) -> None:
    """What an earlier version stored keeps no board from being drawn, and the menu shows what is used."""
    await house.store.transact(
        lambda conn: players.set_look(conn, house.alice.user.id, "paisley", "paisley", now=1)
    )
    assert felt(await house.deal()) == CLASSIC.felt
    assert chosen((await house.alice.slash("/klondike me look")).shown) == [DEFAULT_LOOK.theme]


async def test_a_choice_from_an_old_menu_changes_nothing(house: House) -> None:
    """An entry that there is no more brings the menu of today."""
    page = (await wear(house.alice, OTHER.name)).shown
    reply = await house.alice.select(page, "paisley", force=True)
    assert reply.kind is Callback.UPDATE
    assert chosen(page) == [OTHER.name]
    assert await stored(house, house.alice) == OTHER.name


async def test_a_menu_works_after_a_restart(house: House) -> None:
    """It needs no memory."""
    page = (await house.alice.slash("/klondike me look")).shown
    await house.restart()
    await house.alice.select(page, OTHER.name)
    assert await stored(house, house.alice) == OTHER.name


async def test_a_look_can_be_chosen_where_no_picture_may_be_sent(house: House) -> None:
    """In words alone."""
    house.fake.deny(house.general, "attach")
    reply = await wear(house.alice, OTHER.name)
    assert "from now on" in reply.text
    assert not reply.shown.media
    assert await stored(house, house.alice) == OTHER.name


async def test_a_look_is_saved_though_the_board_cannot_be_reached(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board keeps its old look until its next move."""
    board = await house.deal()

    async def unreachable(*_: Any, **__: Any) -> None:
        raise aiohttp.ClientConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.bot.table, "repaint", unreachable)
        assert "from now on" in (await wear(house.alice, OTHER.name)).text
    assert felt(board) == CLASSIC.felt
    await house.alice.click(board, "Draw")
    await until(lambda: action_of(board) == 1)
    assert felt(board) == OTHER.felt


async def test_choosing_twice_in_a_row_ends_with_the_last(house: House) -> None:
    """Whoever tries all looks out has the last one, on the board too."""
    board = await house.deal()
    page = (await house.alice.slash("/klondike me look")).shown
    for name in (*THEMES, OTHER.name):
        await house.alice.select(page, name)
    await house.fake.settled()
    assert await house.bot.looks.of(house.alice.user.id) == Look(OTHER.name)
    assert (felt(board), chosen(page)) == (OTHER.felt, [OTHER.name])
