"""The daily deal through the real bot: two servers and direct messages, midnight, restarts, two at once."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

import cogs.announcer
import cogs.day_deals
from cogs.announcer import Announcer
from cogs.daily_id import parse_daily
from data import Kind, Status, daily, guilds
from data.daily import DayDeal
from data.periods import DAY_MS, GRACE_MS
from tests.e2e.acts import give_up
from tests.e2e.reading import board_after, board_in, control, game_of, labels, ranks, says, until
from tests.winning import LINES, WON, Scripted, compiled_with

if TYPE_CHECKING:
    from cogs.sessions import Turn
    from localdiscord import Message, Reply, Seat
    from tests.e2e.house import House

LONG = "only once a game is over for everybody"
SECOND = 1000


def at_noon(house: House, day: int = 20788) -> int:
    """Set the clock to a day's noon, 1 December 2026 if not told otherwise, and give the day."""
    house.now = day * DAY_MS + DAY_MS // 2
    return day


async def known_deal(house: House, day: int, *, proven: bool = True) -> None:
    """Store a deal for a day that there is a winning line for."""
    deal = DayDeal(day, WON[1 if day % 2 else 3], proven)
    await house.store.transact(lambda conn: daily.keep(conn, deal, now=house.now))


async def today(house: House, seat: Seat | None = None) -> Message:
    """Play today's deal and give the board."""
    seat = seat or house.alice
    await seat.slash("/klondike daily")
    await house.fake.settled()
    return board_in(seat.channel)


async def win(house: House, seat: Seat, draw: int = 3) -> Message:
    """Play the known line to its end and give the board."""
    line = LINES[draw].split()
    for begin in range(0, len(line), 30):
        await seat.slash("/klondike move", text=" ".join(line[begin : begin + 30]))
    await house.fake.settled()
    return board_in(seat.channel)


def elsewhere(house: House, seat: Seat, name: str = "Club") -> Seat:
    """Give the seat of a member in a second server."""
    club = house.fake.guild(name)
    club.add(seat.user)
    return seat.user.at(club.channel("cards"))


def direct(house: House, seat: Seat) -> Seat:
    """Give the seat of a member in their direct messages with the bot."""
    return seat.user.at(house.fake.direct(seat.user))


async def cards(turn: Turn) -> object:
    """Give all that tells one deal from another at its start."""
    return [column.up for column in turn.view.columns], turn.record.deal


async def test_two_members_get_the_same_cards_in_two_servers(house: House) -> None:
    """And in direct messages; each a try under normal scoring, on a board that names the day and its draw."""
    day = at_noon(house)
    carol = house.person("carol")
    seats = [house.alice, elsewhere(house, house.bob), direct(house, carol)]
    boards = [await today(house, seat) for seat in seats]
    turns = [await house.turn(board) for board in boards]
    assert len({str(await cards(turn)) for turn in turns}) == 1
    for board, turn in zip(boards, turns, strict=True):
        record = turn.record
        assert (record.kind, record.day, record.rules, record.practice) == (Kind.DAILY, day, "D3N", False)
        assert "Daily deal of 1 December · draw 3" in board.text
    at_noon(house, day + 1)
    board = await today(house, house.person("dora"))
    assert "Daily deal of 2 December · draw 1" in board.text
    assert (await house.turn(board)).record.deal != turns[0].record.deal


async def test_a_server_may_choose_what_it_draws(house: House) -> None:
    """From the next try on that nobody has begun before: one list never holds both."""
    day = at_noon(house)
    home, user = house.home.id, house.alice.user.id
    await house.store.transact(lambda conn: guilds.change(conn, home, user, now=1, daily_draw=1))
    board = await today(house)
    assert "draw 1" in board.text
    await house.store.transact(lambda conn: guilds.change(conn, home, user, now=2, daily_draw=3))
    assert (await house.turn(await today(house, house.bob))).record.rules == "D1N"
    at_noon(house, day + 1)
    assert "draw 3" in (await today(house, house.person("carol"))).text


