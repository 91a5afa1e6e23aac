"""`/klondike server`: what those who manage a server choose is seen to work, and nobody else chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import cogs.racing
from data import Period, boards, guilds
from tests.e2e.acts import give_up, typed
from tests.e2e.reading import action_of, board_in, game_of, labels, ranks, says, spelt

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House

COMMANDS = ("settings", "season", "log", "end")


def manager(house: House) -> Seat:
    """Give the seat of a member who may manage the server."""
    boss = house.person("boss")
    house.home.managers.add(boss.user)
    return boss


async def settings(seat: Seat, page: str = "play") -> Message:
    """Open a page of settings."""
    shown = (await seat.slash("/klondike server settings")).shown
    if page == "boards":
        await seat.click(shown, "Daily deal and leaderboards")
    return shown


async def choose(seat: Seat, field: str, *values: str, page: str = "play") -> Message:
    """Set a field by its menu."""
    shown = await settings(seat, page)
    await seat.select(shown, *values, custom_id=f"s:set:{field}")
    return shown


async def changes(house: House) -> list[tuple[str, str | None, str | None]]:
    """Read the server's log, the newest first."""
    found = await house.store.read(lambda conn: guilds.changes(conn, house.home.id, 99))
    return [(one.what, one.before, one.after) for one in found]


@pytest.mark.parametrize("command", COMMANDS)
async def test_only_those_who_manage_the_server_may(house: House, command: str) -> None:
    """Others are refused in private; so is everybody in a direct message, in words."""
    options = {"member": house.bob.user} if command == "end" else {}
    refused = await house.alice.slash(f"/klondike server {command}", **options)
    assert (refused.ephemeral, "those who may manage the server" in refused.text) == (True, True)
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    assert "of a server" in (await direct.slash(f"/klondike server {command}", **options)).text
    assert await changes(house) == []


async def test_every_press_asks_anew_who_may(house: House) -> None:
    """Who may no longer manage the server changes nothing on an open message; forged ids neither."""
    boss = manager(house)
    board = await house.deal()
    shown = await settings(boss)
    house.home.managers.discard(boss.user)
    for custom_id in ("s:set:threads", "s:reset-yes", "s:season:1", f"s:end:{game_of(board)}:0", "s:log:1"):
        answer = await boss.click(shown, custom_id=custom_id, force=True)
        assert "those who may manage" in answer.text
    house.home.managers.add(boss.user)
    for custom_id in ("s:set:moon", "s:end:1", "s:what", "s:season:7", "s:end:987654321:0"):
        await boss.click(shown, custom_id=custom_id, force=True)
    await boss.select(shown, "sideways", custom_id="s:set:threads", force=True)
    await boss.select(shown, str(house.home.id), custom_id="s:set:daily_role", force=True)
    assert await changes(house) == []
    assert (await house.turn(board)).record.is_open


async def test_it_plays_only_in_the_chosen_channels(house: House) -> None:
    """A command elsewhere is told where; a game that runs there is finished; threads belong to theirs."""
    boss, cards = manager(house), house.home.channel("cards")
    board = await house.deal()
    shown = await choose(boss, "channels", str(cards.id))
    assert f"**Where I play:** <#{cards.id}>" in shown.text
    for command in ("new", "watch", "leaderboard", "daily", "race"):
        answer = await house.bob.slash(f"/klondike {command}")
        assert (answer.ephemeral, f"<#{cards.id}>" in answer.text) == (True, True)
    assert f"<#{cards.id}>" in (await house.bob.click(board, custom_id="d:play", force=True)).text
    assert "<#" not in (await house.bob.slash("/klondike help")).text
    await house.alice.click(board, "Draw")
    await typed(house.alice, "d")
    assert action_of(house.board) == 2
    for place in (cards, cards.thread("game")):
        seat = house.bob.user.at(place)
        await house.deal(seat)
        await give_up(seat)
    there = house.alice.user.at(cards)
    assert "I do not play in this channel" in (await house.bob.slash("/klondike show")).text
    await give_up(house.alice)
    answer = await house.alice.click(house.board, "Play again")
    assert f"<#{cards.id}>" in answer.text
    await there.slash("/klondike new")
    line = await house.alice.say("d", mention_bot=True)
    await house.fake.settled()
    assert line.reacted("❌")
    hello = await house.alice.say("hello", mention_bot=True)
    await house.fake.settled()
    assert not [one for one in house.general.messages if one.reply_to is hello]
    assert action_of(board_in(cards)) == 0
    cards.delete()
    await house.fake.settled()
    assert "`/klondike server settings`" in spelt((await house.bob.slash("/klondike new")).text)
    await choose(boss, "channels")
    await house.deal(house.bob)


