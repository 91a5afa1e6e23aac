"""What a player is told about a turn, and which controls go with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from cogs.advice import Advice, Level
from cogs.layouts import board_message
from cogs.news import news, told
from klondike import Deal, Game, Rules
from tests.cogs.hall import ANN, PRIVATE, Hall, record, seat
from tests.cogs.voices import VOICES
from tests.cogs.voices import turn as make_turn

if TYPE_CHECKING:
    from discord import ui

SAY = VOICES["en"]


def labels(layout: ui.LayoutView) -> list[str]:
    """Give the labels of a message's buttons, in order."""
    items: list[Any] = [getattr(item, "item", item) for item in layout.walk_children()]
    return [item.label for item in items if getattr(item, "label", None)]


async def test_the_undo_that_makes_a_game_assisted_says_so_once(hall: Hall) -> None:
    """Undoing a new card tells what it costs; the next undo has nothing left to cost."""
    turn = await hall.start()
    turn = await hall.play(turn, "d d u")
    assert "assisted" in " ".join(told(turn, SAY))
    turn = await hall.play(turn, "u")
    assert list(told(turn, SAY)) == ["Undone: Drew A♣."]


async def test_undoing_a_slip_says_nothing_of_help(hall: Hall) -> None:
    """An undo that showed nothing new is no help and is told as such."""
    turn = await hall.play(await hall.start(), "d")
    turn = await hall.play(turn, "wf")
    turn = await hall.play(turn, "u")
    assert list(told(turn, SAY)) == ["Undone: A♣ from the waste to the foundation. (-10)"]
    assert not turn.view.assisted


async def test_undoing_all_there_is_is_no_error(hall: Hall) -> None:
    """`u5` with two left tells that two were undone, and shows no error."""
    turn = await hall.play(await hall.start(), "d d")
    turn = await hall.play(turn, "u5")
    first, *_ = told(turn, SAY)
    assert first == "2 actions undone."
    assert "❌" not in news(turn, SAY)


@pytest.mark.parametrize(
    ("line", "label"), [("d" + " d" * 23, "Turn over"), ("d wf" + " d" * 23, "Turn over (-10)")]
)
async def test_the_button_tells_what_a_recycle_costs_now(hall: Hall, line: str, label: str) -> None:
    """Turning the waste over takes 100 points, but never more than there are."""
    turn = await hall.play(await hall.start(), line)
    assert label in labels(board_message(turn, SAY, b"").layout)


async def test_where_nothing_is_left_a_new_game_is_at_hand(hall: Hall) -> None:
    """Undo, new game and give up are offered when nothing useful is left to do."""
    game = stuck()
    buttons = labels(board_message(make_turn(game), SAY, b"").layout)
    assert {"Undo ⚠️", "New game", "Give up"} <= set(buttons)
    fresh = labels(board_message(await hall.start(), SAY, b"").layout)
    assert "New game" not in fresh


async def test_a_hint_where_nothing_is_left_says_it_once() -> None:
    """The hint finds nothing and the board says so: one sentence, with what can be done."""
    turn = replace(make_turn(stuck()), advice=Advice(None, Level.SIMPLE, Level.SIMPLE))
    assert news(turn, SAY) == SAY("board.nothing-left")
    going = replace(make_turn(Game(Deal(6), Rules.preset()), "d"), advice=turn.advice)
    assert SAY("hint.nothing") in news(going, SAY)


def stuck() -> Game:
    """Give a Vegas game whose only pass is over with nothing left to do."""
    for number in range(1000):
        game = Game(Deal(number), Rules.preset(draw=3, scoring="vegas"))
        while game.view.can_draw:
            game.push(game.legal_moves[0])
        if game.view.nothing_left:
            return game
    raise AssertionError


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "this server's leaderboards"),
        ({"assisted": True}, "in the list with help, and as played but not won in the list without"),
        ({"practice": True}, "It was practice"),
        ({"practice": True, "winnable": True}, "winnable deal, so it was practice"),
        ({"guild_discord_id": PRIVATE}, "private"),
    ],
    ids=["clean", "assisted", "practice", "winnable", "private"],
)
def test_an_ended_game_tells_where_it_counts(changes: dict[str, Any], words: str) -> None:
    """Whoever ends a game learns in which list to look for it."""
    game = Game(Deal(6), Rules.preset())
    if changes.get("assisted"):
        game = Game.replay(Deal(6), Rules.preset(), "d u")
    game.resign()
    turn = make_turn(game)
    assert words in news(type(turn)(record(**changes), turn.view), SAY)


async def test_dollars_that_were_not_booked_are_told_at_the_end(hall: Hall) -> None:
    """A Vegas game with help ends with another score than its bankroll has of it; a clean one does not."""
    turn = await hall.play(await hall.start(seat(), rules="D1V"), "d wf")
    turn = await hall.play(turn, "u u d wf")
    ended = await hall.sessions.resign(turn.record.id, ANN, interaction=next(hall.ids))
    assert ended.view.score == -47
    assert ended.record.booked == -52
    assert "Final score: **-$47**." in news(ended, SAY)
    assert "Your bankroll has -$52 of it" in news(ended, SAY)
    clean = await hall.play(await hall.start(seat(), rules="D1V"), "d wf")
    clean = await hall.sessions.resign(clean.record.id, ANN, interaction=next(hall.ids))
    assert "Your bankroll has" not in news(clean, SAY)


async def test_the_question_before_giving_up_tells_what_becomes_of_the_money(hall: Hall) -> None:
    """A ranked Vegas game's dollars stay booked, and its player is told before giving it up."""
    vegas = await hall.start(seat(), rules="D3V")
    text = " ".join(
        str(getattr(item, "content", ""))
        for item in board_message(vegas, SAY, b"", asking=True).layout.walk_children()
    )
    assert "Its -$52 stay in your bankroll." in text
