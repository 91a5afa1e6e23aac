"""Starting games: options, codes, questions before an open game is lost, and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from localdiscord import ClientRefusal
from tests.e2e.acts import give_up
from tests.e2e.reading import action_of, board_after, board_in, game_of, labels, says, until

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House


async def rules_of(house: House, board: Message) -> str:
    """Give the rules of a board's game as they are stored."""
    return (await house.turn(board)).record.rules


async def restarted(house: House, **options: Any) -> str:
    """Give the open game up, start another and tell its rules."""
    await give_up(house.alice)
    return await rules_of(house, await house.deal(**options))


async def bankroll(seat: Seat) -> str:
    """Read the bankroll."""
    return (await seat.slash("/klondike bankroll")).text


async def test_the_first_game_is_draw_one_normal(house: House) -> None:
    """Without options a newcomer gets draw 1, normal, and is told a first move that works."""
    board = await house.deal()
    assert await rules_of(house, board) == "D1N"
    assert "Draw 1 · Normal" in board.text
    example = board.text.partition("such as `")[2].partition("`")[0]
    await house.alice.slash("/klondike move", text=example)
    assert action_of(board) == 1


async def test_the_last_choice_is_remembered(house: House) -> None:
    """What was left out is as in the last game, in every server, until something else is chosen."""
    await house.deal(draw=3, scoring="vegas")
    assert await restarted(house) == "D3V"
    assert await restarted(house, draw=1) == "D1V"
    assert await restarted(house, scoring="traditional", takeback=True) == "D1B"
    assert await restarted(house) == "D1B"
    assert await restarted(house, takeback=False) == "D1T"
    assert await restarted(house, scoring="casual", score=False) == "D1C-unscored"
    assert await restarted(house) == "D1C"
    assert await rules_of(house, await house.deal(house.bob)) == "D1N"


async def test_a_game_without_score_shows_none(house: House) -> None:
    """Casual without a score has no score on the board, in the alt text or in the figures."""
    board = await house.deal(scoring="casual", score=False)
    await house.alice.click(board, "Draw")
    assert "Score" not in (board.alt or "")
    await give_up(house.alice)
    await says(board, "Given up")
    assert "score" not in board.text
    assert "Best score" not in (await house.alice.slash("/klondike stats")).text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scoring": "vegas", "takeback": False}, "Only the traditional scoring can forbid"),
        ({"takeback": False}, "Only the traditional scoring can forbid"),
        ({"scoring": "normal", "score": False}, "Only casual games can be played without a score"),
        ({"score": False}, "Only casual games can be played without a score"),
        ({"code": "KL1-D1N-AAAAAAG", "draw": 3}, "Leave `draw` out"),
        ({"code": "KL1-D1N-AAAAAAG", "scoring": "vegas"}, "Leave `scoring` out"),
        ({"code": "KL1-D1T-AAAAAAG", "takeback": True}, "Leave `takeback` out"),
        ({"code": "KL1-D1N-AAAAAAG", "score": False}, "Only casual games"),
        ({"code": "KL2-D1N-AAAAAAG"}, "begins with KL1, not with `KL2`"),
        ({"code": "KL1-D2N-AAAAAAG"}, "D1 or D3, not `D2`"),
        ({"code": "KL1-D1X-AAAAAAG"}, "N, V, C, T or B, not `X`"),
        ({"code": "KL1-D1N-AAAAAA1"}, "letters A to Z and the digits 2 to 7, not"),
        ({"code": "KL1-D1N-AAAAAAAAAAAG"}, "has a shorter form: `KL1-D1N-AAAAAAG`"),
        ({"code": "KL1-D1N-AAA"}, "needs seven or twelve letters"),
        ({"code": "`@everyone`"}, "begins with KL1"),
        ({"code": "ＫＬ１"}, "begins with KL1"),
    ],
)
async def test_options_that_do_not_go_together_are_explained(
    house: House, options: dict[str, Any], words: str
) -> None:
    """Each wrong combination and each wrong part of a code has words of its own, and no game starts."""
    reply = await house.alice.slash("/klondike new", **options)
    assert reply.ephemeral
    assert words in reply.text
    assert "no game here" in (await house.alice.slash("/klondike draw")).text


async def test_the_client_offers_only_what_there_is(house: House) -> None:
    """Draw and scoring are choices: anything else does not leave Discord's client."""
    for options in ({"draw": 2}, {"scoring": "klondike"}, {"takeback": "maybe"}):
        with pytest.raises(ClientRefusal):
            house.alice.slash("/klondike new", **options)