async def test_a_second_try_is_practice(house: House) -> None:
    """Here and in another server; it has its own statistics and is not in the list of the day."""
    at_noon(house)
    await today(house)
    await give_up(house.alice)
    shown = await house.alice.slash("/klondike daily")
    assert shown.ephemeral
    assert "You did not win it: 0 points" in shown.text
    await house.alice.click(shown.shown, "Play it as practice")
    await house.fake.settled()
    board = house.board
    assert ((await house.turn(board)).record.practice, "practice" in board.text) == (True, True)
    await give_up(house.alice)
    assert "practice: 1 played" in (await house.alice.slash("/klondike stats")).text
    there = elsewhere(house, house.alice)
    page = await there.slash("/klondike daily")
    assert "Nobody has tried it here yet." in page.text
    await there.click(page.shown, "Play it as practice")
    await house.fake.settled()
    assert (await house.turn(board_in(there.channel))).record.practice
    assert ranks((await house.alice.slash("/klondike daily", results=True)).text) == [1]


async def test_practice_is_no_way_to_see_the_cards_before(house: House) -> None:
    """Whoever has not tried the deal does so, by whichever button; an open try counts as helped then."""
    day = at_noon(house)
    await today(house)
    await give_up(house.alice)
    page = await house.bob.slash("/klondike daily", results=True)
    await house.bob.click(page.shown, custom_id=f"d:practice:{day}", force=True)
    await house.fake.settled()
    board = house.board
    assert not (await house.turn(board)).record.practice
    there = elsewhere(house, house.bob)
    told = await there.slash("/klondike daily")
    assert told.ephemeral
    assert f"https://discord.com/channels/{house.home.id}/" in told.text
    assert "your try then counts as not won" in told.text
    assert not (await house.turn(board)).record.assisted
    await there.click(told.shown, "Play it as practice")
    await house.fake.settled()
    assert (await house.turn(board_in(there.channel))).record.practice
    assert (await house.turn(board)).record.assisted
    assert "assisted" in board.text


async def test_a_made_up_agreement_to_practice_is_no_way_either(house: House) -> None:
    """An id that gives up a game for practice on a deal that can still be tried begins the try."""
    day = at_noon(house)
    await today(house)
    await house.bob.slash("/klondike new")
    await house.fake.settled()
    own = board_in(house.general)
    made_up = f"d:instead:{{}}:practice:{game_of(own)}:0"
    await house.bob.click(own, custom_id=made_up.format(day), force=True)
    await house.fake.settled()
    tried = await house.store.read(lambda conn: daily.try_of(conn, house.bob.user.id, day))
    assert tried is not None
    reply = await house.bob.click(own, custom_id=made_up.format(day + 1), force=True)
    assert "I no longer know" in reply.text


async def test_an_open_try_is_brought_back_or_named(house: House) -> None:
    """Here its board is laid again; in direct messages there is no address to give away."""
    at_noon(house)
    there = direct(house, house.alice)
    board = await today(house, there)
    told = await house.alice.slash("/klondike daily")
    assert ("direct messages" in told.text, "https://" in told.text) == (True, False)
    await there.slash("/klondike daily")
    await house.fake.settled()
    again = board_in(there.channel)
    assert (game_of(again), again.id != board.id) == (game_of(board), True)


