"""`/klondike new winnable:True` through the real bot: from the pool, from a search, and without either."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cogs import pool as module
from cogs.compiled import compiled_search
from data import pool
from klondike import Rules
from tests.e2e.acts import give_up
from tests.e2e.reading import board_after, labels, says, until
from tests.winning import LINES, WON, Scripted, compiled_with

if TYPE_CHECKING:
    from localdiscord import Message, Seat
    from tests.e2e.house import House


async def put(house: House, rules: str = "D1N") -> None:
    """Put a deal into the pool."""
    chosen = Rules.parse(rules)
    deal, line = WON[chosen.draw], LINES[chosen.draw]
    await house.store.transact(lambda conn: pool.add(conn, chosen.winning_class, deal, line, now=5))


async def counts(house: House) -> dict[str, int]:
    """Count what lies in the pool."""
    return await house.store.read(pool.counts)


async def winnable(house: House, seat: Seat | None = None, **options: object) -> Message:
    """Start a winnable game and give its board."""
    await (seat or house.alice).slash("/klondike new", winnable=True, **options)
    await house.fake.settled()
    return house.board


async def with_solver(house: House, solver: Scripted) -> None:
    """Start the bot anew with a solver, and wait until it is there."""
    house.compiled = lambda: compiled_with(solver)
    await house.restart()
    await until(lambda: house.bot.pool._filling)


async def test_a_winnable_game_is_dealt_from_the_pool(house: House) -> None:
    """Its board and its end say that it was asked for; it counts as practice, and the next one is random."""
    await put(house)
    board = await winnable(house, draw=1)
    record = (await house.turn(board)).record
    assert (record.deal, record.rules, record.practice, record.winnable) == (WON[1], "D1N", True, True)
    assert ("winnable deal" in board.text, "practice" in board.text) == (True, False)
    await house.alice.click(board, "Draw")
    await give_up(house.alice)
    await says(board, "counts in your own statistics only")
    assert "practice: 1 played" in (await house.alice.slash("/klondike stats")).text
    assert labels(board) == ["New random game", "Replay", "Result card"]
    await house.alice.click(board, "New random game")
    again = (await house.turn(await board_after(board))).record
    assert (again.rules, again.practice, again.winnable) == ("D1N", False, False)


async def test_the_line_wins_through_the_bot(house: House) -> None:
    """The stored line, typed, wins the game that was dealt; a win is practice as well."""
    await put(house)
    board = await winnable(house, scoring="casual")
    line = LINES[1].split()
    for begin in range(0, len(line), 30):
        await house.alice.slash("/klondike move", text=" ".join(line[begin : begin + 30]))
    await says(board, "Won in 101 moves")
    assert "practice: 1 played, 1 won" in (await house.alice.slash("/klondike stats")).text


async def test_winnable_vegas_books_nothing(house: House) -> None:
    """Its dollars are shown and touch neither bankroll nor leaderboard."""
    await put(house, "D3V")
    board = await winnable(house, draw=3, scoring="vegas")
    await house.alice.click(board, "Draw 3")
    await give_up(house.alice)
    assert "no bankroll here yet" in (await house.alice.slash("/klondike bankroll")).text
    listed = await house.alice.slash("/klondike leaderboard", board="wins", draw=3, scoring="V")
    assert "Nobody is on this board yet" in listed.text


async def test_an_open_game_is_asked_about_first(house: House) -> None:
    """The question carries that the deal is to be winnable, also over a restart; then the old one is lost."""
    old = await house.deal(scoring="vegas")
    await put(house, "D3V")
    question = await house.alice.slash("/klondike new", winnable=True, draw=3)
    assert "open game here" in question.text
    assert await counts(house) == {"D3-1-back": 1}
    await house.restart()
    await house.alice.click(question.shown, "Give up and start anew")
    record = (await house.turn(await board_after(old))).record
    assert (record.rules, record.winnable) == ("D3V", True)
    await says(old, "Given up")
    assert "**-$52**" in (await house.alice.slash("/klondike bankroll")).text


async def test_a_question_that_came_late_is_asked_again_for_a_winnable_one(house: House) -> None:
    """When the old game has moved on since, the new question still means a winnable deal."""
    old = await house.deal()
    await put(house)
    question = await house.alice.slash("/klondike new", winnable=True)
    await house.alice.click(old, "Draw")
    await house.alice.click(question.shown, "Give up and start anew")
    await says(question.shown, "1 move")
    await house.alice.click(question.shown, "Give up and start anew")
    assert (await house.turn(await board_after(old))).record.winnable


async def test_without_a_solver_and_a_deal_nothing_is_given_up(house: House) -> None:
    """The bot says that it has no solver, before and behind the question."""
    reply = await house.alice.slash("/klondike new", winnable=True)
    assert reply.ephemeral
    assert "has no solver" in reply.text
    assert "no game here" in (await house.alice.slash("/klondike draw")).text
    board = await house.deal()
    before = (await house.turn(board)).record
    question = await house.alice.slash("/klondike new", winnable=True)
    refused = await house.alice.click(question.shown, "Give up and start anew")
    assert "has no solver" in refused.text
    assert (await house.turn(board)).record == before
    await put(house)
    await house.alice.click(question.shown, "Give up and start anew")
    assert (await house.turn(await board_after(board))).record.winnable


async def test_an_empty_pool_is_searched_for_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks waits for the search; where it finds nothing in time they are told to try again."""
    monkeypatch.setattr(module, "READY", 0)
    await with_solver(house, Scripted())
    house.deals.extend([6, 6, 6, WON[1]])
    board = await winnable(house, draw=1)
    assert (await house.turn(board)).record.deal == WON[1]
    monkeypatch.setattr(module, "SEARCH_SECONDS", 0.1)
    reply = await house.bob.slash("/klondike new", winnable=True, draw=3)
    assert "No winnable deal for these rules is ready yet; try again in a minute." in reply.text
    assert "no game here" in (await house.bob.slash("/klondike draw")).text


