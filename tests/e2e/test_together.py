"""Games that several play together: everybody of the channel may act, and it is told who did."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cogs.chronicle import acts, counts
from data import ListClass, boards, deeds
from klondike import Deal, Game, Rules
from klondike.moves import DRAW
from tests.e2e.acts import typed
from tests.e2e.reading import action_of, board_in, control, game_of, labels, revision_of, says
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House


async def together(house: House, seat: Seat | None = None, **options: object) -> Message:
    """Start a game together and give its board."""
    return await house.deal(seat, together=True, **options)  # type: ignore[arg-type]


async def done(house: House, board: Message) -> list[tuple[int, int]]:
    """Give how many actions each player has done, most first."""
    return counts(await house.store.read(lambda conn: deeds.deeds_of(conn, game_of(board))))


def last(board: Message) -> str:
    """Read who did the last thing off the foot."""
    return board.text.splitlines()[-1]


async def test_everybody_of_the_channel_plays_by_every_way(house: House) -> None:
    """Buttons, menu, form, command, mention, reply, reaction: each by another than its owner."""
    board, bob, carol = await together(house), house.bob, house.person("carol")
    assert "**Together** · started by" in board.text
    assert "Anybody here may move" in board.text
    await bob.click(board, "Draw")
    assert last(board) == f"-# <@{bob.user.id}>: drew {_drawn(1)}"
    await carol.select(board, "d")
    form = (await bob.click(board, "Type a move")).modal
    await bob.submit(form, {"Moves": "d"})
    assert "`d`" not in await typed(carol, "d")
    await bob.say("d", mention_bot=True)
    await house.fake.settled()
    await carol.say("d", reply_to=house.board)
    await house.fake.settled()
    await bob.react(house.board, "🎴")
    await house.fake.settled()
    await bob.unreact(house.board, "🎴")
    await house.fake.settled()
    board = house.board
    assert action_of(board) == 8
    assert await done(house, board) == [(bob.user.id, 5), (carol.user.id, 3)]
    answer = await house.alice.click(board, "Who did what")
    assert answer.ephemeral
    for words in (f"<@{bob.user.id}>: 5 actions", f"<@{carol.user.id}>: 3 actions"):
        assert words in answer.text
    assert (await house.turn(board)).record.player_discord_id == house.alice.user.id


def _drawn(number: int) -> str:
    """Name the card that a certain draw of deal 6 brings."""
    game = Game(Deal(6), Rules.preset())
    return [game.push(DRAW).cards[0].symbol for _ in range(number)][-1]


async def test_two_press_at_once_and_the_log_adds_up(house: House) -> None:
    """What is accepted is what the revision rises by; who did what adds up to the log, over a restart."""
    board, people = await together(house), [house.alice, house.bob, house.person("carol")]
    for number in range(6):
        before = (await house.turn(board)).record
        presses = [seat.click(board, "Draw") for seat in people[: 2 + number % 2]]
        await asyncio.gather(*presses)
        await house.fake.settled()
        after = (await house.turn(board)).record
        assert after.revision - before.revision == after.ply - before.ply == 1
        if number == 2:
            await house.restart()
    assert sum(count for _, count in await done(house, board)) == (await house.turn(board)).record.ply == 6
    assert await house.problems() == []


async def test_an_undo_of_anothers_move_tells_whose_it_was(house: House) -> None:
    """It is a game together: allowed, and told on the board."""
    board = await together(house)
    await house.bob.click(board, "Draw")
    await house.alice.click(board, "Undo ⚠️")
    card = _drawn(1)
    assert last(board) == f"-# <@{house.alice.user.id}>: undid “drew {card}” of <@{house.bob.user.id}>"
    await house.alice.click(board, "Redo")
    assert "played “" in last(board)
    await house.alice.click(board, "Undo")
    assert last(board).endswith(f"of <@{house.bob.user.id}>")
    await house.alice.click(board, "Draw")
    await house.alice.click(board, "Undo")
    assert last(board).endswith("”")
    assert "assisted" in board.text


async def test_a_hint_asks_whoever_asks_for_it(house: House) -> None:
    """As in every game, and counts as something done."""
    board = await together(house)
    question = await house.bob.click(board, "Hint")
    assert question.ephemeral
    await house.bob.click(question.shown, "Show a hint")
    assert "assisted" in house.board.text
    assert "asked for a hint" in house.board.text
    assert await done(house, board) == [(house.bob.user.id, 1)]
    await house.bob.click(question.shown, "Do it")
    await house.fake.settled()
    assert sum(count for _, count in await done(house, board)) == (await house.turn(board)).record.ply


async def test_an_ordinary_game_still_refuses_others(house: House) -> None:
    """By button, menu, form and reply; and who did what is told of none."""
    board = await house.deal()
    for custom_id in (control(board, "draw"), control(board, "undo"), control(board, "hint-yes")):
        assert "This is the game of" in (await house.bob.click(board, custom_id=custom_id, force=True)).text
    answer = await house.bob.click(board, custom_id=f"t:log:{game_of(board)}", force=True)
    assert "no longer know" in answer.text
    assert "no game here" in await typed(house.bob, "d")
    assert (await house.turn(board)).record.ply == 0


async def test_a_stranger_in_another_place_is_refused(house: House) -> None:
    """With a forged id on another server's board, in a direct message, in another channel of the server."""
    board, club = await together(house), house.fake.guild("Club")
    club.add(house.bob.user)
    places = [club.channel("cards"), house.home.channel("other"), house.fake.direct(house.bob.user)]
    for place in places:
        there = house.bob.user.at(place)
        own = await house.deal(there)
        for action in ("draw", "resign-yes", "hint-yes", "result"):
            forged = control(own, action, game=game_of(board), revision=revision_of(board))
            answer = await there.click(own, custom_id=forged, force=True)
            assert f"This is the game of <@{house.alice.user.id}>" in answer.text
        answer = await there.click(own, custom_id=f"t:log:{game_of(board)}", force=True)
        assert ("no longer know" in answer.text) == (place.guild is not house.home)
    assert (await house.turn(board)).record.ply == 0
    assert await done(house, board) == []