async def test_two_at_once_get_the_same_deal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is being looked for both wait; the same player twice at once has one try."""
    monkeypatch.setattr(cogs.day_deals, "PROOF_SECONDS", 0.3)
    day = at_noon(house)
    solver = Scripted()
    house.compiled = lambda: compiled_with(solver)
    await house.restart()
    there = elsewhere(house, house.alice)
    await asyncio.gather(
        house.alice.slash("/klondike daily"),
        house.bob.slash("/klondike daily"),
        there.slash("/klondike daily"),
    )
    await house.fake.settled()
    kept = await house.store.read(lambda conn: daily.deal_of(conn, day))
    boards = [
        message for place in (house.general, there.channel) for message in place.messages if message.image
    ]
    turns = [await house.turn(board) for board in boards]
    assert {turn.record.deal for turn in turns} == {kept.deal if kept else None}
    assert sorted(turn.record.player_discord_id for turn in turns) == sorted(
        [house.alice.user.id, house.bob.user.id]
    )


async def test_a_long_proof_is_deferred_and_answered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command waits by itself; a proved deal says that it can be won, one without proof says nothing."""
    day = at_noon(house)
    solver = Scripted()
    monkeypatch.setattr(cogs.day_deals, "deal_number", lambda _key, _day, attempt: (6, 7, WON[3])[attempt])
    solver.held.set()
    house.compiled = lambda: compiled_with(solver)
    await house.restart()
    asking = house.alice.slash("/klondike daily")
    await until(lambda: any(one.path.endswith("/callback") for one in house.fake.requests))
    solver.held.clear()
    await asking
    await house.fake.settled()
    board = house.board
    assert (await house.turn(board)).record.deal == WON[3]
    assert "This deal can be won." in board.text
    assert await house.store.read(lambda conn: daily.deal_of(conn, day)) == DayDeal(day, WON[3], proven=True)


async def test_quick_fingers_start_one_try(house: House) -> None:
    """Two presses on Play and two commands at once lay one game, and two on practice another one."""
    at_noon(house)
    page = await house.alice.slash("/klondike daily", results=True)
    await asyncio.gather(
        house.alice.click(page.shown, "Play today's deal"),
        house.alice.click(page.shown, "Play today's deal"),
        house.alice.slash("/klondike daily"),
        house.alice.slash("/klondike daily"),
    )
    await house.fake.settled()
    boards = [message for message in house.general.messages if message.image]
    assert [game_of(board) for board in boards] == [1]
    await give_up(house.alice)
    page = await house.alice.slash("/klondike daily")
    await asyncio.gather(*(house.alice.click(page.shown, "Play it as practice") for _ in range(3)))
    await house.fake.settled()
    boards = [message for message in house.general.messages if message.image]
    assert [game_of(board) for board in boards] == [1, 2]


async def test_who_left_and_odd_names_break_no_list(house: House) -> None:
    """A name is shown harmless, and whoever has left since keeps their place."""
    at_noon(house)
    odd = house.person("@everyone **x** <#1>")
    await today(house, odd)
    await give_up(odd)
    house.home.remove(odd.user)
    page = await house.alice.slash("/klondike daily", results=True)
    assert ranks(page.text) == [1]
    assert "@everyone" not in page.text
    assert r"\<#1>" in page.text


async def test_without_the_right_to_post_the_board_is_the_answer(house: House) -> None:
    """The try begins all the same, and its result is shared by the answer to the press."""
    at_noon(house)
    house.fake.deny(house.general, "send", "attach")
    reply = await house.alice.slash("/klondike daily")
    await house.fake.settled()
    assert "Daily deal of 1 December" in reply.text
    await house.alice.click(reply.shown, "Give up")
    await house.alice.click(reply.shown, "Yes, give up")
    await says(reply.shown, "This was your try of the daily deal.")
    assert "0 of 52 cards home" in (await house.alice.click(reply.shown, "Share")).text


async def test_without_a_solver_the_first_attempt_is_dealt(house: House) -> None:
    """And nothing is said about whether it can be won."""
    day = at_noon(house)
    board = await today(house)
    kept = await house.store.read(lambda conn: daily.deal_of(conn, day))
    assert (kept is not None and kept.proven, "can be won" in board.text) == (False, False)


async def test_a_restart_in_the_middle_loses_nothing(house: House) -> None:
    """The try goes on, the next player gets the same deal, and the old controls work."""
    day = at_noon(house)
    board = await today(house)
    await house.alice.click(board, "Draw 3")
    await house.restart()
    await house.alice.click(board, "Draw 3")
    assert (await house.turn(board)).record.ply == 2
    other = await today(house, house.bob)
    assert (await house.turn(other)).record.deal == (await house.turn(board)).record.deal
    await give_up(house.alice)
    page = await house.alice.slash("/klondike daily")
    await house.restart()
    again = await house.alice.click(page.shown, "Play it as practice")
    assert "Something went wrong" not in again.text
    await house.fake.settled()
    assert (await house.turn(house.board)).record.practice
    await house.alice.click(board, "List of the day")
    assert (await house.turn(board)).record.day == day


