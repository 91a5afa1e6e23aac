"""Races: who joins, whose board is whose, how it stands for all to see, and how it ends."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import pytest

import cogs.answering
import cogs.compiled
import cogs.racing
from cogs.sessions import Seat as SessionSeat
from data import ListClass, Store, audit, boards, races
from data.races import LOBBY_MS, MOST, RaceStatus
from klondike import Deal, DealCode, Rules
from klondike.cards import CARDS
from localdiscord import ClientRefusal, LocalDiscord, acts
from localdiscord.faults import error
from tests.e2e.house import SPEC, House
from tests.e2e.program import working
from tests.e2e.reading import (
    action_of,
    control,
    game_of,
    is_written,
    labels,
    revision_of,
    says,
    until,
)
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from data.races import Race
    from localdiscord import Message, Seat

MINUTE_MS: Final = 60_000
CARD: Final = re.compile("|".join(re.escape(card.symbol) for card in CARDS))
CALLBACK: Final = r"/callback$"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the message of a race follow at once."""
    monkeypatch.setattr(cogs.racing, "EVERY_SECONDS", 0.02)


async def offered(seat: Seat, **options: object) -> Message:
    """Open a lobby, and give its message."""
    return (await seat.slash("/klondike race", **options)).shown


async def started(house: House, seats: Sequence[Seat], *, number: int = 6, **options: object) -> Message:
    """Start a race of some members on a deal, the first of them as host."""
    message = await offered(seats[0], **options)
    for seat in seats[1:]:
        await seat.click(message, "Join")
    await until(lambda: any(one.label == "Start" and not one.disabled for one in message.buttons))
    house.deals.append(number)
    await seats[0].click(message, "Start")
    await until(lambda: "My board" in labels(message))
    return message


async def mine(seat: Seat, message: Message) -> Message:
    """Give somebody's own board."""
    answer = await seat.click(message, "My board")
    assert answer.ephemeral
    return answer.shown


async def line(seat: Seat, text: str) -> str:
    """Play a line by the command, and read the private answer."""
    answer = await seat.slash("/klondike move", text=text)
    assert answer.ephemeral
    return answer.text


async def win(house: House, seat: Seat, draw: int = 1) -> None:
    """Play the line that wins the known deal."""
    turn = await house.bot.sessions.current(SessionSeat(seat.user.id, house.home.id, seat.user.name))
    tokens = LINES[draw].split()
    for begin in range(0, len(tokens), 40):
        part = " ".join(tokens[begin : begin + 40])
        await house.bot.sessions.play_text(turn.record.id, seat.user.id, part)


async def stored(house: House, race_id: int = 1) -> Race:
    """Give a race as it is stored."""
    return await house.store.read(lambda conn: races.by_id(conn, race_id))


def four(house: House) -> list[Seat]:
    """Give four members."""
    return [house.alice, house.bob, house.person("carol"), house.person("dave")]


def names_in(message: Message) -> list[str]:
    """Read who is in a race, from the top."""
    return [name.lower() for name in re.findall(r"\u2068(\w+)\u2069", message.text)]


async def test_a_lobby_shows_who_is_in_and_who_is_ready_and_starts_by_itself(house: House) -> None:
    """When all of at least two are ready it starts; before that nobody has a board."""
    message = await offered(house.alice, draw=3, limit=20, member1=house.bob.user)
    assert "Draw 3" in message.text
    assert f"Asked: <@{house.bob.user.id}>" in message.text
    await house.alice.click(message, "Ready")
    assert "✅ \u2068Alice\u2069 (host)" in message.text
    await house.bob.click(message, "Join")
    assert ("▫️ \u2068Bob\u2069" in message.text, "Asked" in message.text) == (True, False)
    await house.bob.click(message, "Leave")
    assert names_in(message) == ["alice"]
    await house.bob.click(message, "Join")
    await house.bob.click(message, "Ready")
    assert labels(message) == ["My board", "Give up"]
    assert (await stored(house)).limit_ms == 20 * MINUTE_MS
    board = await mine(house.bob, message)
    assert (action_of(board), "Draw 3" in board.text) == (0, True)


