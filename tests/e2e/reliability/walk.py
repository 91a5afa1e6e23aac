"""Walk a fault: let it happen to the real bot, and tell for each input what was seen and what is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.e2e.reliability.inputs import ANSWERED, Input
from tests.e2e.reliability.sights import look, stored
from tests.e2e.reliability.stage import staged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.reliability.faults import Fault
    from tests.e2e.reliability.inputs import Player
    from tests.e2e.reliability.sights import Sight
    from tests.e2e.reliability.stage import Stage

__all__ = ["Row", "walk"]

DECK: Final = 52
PAY: Final = 5
"""Dollars for a card on a foundation."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    fault: str
    way: Input
    seen: str
    stored: str


async def walk(fault: Fault, folder: Path) -> list[Row]:
    """Walk a fault by every input that can meet it, and hold each row against what must be so."""
    async with staged(folder, fault.reach.inputs, in_thread=fault.in_thread) as stage:
        async with fault.strike(stage):
            await stage.rest()
            rows = [await _row(fault, player) for player in stage.players]
        await _go_on(stage)
        await _check_house(stage, fault)
    return rows


async def _row(fault: Fault, player: Player) -> Row:
    sight, before = await look(player, waiting=fault.slow), player.before
    await _check_stored(fault, player)
    _check_seen(fault, player.way, sight)
    return Row(fault.name, player.way, str(sight), stored(before, await player.record()))


async def _check_stored(fault: Fault, player: Player) -> None:
    """Hold what is stored: each action once, its dollars with it, and all cards."""
    before, after, actions = player.before, await player.record(), fault.actions(player.way)
    assert (after.ply - before.ply, after.revision - before.revision) == (actions, actions)
    assert after.log.split() == [*before.log.split(), *[player.move] * actions]
    assert after.booked - before.booked == (0 if player.move == "d" else PAY * actions)
    assert await player.cards() == DECK


def _check_seen(fault: Fault, way: Input, sight: Sight) -> None:
    """Hold what was seen: an answer, unless the fault leaves no way for one."""
    assert bool(sight.failures) == (way in fault.failed), (way, str(sight))
    answered = way in ANSWERED and not sight.failures and not sight.waits_for_ever
    told = answered or sight.is_told
    assert told == (way not in fault.silent), (way, str(sight))


async def _go_on(stage: Stage) -> None:
    """Play on when the fault is over: `show` brings what is stored but not shown, and a draw works."""
    for player in stage.players:
        if not await player.is_shown():
            await player.seat.slash("/klondike show")
        player.move = "d"
    await stage.idle()
    for player in stage.players:
        assert await player.is_shown()
        await player.sit_down()
        await player.open_form()
        player.remember()
    await stage.send()
    await stage.rest()
    for player in stage.players:
        assert (player.failures, await player.is_shown()) == (0, True), player.way
        assert (await player.record()).ply == player.before.ply + 1, player.way
        assert await player.cards() == DECK


async def _check_house(stage: Stage, fault: Fault) -> None:
    """Hold the books, Discord's rules, that nobody is pinged, and that the log tells of the bot's faults."""
    assert await stage.house.problems() == []
    assert stage.fake.breaches == [], stage.fake.breaches
    assert not any(message.pings for message in stage.house.messages_of_the_bot())
    assert bool(stage.incidents.records) == fault.incident, stage.incidents.records