@pytest.mark.parametrize("typed", ["kl1-d3v-aaaaaag", " KL1 D3V AAAA AAG ", "kl1d3vaaaaaag"])
async def test_a_code_is_read_as_people_type_it(house: House, typed: str) -> None:
    """Case, spaces and dashes of a code do not matter; the game is practice and says so."""
    await house.alice.slash("/klondike new", code=typed)
    board = house.board
    record = (await house.turn(board)).record
    assert (record.deal, record.rules, record.practice) == (6, "D3V", True)
    assert "practice" in board.text


async def test_practice_books_nothing_and_is_ranked_nowhere(house: House) -> None:
    """A Vegas game on a typed code touches neither bankroll nor leaderboard; the figures list it apart."""
    await house.alice.slash("/klondike new", code="KL1-D1V-AAAAAAG", score=True, draw=1, scoring="vegas")
    await house.alice.click(house.board, "Draw")
    await give_up(house.alice)
    assert "no bankroll here yet" in await bankroll(house.alice)
    for board in ("bankroll", "wins", "score"):
        listed = await house.alice.slash("/klondike leaderboard", board=board, scoring="V")
        assert "Nobody is on this board yet" in listed.text
    assert "practice: 1 played" in (await house.alice.slash("/klondike stats")).text


async def test_a_new_game_over_an_open_one_asks_first(house: House) -> None:
    """`new` over an open game asks; leaving it as it is changes nothing."""
    board = await house.deal(scoring="vegas")
    await house.alice.click(board, "Draw")
    before = (await house.turn(board)).record
    question = await house.alice.slash("/klondike new", draw=3)
    assert question.ephemeral
    assert "open game here (1 move)" in question.text
    assert f"/{board.id}" in question.text
    await house.alice.click(question.shown, "Leave it as it is")
    assert "nothing was done" in question.text
    assert labels(question.shown) == []
    assert (await house.turn(board)).record == before
    assert house.board is board


async def test_a_confirmed_new_game_gives_the_old_one_up_once(house: House) -> None:
    """Confirmed, the old game counts as played once and its dollars stay booked, and its board says so."""
    old = await house.deal(scoring="vegas")
    question = await house.alice.slash("/klondike new", draw=3)
    presses = [house.alice.click(question.shown, "Give up and start anew") for _ in range(2)]
    for press in presses:
        await press
    new = await board_after(old)
    await says(old, "Given up")
    await says(question.shown, "on the table")
    assert (game_of(new), await rules_of(house, new)) == (2, "D3V")
    assert f"/{new.id}" in question.text
    stats = (await house.alice.slash("/klondike stats")).text
    assert "Ranked games: 1 played, 0 won (0.0 %)." in stats
    assert "**-$104**" in await bankroll(house.alice)
    assert [message for message in house.general.messages if message.image] == [old, new]


async def test_a_confirmation_answered_later_does_not_cost_another_game(house: House) -> None:
    """A question about a game that has ended meanwhile never gives up the one that is open now."""
    first = await house.deal()
    question = await house.alice.slash("/klondike new")
    await give_up(house.alice)
    second = await house.deal()
    answer = await house.alice.click(question.shown, "Give up and start anew")
    assert answer.ephemeral
    assert "open game here already" in answer.text
    assert (await house.turn(second)).record.is_open
    assert first.id < second.id == house.board.id


async def test_a_confirmed_code_is_dealt_as_practice(house: House) -> None:
    """A code over an open game is asked about too, and its deal is the one that comes."""
    old = await house.deal()
    question = await house.alice.slash("/klondike new", code="KL1-D1C-ABCDEF-GHIJKL", score=False)
    await house.alice.click(question.shown, "Give up and start anew")
    record = (await house.turn(await board_after(old))).record
    assert (record.rules, record.practice) == ("D1C-unscored", True)
    assert record.deal > 2**35


async def test_play_again_over_an_open_game_asks(house: House) -> None:
    """Play again on an ended board, with another game open, asks before that one is given up."""
    ended = await house.deal(scoring="traditional")
    await give_up(house.alice)
    await says(ended, "Given up")
    running = await house.deal(scoring="normal")
    question = await house.alice.click(ended, "Play again")
    assert question.ephemeral
    assert "open game here" in question.text
    await house.alice.click(question.shown, "Give up and start anew")
    assert await rules_of(house, await board_after(running)) == "D1T"


async def test_play_again_is_the_owners(house: House) -> None:
    """Somebody else's Play again is refused in private and starts nothing."""
    ended = await house.deal()
    await give_up(house.alice)
    await says(ended, "Given up")
    reply = await house.bob.click(ended, "Play again")
    assert reply.ephemeral
    assert "the game of" in reply.text
    assert "no game here" in (await house.bob.slash("/klondike draw")).text