async def test_four_press_at_once_each_on_their_own_board(house: House) -> None:
    """Every press that changes a board is one revision, and all have the same cards before them."""
    seats = four(house)
    message = await started(house, seats)
    own = [await mine(seat, message) for seat in seats]
    assert len({game_of(board) for board in own}) == len(seats)
    assert len({board.alt for board in own}) == 1
    presses = [seat.click(board, "🎴") for _ in range(5) for seat, board in zip(seats, own, strict=True)]
    for press in presses:
        await press
    await house.fake.settled()
    for seat, board in zip(seats, own, strict=True):
        record = (await house.turn(board)).record
        assert record.player_discord_id == seat.user.id
        assert record.ply == record.revision == action_of(board) == revision_of(board)
        assert record.ply >= 1
        assert board.ephemeral_for is seat.user
    for seat, board in zip(seats, own, strict=True):
        assert "Undo" in labels(board)
        assert "Drew" in await line(seat, "d")
    answer = await seats[0].slash("/klondike undo")
    assert "assisted" not in answer.text


async def test_nobody_sees_a_card_of_another(house: House) -> None:
    """What all see while a race runs and when it is over holds no card and no picture."""
    seats = [house.alice, house.bob]
    texts: set[str] = set()
    message = await started(house, seats, number=WON[1])
    board = await mine(house.alice, message)
    await house.alice.click(board, "Draw")
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": "kh e"})
    await line(house.alice, "d d")
    await line(house.alice, "xx")
    await house.alice.slash("/klondike show")
    await house.alice.slash("/klondike undo")
    await win(house, house.bob)
    await says(message, "won in")
    await house.alice.click(message, "Give up")
    await house.alice.click(house.alice.private[-1], "Yes, give up")
    await says(message, "The race is over")
    assert len(house.alice.private) > 1
    texts |= {one.text for one in house.general.messages if one.author is house.fake.bot}
    for one in house.general.messages:
        assert one.media == []
        assert one.attachments == []
        texts |= {one.text, *(str(before) for before in one.history)}
    assert not [text for text in texts if CARD.search(text)]


async def test_what_is_typed_for_all_to_read_is_refused_in_a_race(house: House) -> None:
    """A line behind a mention would show one's cards to the rivals; it says where to play instead."""
    message = await started(house, [house.alice, house.bob])
    for text in ("d", "hello", ""):
        await house.alice.say(text, mention_bot=True)
        await house.fake.settled()
    said = [one.text for one in house.general.messages if one.author is house.fake.bot and one is not message]
    assert said
    assert all("rivals would read" in text for text in said)
    assert (await house.turn(await mine(house.alice, message))).record.ply == 0


async def test_a_board_comes_back_after_everything(house: House) -> None:
    """Dismissed, pressed twice, after a restart and by a second board: each leads back to the same game."""
    message = await started(house, [house.alice, house.bob])
    first = await mine(house.alice, message)
    second = await mine(house.alice, message)
    await house.alice.click(second, "Draw")
    await house.alice.click(first, "Draw")
    assert (action_of(first), "already moved on" in first.text or revision_of(first) == 1) == (1, True)
    await house.restart()
    await house.alice.click(first, "Draw")
    assert action_of(first) == 2
    await house.alice.delete(second)
    house.fake.fault("POST", CALLBACK, error(404, 10008))
    await house.alice.click(first, "Draw")
    await house.fake.settled()
    assert action_of(house.alice.private[-1]) == 3
    third = await mine(house.alice, message)
    assert action_of(third) == 3
    assert action_of((await house.alice.slash("/klondike show")).shown) == 3
    assert len([one for one in house.general.messages if one.image]) == 0