async def test_a_new_game_gets_a_thread_where_it_can(house: House) -> None:
    """Named after player and variant; in place, and told once, where that is not allowed."""
    boss = manager(house)
    await choose(boss, "threads", "yes")
    await house.alice.slash("/klondike new", draw=3, scoring="vegas")
    await house.fake.settled()
    (thread,) = [place for place in house.home.channels if place.is_thread]
    assert "Alice" in thread.name
    assert thread.name.endswith("Draw 3 · Vegas")
    assert house.general.messages == []
    board = board_in(thread)
    inside = house.alice.user.at(thread)
    await inside.click(board, "🎴")
    await typed(house.alice, "d")
    await house.restart()
    await inside.click(board, "🎴")
    assert action_of(board) == 3
    assert [key.rstrip("\ufe0f") for key in board.reactions] == ["🎴", "↩"]
    await give_up(inside)
    await inside.click(board, "Play again")
    await house.fake.settled()
    assert board_in(thread) is not board
    house.fake.deny(house.general, "threads")
    await house.fake.settled()
    plain = await house.deal(house.bob)
    assert plain.channel is house.general
    assert "**Create Public Threads**" in plain.text
    await house.bob.click(plain, "🎴")
    assert "Create Public Threads" not in plain.text
    assert "Create Public Threads" in (await boss.slash("/klondike check")).text


async def test_what_a_server_prefers_is_for_a_first_game_there(house: House) -> None:
    """Before a member's first game here, wherever else they played; after it their own choice counts."""
    boss = manager(house)
    direct = house.bob.user.at(house.fake.direct(house.bob.user))
    await direct.slash("/klondike new", draw=1, scoring="casual")
    await choose(boss, "draw", "3")
    await choose(boss, "scoring", "vegas")
    for seat in (house.alice, house.bob):
        board = await house.deal(seat)
        assert "Draw 3 · Vegas" in board.text
        await give_up(seat)
    await house.deal(draw=1)
    await give_up(house.alice)
    assert "Draw 1 · Vegas" in (await house.deal()).text


async def test_boards_carry_reactions_only_where_the_server_wants_them(house: House) -> None:
    """Off: none is offered, and one that a member puts does nothing. On again: both."""
    boss = manager(house)
    await choose(boss, "reactions", "no")
    board = await house.deal()
    assert board.reactions == {}
    await house.alice.react(board, "🎴")
    await house.fake.settled()
    assert (await house.turn(board)).record.ply == 0
    await choose(boss, "reactions", "yes")
    assert len((await house.deal(house.bob)).reactions) == 2


async def test_who_is_listed_is_the_servers_choice_and_then_the_members(house: House) -> None:
    """Only who says yes; a wish may come before the first game, and "as the server has it" takes it back."""
    boss = manager(house)
    guest = house.person("guest")
    assert "You are on" in (await guest.slash("/klondike me listed", wish="yes")).text
    for seat in (house.alice, house.bob, guest):
        await house.deal(seat)
        await give_up(seat)

    async def listed() -> list[str]:
        text = (await house.alice.slash("/klondike leaderboard", board="score")).text
        rows = [line for line in text.splitlines() if ranks(line)]
        return [name for name in ("Alice", "Bob", "Guest") if any(name in row for row in rows)]

    assert await listed() == ["Alice", "Bob", "Guest"]
    await choose(boss, "listed", "no", page="boards")
    assert await listed() == ["Guest"]
    assert "You are on" in (await house.bob.slash("/klondike me listed", wish="yes")).text
    assert "You are not on" in (await guest.slash("/klondike me listed", wish="server")).text
    assert await listed() == ["Bob"]
    await house.bob.slash("/klondike me listed", wish="no")
    await choose(boss, "listed", "yes", page="boards")
    assert await listed() == ["Alice", "Guest"]
    direct = house.bob.user.at(house.fake.direct(house.bob.user))
    assert "nobody is listed" in (await direct.slash("/klondike me listed", wish="yes")).text


async def test_the_daily_deal_is_announced_as_chosen(house: House) -> None:
    """Channel, role and draw are kept for whoever announces it; emptied menus take them back."""
    boss = manager(house)
    await choose(boss, "daily_channel", str(house.general.id), page="boards")
    await choose(boss, "daily_role", "123456", page="boards")
    shown = await choose(boss, "daily_draw", "3", page="boards")
    for words in (f"<#{house.general.id}>", "<@&123456>", "**The daily deal:** draw 3", "Where I play"):
        assert words in shown.text
    kept = await house.bot.house.settings(house.home.id)
    assert (kept.daily_channel, kept.daily_role, kept.daily_draw) == (house.general.id, 123456, 3)
    await choose(boss, "daily_role", page="boards")
    await house.restart()
    assert (await house.bot.house.settings(house.home.id)).daily_role is None