async def test_a_long_search_is_deferred_and_answered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes longer than Discord waits ends in a board all the same."""
    monkeypatch.setattr(module, "READY", 0)
    solver = Scripted()
    solver.held.set()
    await with_solver(house, solver)
    house.deals.extend([6, WON[1]])
    asking = house.alice.slash("/klondike new", winnable=True)
    await until(lambda: any(one.path.endswith("/callback") for one in house.fake.requests))
    solver.held.clear()
    await asking
    await house.fake.settled()
    assert (await house.turn(house.board)).record.winnable


async def test_a_stop_does_not_wait_for_a_search(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a deal is told that the bot restarts."""
    monkeypatch.setattr(module, "READY", 0)
    solver = Scripted()
    solver.held.set()
    await with_solver(house, solver)
    asking = house.alice.slash("/klondike new", winnable=True)
    await until(lambda: solver.asked)
    house.compiled = None
    await house.restart()
    assert "I am restarting" in (await asking).text


async def test_a_code_is_not_asked_to_be_winnable(house: House) -> None:
    """The code names its deal; without `winnable`, or with it false, it is dealt."""
    await put(house)
    reply = await house.alice.slash("/klondike new", code="KL1-D1N-AAAAAAG", winnable=True)
    assert "Leave `code` or `winnable` out" in reply.text
    await house.alice.slash("/klondike new", code="KL1-D1N-AAAAAAG", winnable=False)
    record = (await house.turn(house.board)).record
    assert (record.deal, record.practice, record.winnable) == (6, True, False)


async def test_a_restart_keeps_the_pool(house: House) -> None:
    """What was found before it is dealt after it."""
    await put(house)
    await house.restart()
    assert (await house.turn(await winnable(house))).record.deal == WON[1]


async def test_the_real_solver_finds_a_deal_and_fills_the_pool(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what `bot.py` brings along: asked on an empty pool, then from what was made meanwhile."""
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    house.compiled = compiled_search
    await house.restart()
    await until(lambda: house.bot.pool._filling)
    board = await winnable(house, draw=1)
    assert (await house.turn(board)).record.winnable
    async with asyncio.timeout(20):
        while len(await counts(house)) < len(module.CLASSES):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await house.bob.slash("/klondike new", winnable=True, draw=3, scoring="vegas")
    await house.fake.settled()
    assert (await house.turn(house.board)).record.winnable