async def test_the_one_who_wins_first_is_first_and_it_counts_once_for_each(house: House) -> None:
    """The result tells ranks and the code; each has one race more in the lists, the first one a win."""
    seats = [house.alice, house.bob, house.person("carol")]
    message = await started(house, seats, number=WON[1])
    await line(seats[2], "d")
    await win(house, house.bob)
    await win(house, house.alice)
    await says(message, "won in")
    assert "KL1" not in message.text
    await seats[2].slash("/klondike resign")
    await seats[2].click(seats[2].private[-1], "Yes, give up")
    await says(message, "The race is over")
    assert names_in(message) == ["bob", "alice", "carol"]
    assert re.findall(r"\*\*(\d)\.\*\*", message.text) == ["1", "2", "3"]
    assert str(DealCode(Deal(WON[1]), Rules.preset())) in message.text
    await house.restart()
    figures = [await in_races(house, seat) for seat in (house.bob, house.alice, seats[2])]
    assert figures == [(1, 1), (1, 0), (1, 0)]
    assert [racer.rank for racer in (await stored(house)).racers] == [2, 1, 3]


async def in_races(house: House, seat: Seat) -> tuple[int, int]:
    """Give how many races somebody has run and won."""
    found = await house.store.read(lambda conn: boards.player_stats(conn, seat.user.id, house.home.id))
    return next(((one.games, one.wins) for one in found if one.cls is ListClass.RACE), (0, 0))


async def test_without_a_contest_nobody_has_won(house: House) -> None:
    """Where only one has done anything, all are counted and none has won."""
    message = await started(house, [house.alice, house.bob], number=WON[1])
    await win(house, house.alice)
    await house.bob.click(message, "Give up")
    await house.bob.click(house.bob.private[-1], "Yes, give up")
    await says(message, "The race is over")
    assert [await in_races(house, seat) for seat in (house.alice, house.bob)] == [(1, 0), (1, 0)]


async def test_nothing_of_a_deal_is_told_until_the_race_is_over(house: House) -> None:
    """Code, replay, verdict, hint and report of one's own ended game wait for the others; then they work."""
    message = await started(house, [house.alice, house.bob], number=WON[1])
    board = await mine(house.alice, message)
    code = str(DealCode(Deal(WON[1]), Rules.preset()))
    assert "no hints in a race" in (await house.alice.slash("/klondike hint")).text
    assert "Hint" not in labels(board)
    forged = await house.alice.click(board, custom_id=control(board, "hint"), force=True)
    assert "no hints in a race" in forged.text
    assert "shown once that is over" in (await house.alice.slash("/klondike code")).text
    await win(house, house.alice)
    game = game_of(board)
    secrets = {
        "/klondike code": {},
        "/klondike verdict": {},
        "/klondike report": {},
        "/klondike replay": {"game": str(game)},
    }
    for command, options in secrets.items():
        answer = await house.alice.slash(command, **options)
        assert answer.ephemeral
        assert code not in answer.text
        assert re.search(
            "once a game is over for everybody|once that is over|still open|is over", answer.text
        )
        assert not answer.shown.attachments
    shown = (await house.alice.click(message, "My board")).shown
    assert labels(shown) == ["Result card"]
    await house.bob.click(message, "Give up")
    await house.bob.click(house.bob.private[-1], "Yes, give up")
    await says(message, code)
    assert code in (await house.alice.slash("/klondike code")).text
    assert (await house.alice.slash("/klondike report")).shown.attachments
    assert "Replay" in (await house.alice.slash("/klondike replay", game=str(game))).text
    assert "over for everybody" not in (await house.alice.slash("/klondike verdict")).text
    again = await house.bob.slash("/klondike new", code=code)
    del again
    assert "practice" in house.board.text


async def test_the_time_limit_ends_a_race_over_a_restart(house: House) -> None:
    """A press after it is told so; what lies on the boards is the result, whoever was there to see it end."""
    message = await started(house, [house.alice, house.bob], number=WON[1], limit=2)
    board = await mine(house.alice, message)
    await line(house.alice, "6f 16x1")
    await line(house.bob, "d")
    house.now += 2 * MINUTE_MS
    late = await house.alice.click(board, "Draw")
    assert "time of this race is up" in late.text
    await says(message, "The race is over")
    assert names_in(message) == ["alice", "bob"]
    assert "stopped after 2:00" in message.text
    following = await started(house, [house.alice, house.bob], limit=1)
    await house.stop()
    house.now += 24 * 60 * MINUTE_MS
    await house.start()
    await says(following, "The race is over")
    assert await in_races(house, house.alice) == (2, 1)
    assert re.findall(r"\*\*(\d)\.\*\*", following.text) == ["1", "1"]