async def test_d35_servers_and_direct_messages_keep_separate_games(house: House) -> None:
    """One person's games in two servers and in direct messages are three, with their own boards and money."""
    there = house.fake.guild("There")
    there.add(house.alice.user)
    seats = [
        house.alice,
        house.alice.user.at(there.channel("lobby")),
        house.alice.user.at(house.fake.direct(house.alice.user)),
    ]
    boards = [await house.deal(seat, scoring="vegas") for seat in seats]
    for number, (seat, board) in enumerate(zip(seats, boards, strict=True), start=1):
        for _ in range(number):
            await seat.slash("/klondike draw")
        assert action_of(board) == number
    assert [action_of(board) for board in boards] == [1, 2, 3]
    await give_up(seats[1])
    assert (await house.turn(boards[0])).record.is_open
    assert (await house.turn(boards[2])).record.is_open
    for seat, words in zip(
        seats, ("in this server", "in this server", "private Vegas bankroll"), strict=True
    ):
        assert (words in await bankroll(seat), "**-$52**" in await bankroll(seat)) == (True, True)


async def test_d13_everything_works_in_direct_messages_or_says_why_not(house: House) -> None:
    """In a direct message one plays by command, button, menu, form and reaction; leaderboards say no."""
    seat = house.alice.user.at(house.fake.direct(house.alice.user))
    board = await house.deal(seat)
    await seat.slash("/klondike draw")
    await seat.click(board, "Draw")
    await seat.select(board, "d")
    form = (await seat.click(board, "Type a move")).modal
    await seat.submit(form, {"Moves": "d"})
    await seat.react(board, "🎴")
    await until(lambda: action_of(board) == 5)
    await house.restart()
    await seat.click(board, "↩️")
    await seat.slash("/klondike show")
    moved = board_in(seat.channel)
    assert (action_of(moved), board.deleted) == (6, True)
    assert "KL1-" in (await seat.slash("/klondike code")).text
    listed = await seat.slash("/klondike leaderboard")
    assert listed.ephemeral
    assert "private and not ranked" in listed.text
    await give_up(seat)
    await says(moved, "Given up")
    assert "1 played" in (await seat.slash("/klondike stats")).text
    assert "first steps" in (await seat.slash("/klondike help")).text


async def test_d11_a_server_without_the_bot_plays_by_the_interaction_alone(house: House) -> None:
    """Where only the person installed the application: new, press, move, show and resign all work."""
    abroad = house.fake.guild("Abroad", has_bot=False)
    abroad.add(house.alice.user)
    seat = house.alice.user.at(abroad.channel("plaza"))
    board = (await seat.slash("/klondike new", scoring="vegas")).shown
    assert (board.ephemeral_for, action_of(board)) == (None, 0)
    await seat.click(board, "Draw")
    await seat.select(board, "d")
    form = (await seat.click(board, "Type a move")).modal
    await seat.submit(form, {"Moves": "d"})
    assert action_of(board) == 3
    moved = (await seat.slash("/klondike move", text="d")).shown
    assert action_of(moved) == 4
    await house.fake.settled(quiet=0.3)
    assert (await seat.click(board, "Draw")).ephemeral
    shown = (await seat.slash("/klondike show")).shown
    assert action_of(shown) == 4
    await house.restart()
    await seat.click(shown, "Draw")
    assert action_of(shown) == 5
    assert "private and not ranked" in (await seat.slash("/klondike leaderboard")).text
    assert "private Vegas bankroll: **-$52**" in await bankroll(seat)
    await give_up(seat)
    ended = await ended_in(seat)
    await seat.click(ended, "Play again")
    assert await rules_of(house, await board_after(ended)) == "D1V"
    assert {one.status for one in house.fake.requests if "/channels/" in one.path} <= {200, 204, 403, 404}


async def ended_in(seat: Seat) -> Message:
    """Ask for the ended board where the bot cannot change the one that lies there."""
    await seat.slash("/klondike show")
    board = board_in(seat.channel)
    assert "Given up" in board.text
    return board


async def test_the_board_of_an_ended_game_can_be_shown(house: House) -> None:
    """D34: after the end `show` brings the last board, and moves say that there is no game."""
    await house.deal()
    await give_up(house.alice)
    await house.alice.slash("/klondike show")
    assert labels(house.board) == ["Play again", "Replay", "Result card"]
    assert "no game here" in (await house.alice.slash("/klondike undo")).text
    assert "no game here" in (await house.alice.slash("/klondike resign")).text