async def everything(house: House, board: Message) -> list[Reply]:
    """Ask for all that gives a game away: code, report, replay, animated picture, verdict and line."""
    seat, game = house.alice, game_of(board)
    return [
        await seat.slash("/klondike code"),
        await seat.slash("/klondike report"),
        await seat.slash("/klondike replay", game=str(game)),
        await seat.slash("/klondike replay", game=str(game), animated=True),
        await seat.slash("/klondike verdict"),
        await seat.click(board, custom_id=control(board, "verdict", revision=1, game=game), force=True),
        await seat.click(board, custom_id=f"f:playback:{game}:0:0", force=True),
        await seat.click(board, custom_id=f"f:line:{game}:0:0:0", force=True),
        await seat.click(board, custom_id=f"c:{game}:own", force=True),
        await seat.click(board, custom_id=f"k:{game}:0:code-yes", force=True),
    ]


@pytest.mark.parametrize("stage", ["open", "with a hint", "ended", "in the hour after"])
async def test_nothing_is_given_away_before_the_day_is_over(house: House, stage: str) -> None:
    """Neither the code nor the log nor a line, of an open try, of one with help, or of one that is over."""
    day = at_noon(house)
    board = await today(house)
    turn = await house.turn(board)
    if stage == "with a hint":
        question = await house.alice.click(board, "Hint")
        assert "your try of the daily deal counts as not won" in question.text
        await house.alice.click(question.shown, "Show a hint")
    elif stage != "open":
        await give_up(house.alice)
    if stage == "in the hour after":
        house.now = (day + 1) * DAY_MS + GRACE_MS // 2
    code = str(house.bot.sessions.code(turn))
    replies = await everything(house, board)
    shown = [reply.text for reply in replies] + [message.text for message in house.messages_of_the_bot()]
    assert not any(code in text or str(turn.record.deal) in text for text in shown)
    assert [message.image for message in house.alice.private if message.image] == []
    assert "its code is shown once that is over for everybody" in replies[0].text
    assert all(LONG in reply.text for reply in replies[2:9])
    page = await house.alice.slash("/klondike daily", results=True)
    assert "Deal code" not in page.text


async def test_the_code_of_a_free_game_waits_for_others_too(house: House) -> None:
    """By the command and by a question that was asked before, while somebody still plays the same deal."""
    await house.deal()
    question = await house.alice.slash("/klondike code")
    await give_up(house.alice)
    await house.deal(house.bob)
    for reply in (
        await house.alice.slash("/klondike code"),
        await house.alice.click(question.shown, "Show the code"),
    ):
        assert "its code is shown once that is over for everybody" in reply.text
    await give_up(house.bob)
    assert "KL1-D1N-AAAAAAG" in (await house.alice.slash("/klondike code")).text


async def test_when_the_day_is_over_all_is_shown(house: House) -> None:
    """The list of the day has the code and opens the replay, and the commands answer."""
    day = at_noon(house)
    board = await today(house)
    code = str(house.bot.sessions.code(await house.turn(board)))
    await give_up(house.alice)
    assert code not in (await house.alice.click(board, "Result card")).text
    house.now = (day + 1) * DAY_MS + GRACE_MS
    assert f"`{code}`" in (await house.alice.slash("/klondike code")).text
    assert "over for everybody" not in (await house.alice.slash("/klondike report")).text
    replay = await house.alice.slash("/klondike replay", game=str(game_of(board)))
    assert "**Replay**" in replay.text
    page = await house.alice.slash("/klondike daily", results=True)
    earlier = await house.alice.click(page.shown, "Earlier day")
    await says(page.shown, f"Deal code: `{code}`")
    assert earlier.text is not None
    assert "1 December 2026" in page.shown.text
    film = await house.alice.click(page.shown, "Replay")
    assert "**Replay**" in film.text
    await house.alice.click(page.shown, "Later day")
    await says(page.shown, "2 December 2026")