async def test_a_race_goes_on_before_search_is_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start, what has a time limit waits for nothing that takes long."""
    message = await started(house, [house.alice, house.bob], limit=1)
    await house.stop()
    house.now += 2 * MINUTE_MS

    async def never(_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(cogs.compiled.Compiled, "load", never)
    await house.start()
    await says(message, "The race is over")


async def test_a_lobby_is_called_off_by_its_host_or_by_time(house: House) -> None:
    """The host is asked first; half an hour without a start does the same, over a restart too."""
    message = await offered(house.alice)
    assert "Only the host" in (await house.bob.click(message, "Call off")).text
    await house.alice.click(message, "Call off")
    await house.alice.click(house.alice.private[-1], "Leave it as it is")
    await house.bob.click(message, "Join")
    await house.alice.click(message, "Call off")
    await house.alice.click(house.alice.private[-1], "Yes, call it off")
    await says(message, "The race was called off")
    assert labels(message) == []
    later = await offered(house.bob)
    await house.stop()
    house.now += LOBBY_MS
    await house.start()
    await says(later, "The race was called off")
    third = await offered(house.bob)
    house.now += LOBBY_MS
    assert "started or called off" in (await house.alice.click(third, "Join")).text
    await says(third, "The race was called off")


async def test_a_full_lobby_and_a_second_race_are_refused(house: House) -> None:
    """There is room for so many; whoever waits in a lobby or plays joins no other race there."""
    message = await offered(house.alice)
    crowd = [house.person(f"guest{number}") for number in range(MOST)]
    for seat in crowd[:-1]:
        await seat.click(message, "Join")
    assert "is full" in (await crowd[-1].click(message, "Join")).text
    assert len(names_in(message)) == MOST
    assert "another race" in (await house.alice.slash("/klondike race")).text
    other = await offered(crowd[-1])
    assert "another race" in (await crowd[0].click(other, "Join")).text
    await crowd[-1].click(other, "Leave")
    await says(other, "called off")
    await house.alice.click(message, "Start")
    assert "another race" in (await house.alice.slash("/klondike race")).text
    assert len(message.text) < 4000


async def test_a_host_who_leaves_hands_the_lobby_on(house: House) -> None:
    """The next one in the lobby can start it."""
    message = await offered(house.alice)
    carol = house.person("carol")
    for seat in (house.bob, carol):
        await seat.click(message, "Join")
    assert "Only the host" in (await house.bob.click(message, "Start")).text
    await house.alice.click(message, "Leave")
    assert "\u2068Bob\u2069 (host)" in message.text
    await house.bob.click(message, "Start")
    assert labels(message) == ["My board", "Give up"]
    assert "not in this race" in (await house.alice.click(message, "My board")).text


async def test_start_pressed_twice_starts_once(house: House) -> None:
    """Two presses at once, and one on a message as it was before, lead to one race on one deal."""
    message = await offered(house.alice)
    await house.bob.click(message, "Join")
    presses = [house.alice.click(message, "Start") for _ in range(2)]
    presses.append(house.bob.click(message, "Ready"))
    for press in presses:
        await press
    await house.fake.settled()
    found = await stored(house)
    assert (found.status, len({racer.game_id for racer in found.racers})) == (RaceStatus.RUNNING, 2)
    await house.alice.click(message, custom_id="r:1:start", force=True)
    assert await stored(house) == found


async def test_a_rematch_asks_the_same_members(house: House) -> None:
    """It opens one lobby, whoever presses; nobody is in it who has not pressed."""
    carol = house.person("carol")
    message = await started(house, [house.alice, house.bob, carol], limit=7, draw=3)
    for seat in (house.alice, house.bob, carol):
        await seat.click(message, "Give up")
        await seat.click(seat.private[-1], "Yes, give up")
    await says(message, "The race is over")
    await until(lambda: "Rematch" in labels(message))
    assert "not in this race" in (await house.person("dave").click(message, "Rematch")).text
    lobby = (await house.bob.click(message, "Rematch")).shown
    assert names_in(lobby) == ["bob"]
    assert (f"<@{house.alice.user.id}>" in lobby.text, f"<@{carol.user.id}>" in lobby.text) == (True, True)
    assert ("Draw 3" in lobby.text, "7 minutes" in lobby.text) == (True, True)
    answer = await house.alice.click(message, "Rematch")
    assert str(lobby.id) in answer.text
    await until(lambda: names_in(lobby) == ["bob", "alice"])
    assert len([one for one in house.general.messages if "Call off" in labels(one)]) == 1


async def test_a_member_who_leaves_the_server_stays_in_the_result(house: House) -> None:
    """Under the name that was seen last, until the time is up."""
    message = await started(house, [house.alice, house.bob], limit=1)
    await line(house.bob, "d")
    house.home.remove(house.bob.user)
    house.now += MINUTE_MS
    board = await mine(house.alice, message)
    with suppress(ClientRefusal):  # it may be over by the time
        await house.alice.click(board, "Draw")
    await says(message, "The race is over")
    assert set(names_in(message)) == {"alice", "bob"}


async def test_there_are_no_races_in_direct_messages(house: House) -> None:
    """Nor where the bot is no member: nobody is there to race with."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    abroad = house.fake.guild("Abroad", has_bot=False)
    abroad.add(house.alice.user)
    for seat in (direct, house.alice.user.at(abroad.channel("plaza"))):
        assert "Races are for servers" in (await seat.slash("/klondike race")).text