async def test_moves_go_to_the_game_that_one_played_on_last(house: House) -> None:
    """One's own, until one acts in the channel's; what others do there shadows no game of its owner."""
    board = await together(house)
    own = await house.deal(house.bob)
    await typed(house.bob, "d")
    assert [(await house.turn(one)).record.ply for one in (board, own)] == [0, 1]
    await house.bob.click(board, "Draw")
    await typed(house.bob, "d")
    assert [(await house.turn(one)).record.ply for one in (board, own)] == [2, 1]
    free = await house.deal()
    await typed(house.alice, "d")
    await house.bob.click(house_board(house, board), "Draw")
    await typed(house.alice, "d")
    assert [(await house.turn(one)).record.ply for one in (board, own, free)] == [3, 1, 2]


def house_board(house: House, board: Message) -> Message:
    """Give the newest message that shows a board's game."""
    return [one for one in house.general.messages if one.image and game_of(one) == game_of(board)][-1]


async def test_in_a_direct_message_and_on_a_code_there_is_none(house: House) -> None:
    """Refused in words, and nothing is started."""
    direct = house.alice.user.at(house.fake.direct(house.alice.user))
    assert "needs a server" in (await direct.slash("/klondike new", together=True)).text
    for options in ({"code": "KL1-D1N-AAAAAAG"}, {"winnable": True}):
        answer = await house.alice.slash("/klondike new", together=True, **options)
        assert "Leave" in answer.text
    assert house.general.messages == []


async def test_one_open_game_together_for_each_owner(house: House) -> None:
    """Another one asks and takes the place of the first; a game of one's own goes on beside it."""
    free = await house.deal()
    board = await together(house, scoring="vegas")
    assert "You have no" in (await house.alice.slash("/klondike bankroll")).text
    question = await house.alice.slash("/klondike new", together=True, scoring="vegas")
    await house.alice.click(question.shown, "Give up and start anew")
    await house.fake.settled()
    newest = house.board
    assert "**Together**" in newest.text
    assert [(await house.turn(one)).record.is_open for one in (free, board, newest)] == [True, False, True]
    await together(house, house.bob)