async def test_a_win_says_how_it_went_and_is_shared_without_a_card(house: House) -> None:
    """Result, streak, place and the next deal on the board; squares and figures for all, once a minute."""
    day = at_noon(house)
    await known_deal(house, day)
    await today(house, house.bob)
    await give_up(house.bob)
    await today(house)
    board = await win(house, house.alice)
    assert "Won in" in board.text
    assert "Your streak: **1** day won in a row, at best 1." in board.text
    assert "Place **1** of 2 in this server's list of the day." in board.text
    assert f"The next daily deal comes <t:{(day + 1) * DAY_MS // 1000}:R>." in board.text
    assert labels(board) == ["New random game", "Share", "List of the day", "Result card"]
    shared = await house.alice.click(board, "Share")
    assert not shared.ephemeral
    assert "🟨" in shared.text or "🟩" in shared.text
    assert "🏆" in shared.text
    assert not any(suit in shared.text for suit in "♠♥♦♣")
    assert "KL1" not in shared.text
    again = await house.alice.click(board, "Share")
    assert (again.ephemeral, "a moment ago" in again.text) == (True, True)
    assert "try of the daily deal" in (await house.bob.click(board, "Share")).text
    listed = await house.bob.click(board, "List of the day")
    assert listed.ephemeral
    assert ranks(listed.text) == [1, 2]
    assert "Place **2** of 2" in listed.text


async def test_a_hint_makes_it_not_won(house: House) -> None:
    """The board says so at the end, the list marks it, and there is no streak."""
    day = at_noon(house)
    await known_deal(house, day)
    board = await today(house)
    question = await house.alice.click(board, "Hint")
    await house.alice.click(question.shown, "Show a hint")
    board = await win(house, house.alice)
    assert "It was played with help, so the day counts as not won." in board.text
    assert "Your streak: **0** days" in board.text
    assert "💡 with help" in (await house.alice.click(board, "Share")).text
    page = await house.alice.click(board, "List of the day")
    assert "You did not win it" in page.text
    assert "· 💡" in page.text


async def test_an_open_try_of_yesterday_is_asked_about(house: House) -> None:
    """In the hour after midnight it still counts, and says so; later not; giving it up starts today's."""
    day = at_noon(house)
    old = await today(house)
    house.now = (day + 1) * DAY_MS + GRACE_MS // 2
    question = await house.alice.slash("/klondike daily")
    assert "it counts if you end it in time" in question.text
    await house.alice.click(old, "Draw 3")
    assert "This try still counts when you end it in time" in old.text
    house.now = (day + 1) * DAY_MS + GRACE_MS
    await house.alice.click(old, "Draw 3")
    assert "this try no longer counts" in old.text
    stale = await house.alice.click(question.shown, "Give up and start anew")
    await says(question.shown, "no longer counts")
    assert stale is not None
    await house.restart()
    await house.alice.click(question.shown, "Give up and start anew")
    new = await board_after(old)
    record = (await house.turn(new)).record
    assert (record.day, record.practice) == (day + 1, False)
    assert (await house.turn(old)).record.status is Status.GIVEN_UP
    await says(old, "a day that is over, so it no longer counts")
    await says(question.shown, "Your try of today's deal has begun.")


async def test_a_question_of_yesterday_starts_no_old_try(house: House) -> None:
    """Answered a day late it asks anew, about the deal of the new day."""
    day = at_noon(house)
    await today(house)
    at_noon(house, day + 1)
    question = await house.alice.slash("/klondike daily")
    at_noon(house, day + 2)
    again = await house.alice.click(question.shown, "Give up and start anew")
    assert "for the deal of 3 December?" in again.text


async def announced(house: House, home: int, channel: int, **more: object) -> None:
    """Choose where a server announces the daily deal."""
    await house.store.transact(
        lambda conn: guilds.change(conn, home, house.alice.user.id, now=1, daily_channel=channel, **more)
    )