async def test_races_need_little_of_a_channel(house: House) -> None:
    """Without the right to post or to send pictures one races in letters; without a view it is refused."""
    house.fake.deny(house.general, "send", "attach", "history", "react")
    message = await started(house, [house.alice, house.bob])
    board = await mine(house.alice, message)
    assert is_written(board)
    await house.alice.click(board, "Draw")
    assert action_of(board) == 1
    for seat in (house.alice, house.bob):
        await seat.click(message, "Give up")
        await seat.click(seat.private[-1], "Yes, give up")
    await says(message, "The race is over")
    house.fake.deny(house.general, "view")
    assert "View Channel" in (await house.alice.slash("/klondike race")).text
    house.fake.allow(house.general, "view")
    await offered(house.alice)


async def test_a_race_whose_message_was_deleted_comes_back(house: House) -> None:
    """A running one is posted anew; a lobby is called off, so that its members can go elsewhere."""
    gone = await offered(house.alice)
    acts.delete(gone)
    await house.fake.settled()
    message = await started(house, [house.alice, house.bob])
    board = await mine(house.alice, message)
    acts.delete(message)
    await house.alice.click(board, "Draw")
    await until(lambda: house.general.messages and "My board" in labels(house.general.last))
    await mine(house.bob, house.general.last)


async def test_two_servers_race_apart(house: House) -> None:
    """A member races in both at once, each board its own; a press cannot cross over."""
    club = house.fake.guild("Club")
    club.add(house.alice.user, house.bob.user)
    cards = club.channel("cards")
    away = [house.alice.user.at(cards), house.bob.user.at(cards)]
    here = await started(house, [house.alice, house.bob], number=6)
    other = await started(house, away, number=7)
    boards_here, boards_there = await mine(house.alice, here), await mine(away[0], other)
    assert game_of(boards_here) != game_of(boards_there)
    await away[0].click(boards_there, "Draw")
    assert (action_of(boards_there), (await house.turn(boards_here)).record.ply) == (1, 0)
    crossed = await house.alice.click(here, custom_id="r:2:board", force=True)
    assert "do not know this race" in crossed.text


