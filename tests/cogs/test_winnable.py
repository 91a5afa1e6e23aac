"""Games asked to be winnable, dealt from the pool: proved, given to one player, and never ranked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cogs.choices import Choice
from cogs.faults import NoWinnableDeal
from cogs.winnable import wins
from data import GameAlreadyOpen, StaleRevision, pool
from klondike import Deal, Game, Outcome, Rules
from tests.cogs.hall import ANN, BEN, CLUB, Hall, seat
from tests.strategies import PRESETS
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from cogs.sessions import Turn

NORMAL = Rules.preset()


async def put(hall: Hall, rules: Rules = NORMAL, *, deal: int | None = None, line: str | None = None) -> None:
    """Put a deal into the pool: the one that is won so, if not told otherwise."""
    number, won = deal or WON[rules.draw], line or LINES[rules.draw]
    await hall.store.transact(lambda conn: pool.add(conn, rules.winning_class, number, won, now=5))


async def counts(hall: Hall) -> dict[str, int]:
    """Count what lies in the pool."""
    return await hall.store.read(pool.counts)


async def start(hall: Hall, player: int = ANN, rules: Rules = NORMAL, **changes: Any) -> Turn:
    """Start a winnable game."""
    return await hall.start(seat(player, CLUB), choice=Choice(rules=rules, winnable=True), **changes)


@pytest.mark.parametrize("rules", PRESETS, ids=str)
async def test_k28_the_deal_comes_from_the_pool_and_is_won_by_its_line(hall: Hall, rules: Rules) -> None:
    """Under every rules: the deal of their class, taken out, practice, without a dollar booked."""
    await put(hall, rules)
    turn = await start(hall, rules=rules)
    record = turn.record
    assert (record.deal, record.rules) == (WON[rules.draw], str(rules))
    assert (record.practice, record.winnable, record.buy_in) == (True, True, None)
    assert turn.view == Game(Deal(record.deal), rules).view
    assert await counts(hall) == {}
    assert await hall.balance() is None
    line = LINES[rules.draw].split()
    for begin in range(0, len(line), 30):
        turn = await hall.play(turn, " ".join(line[begin : begin + 30]))
    assert turn.view.outcome is Outcome.WON
    assert await hall.balance() is None


def test_rules_share_a_class_where_they_decide_alike() -> None:
    """Draw, passes and take-back name the class, and nothing else does: seven for all variants."""
    classes = {str(rules): rules.winning_class for rules in PRESETS}
    assert classes["D1N"] == classes["D1C"] == classes["D1C-unscored"] == "D1-all-back"
    assert classes["D1V"] == classes["D1B"] == "D1-1-back"
    assert (classes["D1T"], classes["D3T"], classes["D3B"]) == ("D1-1", "D3-3", "D3-3-back")
    keys = {(rules.draw, rules.passes, rules.take_back) for rules in PRESETS}
    assert len(set(classes.values())) == len(keys) == 7


def test_a_line_wins_only_what_it_wins() -> None:
    """Another deal, a shorter line, no line, nonsense and an illegal move win nothing."""
    deal, line = Deal(WON[1]), LINES[1]
    assert wins(deal, NORMAL, line)
    for other in (line.rpartition(" ")[0], "", "taxi", f"wf {line}", f"{line} d"):
        assert not wins(deal, NORMAL, other)
    assert not wins(Deal(WON[3]), NORMAL, line)
    assert not wins(deal, Rules.preset(draw=3), line)


async def test_two_players_at_once_get_no_common_deal(hall: Hall) -> None:
    """Of two who ask at once for the last one, one plays it; the other has no game."""
    await put(hall)
    results = await asyncio.gather(start(hall, ANN), start(hall, BEN), return_exceptions=True)
    assert [type(result).__name__ for result in results].count("NoWinnableDeal") == 1
    assert (await hall.sessions.glance(seat(ANN)) is None) != (await hall.sessions.glance(seat(BEN)) is None)


async def test_an_open_game_comes_before_the_pool(hall: Hall) -> None:
    """It is told of whether or not there is a deal, and no deal is lost to it."""
    await hall.start()
    with pytest.raises(GameAlreadyOpen):
        await start(hall)
    await put(hall)
    with pytest.raises(GameAlreadyOpen):
        await start(hall)
    assert await counts(hall) == {"D1-all-back": 1}


async def test_nothing_is_given_up_for_a_deal_that_is_not_there(hall: Hall) -> None:
    """The game that was to be replaced goes on, and so does one that has moved on meanwhile."""
    old = await hall.start(rules="D1V")
    with pytest.raises(NoWinnableDeal):
        await start(hall, replaces=old.record.id, revision=0)
    assert (await hall.sessions.current(seat())).record == old.record
    await put(hall)
    moved = await hall.play(old, "d")
    with pytest.raises(StaleRevision):
        await start(hall, replaces=old.record.id, revision=0)
    assert (await hall.sessions.current(seat())).record == moved.record
    assert await counts(hall) == {"D1-all-back": 1}
    new = await start(hall, replaces=old.record.id, revision=1)
    assert new.record.winnable
    assert await hall.balance() == -52


async def test_a_deal_whose_line_no_longer_wins_is_passed_over(hall: Hall) -> None:
    """What an older program has left is played once more before it is dealt."""
    await put(hall, deal=6)
    with pytest.raises(NoWinnableDeal):
        await start(hall)
    await put(hall)
    assert (await start(hall)).record.deal == WON[1]
    assert await counts(hall) == {}


async def test_the_same_interaction_takes_one_deal(hall: Hall) -> None:
    """A start that is delivered twice gives the game that it has started."""
    await put(hall)
    first = await start(hall, interaction=77)
    await put(hall)
    again = await start(hall, interaction=77)
    assert (again.record, again.stale) == (first.record, True)
    assert await counts(hall) == {"D1-all-back": 1}


async def test_the_next_game_is_not_winnable_by_itself(hall: Hall) -> None:
    """Draw and scoring are remembered, that the deal should be winnable is not."""
    await put(hall, Rules.preset(draw=3))
    ended = await start(hall, rules=Rules.preset(draw=3))
    await hall.sessions.resign(ended.record.id, ANN)
    turn = await hall.start(choice=Choice())
    assert (turn.record.rules, turn.record.practice, turn.record.winnable) == ("D3N", False, False)


async def test_no_random_deal_is_drawn_where_the_pool_gives_one(hall: Hall) -> None:
    """The source of random deals is asked for those that are played, and for no other."""
    await put(hall)
    hall.deals.extend([7, 8])
    await start(hall)
    assert list(hall.deals) == [7, 8]
    with pytest.raises(NoWinnableDeal):
        await start(hall, BEN)
    assert list(hall.deals) == [7, 8]
