"""A program that plays Vegas games on the store named on its command line until it is killed.

After each transaction it prints game, revision and what is booked, so that a test knows what was promised.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from typing import TYPE_CHECKING

from data import Store
from tests.data.house import STAKE, House, vegas

if TYPE_CHECKING:
    from data import GameRecord


def acknowledge(game: GameRecord) -> None:
    """Promise what the store has just promised."""
    sys.stdout.write(f"{game.id} {game.revision} {game.booked}\n")
    sys.stdout.flush()


async def play(house: House, player: int) -> None:
    """Play games without end."""
    game = None
    for turn in itertools.count(1):
        if game is None or turn % 7 == 0:
            game = await house.start(vegas(player, replaces=game.id if game else None))
        else:
            booked = STAKE + 5 * (turn % 7)
            game = await house.act(game, score=booked, booked=booked)
        acknowledge(game)


async def main(url: str) -> None:
    """Let four people play at once."""
    house = House(await Store.open(url))
    await asyncio.gather(*(play(house, player) for player in range(4)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