async def test_its_starter_gives_it_up_and_after_a_day_of_rest_who_played(house: House) -> None:
    """Others are refused, with the time from which they may; who never did anything is, for good."""
    board, carol = await together(house), house.person("carol")
    await house.bob.click(board, "Draw")
    assert (
        "started this game and can give it up. You can <t:" in (await house.bob.click(board, "Give up")).text
    )
    assert "Only <@" in (await carol.click(board, "Give up")).text
    forged = control(board, "resign-yes")
    assert "You can <t:" in (await house.bob.click(board, custom_id=forged, force=True)).text
    house.move(days=1, minutes=1)
    await house.bob.click(board, "Give up")
    assert "Only <@" in (await carol.click(board, "Yes, give up")).text
    await house.bob.click(board, "Yes, give up")
    assert "It was played together" in board.text
    other = await together(house)
    await house.alice.click(other, "Give up")
    await house.alice.click(other, "Yes, give up")
    assert "Given up" in other.text


async def figures(house: House, seat: Seat) -> list[tuple[ListClass, int, int]]:
    """Give a player's lists with the games and wins in each."""
    found = await house.store.read(lambda conn: boards.player_stats(conn, seat.user.id, house.home.id))
    return [(one.cls, one.games, one.wins) for one in found]


@pytest.mark.parametrize("scoring", ["normal", "vegas"])
async def test_a_won_game_counts_for_each_who_did_something(house: House, scoring: str) -> None:
    """In statistics of their own: no leaderboard, no dollars. Who played may look back."""
    board, people = await together(house, scoring=scoring, number=WON[1]), [house.alice, house.bob]
    tokens, half = LINES[1].split(), len(LINES[1].split()) // 2
    for seat, part in zip(people, (tokens[:half], tokens[half:]), strict=True):
        for begin in range(0, len(part), 40):
            await typed(seat, " ".join(part[begin : begin + 40]))
    board = house.board
    assert "Won" in board.text
    for seat in people:
        assert await figures(house, seat) == [(ListClass.TOGETHER, 1, 1)]
    assert "Nobody is on this board yet" in (await house.bob.slash("/klondike leaderboard")).text
    carol = house.person("carol")
    assert "This is the game of" in (await carol.click(board, "Replay")).text
    assert "Replay" in (await house.bob.click(board, "Replay")).text
    card = await house.bob.click(board, "Result card")
    assert card.shown.image is not None
    await carol.click(board, "Play again")
    await house.fake.settled()
    assert f"started by <@{carol.user.id}>" in board_in(house.general).text
    assert "Who did what" in labels(board)


async def test_plain_moves_in_a_thread_that_holds_the_board(reading_house: House) -> None:
    """Where the bot reads every message, anybody's plain line in the thread is a move."""
    thread = reading_house.general.thread("cards")
    alice, bob = (seat.user.at(thread) for seat in (reading_house.alice, reading_house.bob))
    board = await together(reading_house, alice)
    await bob.say("d")
    await reading_house.fake.settled()
    await alice.say("what a nice card")
    await says(board, f"<@{bob.user.id}>: drew")
    assert await done(reading_house, board) == [(bob.user.id, 1)]


async def test_who_left_stays_named(house: House) -> None:
    """Whoever did something and left the server stands in the log and the last lines all the same."""
    board, guest = await together(house), house.person("z̷̢͎̈́̓͌a̸̧͖̐͗l̴̡͓͆̑g̵̘̓o **guest**")
    await guest.click(board, "Draw")
    house.home.remove(guest.user)
    await house.restart()
    await house.bob.click(board, "Draw")
    record = (await house.turn(board)).record
    told = acts(record, await house.store.read(lambda conn: deeds.deeds_of(conn, record.id)))
    assert [act.player for act in told] == [guest.user.id, house.bob.user.id]
    assert f"<@{guest.user.id}>: 1 action" in (await house.bob.click(board, "Who did what")).text