async def test_the_message_is_edited_seldom(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the standing changes within the time between two edits, it is edited once at most."""
    message = await started(house, [house.alice, house.bob], number=WON[1])
    monkeypatch.setattr(cogs.racing, "EVERY_SECONDS", 3600.0)
    edits = r"PATCH .*/channels/\d+/messages/"
    before = len(requests_of(house, edits))
    await win(house, house.alice)
    board = await mine(house.bob, message)
    for token in LINES[1].split()[:12]:
        await house.bob.slash("/klondike move", text=token)
    await house.fake.settled()
    assert (await house.turn(board)).record.ply == 12
    assert len(requests_of(house, edits)) - before <= 1


def requests_of(house: House, pattern: str) -> list[str]:
    """Give the requests that the bot has made and that look so."""
    made = (f"{one.method} {one.path}" for one in house.fake.requests)
    return [one for one in made if re.match(pattern, one)]


async def test_a_board_outlives_its_token(tmp_path: Path) -> None:
    """After more than the fifteen minutes of a token its presses go on, as each brings one of its own."""
    ahead = 0.0

    def clock() -> float:
        return time.time() + ahead

    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None, clock=clock) as fake:
        house = House(fake, tmp_path / "klondike.db")
        await house.start()
        try:
            message = await started(house, [house.alice, house.bob], limit=60)
            board = await mine(house.alice, message)
            for number in range(1, 4):
                ahead += 16 * 60
                await house.alice.click(board, "Draw")
                assert action_of(board) == number
            assert action_of(await mine(house.alice, message)) == 3
            assert (fake.breaches, fake.late) == ([], [])
        finally:
            await house.stop()


async def test_a_killed_bot_goes_on_with_the_race(tmp_path: Path) -> None:
    """Killed in the middle, it has every action that a board has shown; boards and buttons work on."""
    database = tmp_path / "klondike.db"
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        house = House(fake, database)
        seats = [house.alice, house.bob]
        async with working(fake, database) as process:
            message = await started(house, seats)
            own = [await mine(seat, message) for seat in seats]
            presses = [seat.click(board, "🎴") for seat, board in zip(seats, own, strict=True)]
            for press in presses:
                await press
            process.kill()
            await process.wait()
        async with working(fake, database):
            for seat, board in zip(seats, own, strict=True):
                await seat.click(board, "Draw")
                assert action_of(board) == 2
            await seats[0].click(message, "Give up")
            await seats[0].click(seats[0].private[-1], "Yes, give up")
            await says(message, "stopped after")
            await seats[1].slash("/klondike resign")
            await seats[1].click(seats[1].private[-1], "Yes, give up")
            await says(message, "The race is over")
    store = await Store.open(f"sqlite:///{database}")
    try:
        assert await store.read(audit) == []
    finally:
        await store.close()


async def test_a_board_that_cannot_be_edited_after_a_defer_stays_private(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a slow press's edit is refused, the board comes anew for its player alone."""
    message = await started(house, [house.alice, house.bob])
    board = await mine(house.alice, message)
    monkeypatch.setattr(cogs.answering, "PATIENCE", 0.01)
    house.fake.fault("PATCH", r"/messages/@original$", error(400, 50035))
    async with house.held_reads():
        press = house.alice.click(board, "Draw")
        await asyncio.sleep(0.1)
    await press
    await house.fake.settled()
    assert action_of(house.alice.private[-1]) == 1
    assert [one for one in house.general.messages if one.image] == []
    await house.alice.click(house.alice.private[-1], "Draw")
    await house.fake.settled()
    assert action_of(house.alice.private[-1]) == 2


async def test_a_question_s_answer_made_by_hand_leaves_the_race_as_it_is(house: House) -> None:
    """What stands below a private question takes no message away that all see."""
    message = await offered(house.alice)
    before = message.text
    reply = await house.bob.click(message, custom_id="r:1:keep", force=True)
    assert reply.ephemeral
    assert message.text == before
