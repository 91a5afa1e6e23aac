"""Walk a fault: let it happen to the real bot, and tell for each input what was seen and stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from localdiscord import LocalDiscord
from tests.e2e.reading import action_of
from tests.e2e.reliability.sights import look, stored
from tests.e2e.reliability.stage import staged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.reliability.faults import Fault
    from tests.e2e.reliability.inputs import Input, Player
    from tests.e2e.reliability.sights import Sight
    from tests.e2e.reliability.stage import Stage

__all__ = ["Row", "walk"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    fault: str
    way: Input
    seen: str
    stored: str


async def walk(fault: Fault, folder: Path) -> list[Row]:
    """Walk a fault by every input that can meet it."""
    async with staged(folder, fault.reach.inputs, in_thread=fault.in_thread) as stage:
        async with fault.strike(stage):
            await stage.rest()
            sights = [await look(player, waiting=fault.slow) for player in stage.players]
        rows = [
            await _row(fault, player, sight) for player, sight in zip(stage.players, sights, strict=True)
        ]
        for player in stage.players:
            await _goes_on(stage, player)
        _in_order(stage, fault)
        assert await stage.house.problems() == []
    return rows


async def _row(fault: Fault, player: Player, sight: Sight) -> Row:
    after = await player.record()
    return Row(fault.name, player.way, str(sight), stored(player.before, after))


async def _goes_on(stage: Stage, player: Player) -> None:
    pass


def _in_order(stage: Stage, fault: Fault) -> None:
    assert stage.fake.breaches == []
