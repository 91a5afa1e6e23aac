"""One slip of a finger or of the machine costs nobody a game, and what counts says what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cogs.choices import Choice
from cogs.sessions import Seat
from klondike import Game
from tests.e2e.acts import give_up, typed
from tests.e2e.reading import action_of, board_in, game_of, labels, says
from tests.e2e.test_wins import golden

if TYPE_CHECKING:
    from localdiscord import Message
    from tests.e2e.house import House

FINISHED = "KL1-D1T-GZGQMK-Y427WI"


async def almost_won(house: House) -> Message:
    """Play a recorded game up to the finish that it ends with, and give its board."""
    win = golden(FINISHED)
    assert win.tokens[-1] == "finish"
    assert win.code.deal.number is not None
    board = await house.deal(number=win.code.deal.number, **win.options)
    for start in range(0, len(win.tokens) - 1, 40):
        await typed(house.alice, " ".join(win.tokens[start : min(start + 40, len(win.tokens) - 1)]))
    await says(board, f"action {len(win.tokens) - 1}")
    return board


async def status_of(house: House, board: Message) -> str:
    """Give how the game of a board stands in the store."""
    return (await house.turn(board)).record.status.value


async def test_k12_a_win_on_the_table_is_offered_and_new_asks_before_it_is_lost(house: House) -> None:
    """All face up: Finish is offered; `new` asks first and leaves the game open; finishing then wins."""
    board = await almost_won(house)
    assert any(button.emoji == "🏁" and not button.disabled for button in board.buttons)
    assert "Finish" in board.text
    question = await house.alice.slash("/klondike new")
    assert question.ephemeral
    assert await status_of(house, board) == "open"
    await house.alice.click(question.shown, "Leave it as it is")
    await house.alice.click(board, "🏁")
    assert await status_of(house, board) == "won"
    stats = (await house.alice.slash("/klondike stats")).text
    assert ("1 played" in stats, "1 won" in stats) == (True, True)


async def test_k45_nothing_ends_a_game_without_a_confirmation(house: House) -> None:
    """Give up, resign, new and a typed code all ask; unanswered or declined, the game is as it was."""
    board = await house.deal()
    await house.alice.click(board, "Draw")
    before = (await house.turn(board)).record
    await house.alice.click(board, "🏳️")
    await house.alice.click(board, "Keep playing")
    questions = [
        await house.alice.slash("/klondike resign"),
        await house.alice.slash("/klondike new", draw=3),
        await house.alice.slash("/klondike new", code="KL1-D1N-AAAAAAG"),
    ]
    assert all(question.ephemeral and len(labels(question.shown)) == 2 for question in questions)
    assert (await house.turn(board)).record == before
    for question in questions:
        await house.alice.click(question.shown, labels(question.shown)[1])
    assert (await house.turn(board)).record == before
    await house.alice.click(board, "Draw")
    assert action_of(board) == 2


async def test_d34_show_and_resign_work_wherever_the_board_went(house: House) -> None:
    """Its board deleted, the bot restarted: a game is shown again; without a board it is given up."""
    board = await house.deal()
    house.home.managers.add(house.bob.user)
    await house.bob.delete(board)
    await house.restart()
    await house.alice.slash("/klondike show")
    shown = board_in(house.general)
    assert (game_of(shown), action_of(shown)) == (game_of(board), 0)
    await house.bob.delete(shown)
    await give_up(house.alice)
    await house.fake.settled()
    assert await status_of(house, board) == "given_up"
    await house.alice.slash("/klondike new")
    assert game_of(board_in(house.general)) == game_of(board) + 1


async def test_d34_a_game_that_was_never_shown_locks_nobody_out(house: House) -> None:
    """Killed between storing a game and posting its board: `new` asks, `show` brings it, `resign` ends it."""
    seat = Seat(house.alice.user.id, house.home.id, "Alice")
    stored = await house.bot.sessions.start(seat, Choice(), interaction=1)
    assert (await house.alice.slash("/klondike new")).ephemeral
    await house.alice.slash("/klondike show")
    board = board_in(house.general)
    assert game_of(board) == stored.record.id
    await house.alice.click(board, "Draw")
    assert action_of(board) == 1
    await give_up(house.alice)
    assert await status_of(house, board) == "given_up"


async def test_k50_every_figure_counts_what_its_label_says(house: House) -> None:
    """Played is what has ended, won is what was won, and the best score is that of one game."""
    board = await almost_won(house)
    await house.alice.click(board, "🏁")
    for number in (40, 41):
        await house.deal(number=number, scoring="traditional")
        await give_up(house.alice)
    await house.deal(number=50, scoring="traditional")
    figures = (await house.alice.slash("/klondike stats")).shown
    assert "Ranked games: 3 played, 1 won" in figures.text  # the one with help is counted once
    await house.alice.select(figures, "Draw 1 · Traditional")
    stats = figures.text
    rows = {"with help" in row: row for row in stats.splitlines() if row.startswith("- ")}
    counted = {helped: re.findall(r"(\d+) (?:played|won)", row) for helped, row in rows.items()}
    assert counted == {True: ["1", "1"], False: ["3", "0"]}
    assert ("52/52" in rows[True], "52/52" in rows[False]) == (True, False)
    asked = {"scoring": "T", "games": "assisted"}
    won = (await house.bob.slash("/klondike leaderboard", board="wins", **asked)).text
    assert ("Games won" in won, "1 won of 1" in won) == (True, True)
    score = (await house.bob.slash("/klondike leaderboard", board="score", **asked)).text
    assert ("Best score" in score, "52/52" in score) == (True, True)


def test_k12_the_recorded_game_is_one_finish_away() -> None:
    """What the tests above stand on: before its last token the game is open and can be finished."""
    win = golden(FINISHED)
    game = Game.replay(win.code.deal, win.code.rules, win.tokens[:-1])
    assert (game.outcome(), game.view.can_finish) == (None, True)