async def test_every_change_has_its_line_and_reset_takes_all_back(house: House) -> None:
    """Who, what, from what to what, when; the newest first, ten a page; each server has its own log."""
    boss = manager(house)
    for value in ("yes", "no") * 5:
        await choose(boss, "threads", value)
    await choose(boss, "draw", "3")
    shown = await choose(boss, "channels", str(house.general.id))
    await boss.click(shown, "Reset")
    await boss.click(shown, "Yes, reset")
    assert (await house.bot.house.settings(house.home.id)).draw is None
    log = (await boss.slash("/klondike server log")).shown
    rows = [line for line in log.text.splitlines() if line.startswith("- ")]
    assert len(rows) == 10
    assert f"<@{boss.user.id}>" in rows[0]
    assert "draw 3 → as in their last game elsewhere" in log.text
    assert f"**Where I play**: <#{house.general.id}> → everywhere" in log.text
    await boss.click(log, "Older")
    assert "page 2" in log.text
    assert log.text.splitlines()[-1].endswith(
        "in the channel where it was started → gets a thread of its own"
    )
    club = house.fake.guild("Club")
    club.add(boss.user)
    club.managers.add(boss.user)
    there = boss.user.at(club.channel("cards"))
    assert "Nothing was changed yet" in (await there.slash("/klondike server log")).text


async def test_a_season_begins_anew_once_for_all_who_press(house: House) -> None:
    """Two managers at once begin one; the old boards are kept, all time goes on."""
    boss, chief = manager(house), house.person("chief")
    house.home.managers.add(chief.user)
    await house.deal()
    await give_up(house.alice)
    asked = [(seat, (await seat.slash("/klondike server season")).shown) for seat in (boss, chief)]
    assert "Begin season 2?" in asked[0][1].text
    for pressed in [seat.click(shown, "Begin season 2") for seat, shown in asked]:
        await pressed
    assert sorted("Season 2 has begun" in shown.text for _, shown in asked) == [False, True]
    assert await changes(house) == [("season", "1", "2")]

    async def played(key: str) -> int:
        found = await house.store.read(
            lambda conn: boards.player_stats(conn, house.alice.user.id, house.home.id, key)
        )
        return sum(one.games for one in found)

    await house.deal()
    await give_up(house.alice)
    assert [await played(key) for key in ("all", "s1", Period.SEASON.key(0, 2))] == [2, 1, 1]
    assert "began season 2" in (await boss.slash("/klondike server log")).text


async def test_a_stuck_game_of_a_member_is_ended(house: House) -> None:
    """The question shows it as it stands, and asks anew where it has moved on; the board tells the member."""
    boss = manager(house)
    assert "no open game" in (await boss.slash("/klondike server end", member=house.alice.user)).text
    board = await house.deal(scoring="vegas")
    await typed(house.alice, "d")
    shown = (await boss.slash("/klondike server end", member=house.alice.user)).shown
    for words in ("game 1 · Draw 1 · Vegas · move 1", "<t:", "-$52", f"/{board.channel.id}/"):
        assert words in shown.text
    await house.alice.click(house.board, "Draw")
    await boss.click(shown, "End game 1")
    assert "move 2" in shown.text
    assert (await house.turn(board)).record.is_open
    await house.restart()
    await boss.click(shown, "End game 1")
    assert "is over" in shown.text
    assert "Somebody who manages this server ended this game" in house.board.text
    assert "Play again" in labels(house.board)
    assert "ended game 1" in (await boss.slash("/klondike server log")).text
    await boss.click(shown, custom_id="s:end:1:2", force=True)
    assert "1 played" in (await house.alice.slash("/klondike stats")).text


async def test_a_game_of_another_server_is_out_of_reach(house: House) -> None:
    """With a forged id too."""
    boss, club = manager(house), house.fake.guild("Club")
    club.add(house.alice.user)
    board = await house.deal(house.alice.user.at(club.channel("cards")))
    shown = await settings(boss)
    answer = await boss.click(shown, custom_id=f"s:end:{game_of(board)}:0", force=True)
    assert "no longer know" in answer.text
    assert (await house.turn(board)).record.is_open


async def test_a_game_of_a_race_can_be_ended_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its player has given up then, and the race goes on for the others until it is over for all."""
    monkeypatch.setattr(cogs.racing, "EVERY_SECONDS", 0.02)
    boss = manager(house)
    race = (await house.alice.slash("/klondike race")).shown
    await house.bob.click(race, "Join")
    await house.alice.click(race, "Start")
    for seat, over in ((house.alice, False), (house.bob, True)):
        shown = (await boss.slash("/klondike server end", member=seat.user)).shown
        (ends,) = [button for button in shown.buttons if button.label.startswith("End game")]
        await boss.click(shown, ends.label)
        assert "is over" in shown.text
        if over:
            await says(race, "The race is over.")
        else:
            await house.fake.settled()
            assert "My board" in labels(race)