def invitations(seat: Seat) -> list[Message]:
    """List the announcements in a channel."""
    return [one for one in seat.channel.messages if "The same deal for everybody" in one.text]


async def test_the_deal_is_announced_once_after_midnight(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With yesterday's first three and a button that plays; a restart and another process repeat nothing."""
    monkeypatch.setattr(cogs.announcer, "LOOK_SECONDS", 0.02)
    day = at_noon(house)
    await known_deal(house, day)
    await house.restart()
    await announced(house, house.home.id, house.general.id)
    await until(lambda: len(invitations(house.alice)) == 1)
    await today(house)
    await win(house, house.alice)
    for name in ("carol", "dora", "erin"):
        seat = house.person(name)
        await today(house, seat)
        if name != "erin":
            await give_up(seat)
    house.now = (day + 1) * DAY_MS - 200 * SECOND
    assert len(invitations(house.alice)) == 1
    house.now = (day + 1) * DAY_MS
    await until(lambda: len(invitations(house.alice)) == 2)
    await house.restart()
    await Announcer(house.bot, house.bot.sessions).look()
    await house.fake.settled()
    assert len(invitations(house.alice)) == 2
    posted = invitations(house.alice)[-1]
    assert "Daily deal of 2 December · draw 1" in posted.text
    assert "**1.** \u2068Alice\u2069 · 🏆" in posted.text
    assert ranks(posted.text) == [1, 2, 2]
    assert "1 member is still playing it" in posted.text
    assert not any(suit in posted.text for suit in "♠♥♦♣")
    await house.bob.click(posted, "Play today's deal")
    await house.fake.settled()
    assert (await house.turn(house.board)).record.day == day + 1
    page = await house.bob.click(posted, "List of the day")
    assert page.ephemeral
    assert "1 December 2026" in page.text
    house.now = (day + 4) * DAY_MS + SECOND
    await until(lambda: len(invitations(house.alice)) == 3)


async def test_only_the_chosen_role_is_mentioned(house: House) -> None:
    """A role that the server chose is pinged, and nobody else is."""
    at_noon(house)
    role = house.home.id + 1
    await announced(house, house.home.id, house.general.id, daily_role=role)
    await house.bot.announcer.look()
    await house.fake.settled()
    posted = invitations(house.alice)[-1]
    assert posted.text.startswith(f"<@&{role}>")
    assert (posted.pings.roles, posted.pings.users, posted.pings.everyone) == (
        frozenset({role}),
        frozenset(),
        False,
    )
    # The house allows no other ping, so this one goes.
    place = house.bot.get_partial_messageable(posted.channel.id)
    await place.get_partial_message(posted.id).delete()


async def test_where_it_may_not_post_it_is_logged_once(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Missing rights cost that day's announcement and one quiet line; the other servers have theirs."""
    caplog.set_level(logging.INFO)
    at_noon(house)
    there = elsewhere(house, house.bob)
    await announced(house, house.home.id, house.general.id)
    await announced(house, there.channel.guild.id if there.channel.guild else 0, there.channel.id)
    house.fake.deny(house.general, "send")
    for _ in range(3):
        await house.bot.announcer.look()
    await house.fake.settled()
    quiet = [one for one in caplog.records if "could not be announced" in one.getMessage()]
    assert [one.levelno for one in quiet] == [logging.INFO]
    assert len(invitations(there)) == 1
    assert invitations(house.alice) == []


@pytest.mark.parametrize("custom_id", ["d:nothing", "d:list:1", "d:practice:999999", "d:share:999"])
async def test_a_strange_control_breaks_nothing(house: House, custom_id: str) -> None:
    """Ids of no control, of days ahead and of games that there are not are answered in words."""
    at_noon(house)
    board = await today(house)
    reply = await house.alice.click(board, custom_id=custom_id, force=True)
    assert reply.ephemeral
    assert "I no longer know" in reply.text
    assert parse_daily("d:nothing") is None
