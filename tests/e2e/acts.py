"""Small things that people do in many tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.traffic import CROWD
from klondike import Deal, Game, Rules

if TYPE_CHECKING:
    from klondike import PlayerView
    from localdiscord import Seat

__all__ = ["cards_in", "chat", "deal_with_an_ace_up", "give_up", "typed"]


def cards_in(view: PlayerView) -> int:
    """Count the cards on the table."""
    columns = sum(column.down + len(column.up) for column in view.columns)
    return columns + len(view.stock) + len(view.waste) + sum(view.foundations)


async def chat(seat: Seat, count: int = CROWD + 1) -> None:
    """Let somebody talk, for long enough to push a board out of sight if not told otherwise."""
    for number in range(count):
        await seat.say(f"nice weather {number}")


async def typed(seat: Seat, text: str) -> str:
    """Type a line as a command and read the answer."""
    return (await seat.slash("/klondike move", text=text)).text


async def give_up(seat: Seat) -> None:
    """Give the open game up."""
    question = await seat.slash("/klondike resign")
    await seat.click(question.shown, "Yes, give up")


def deal_with_an_ace_up() -> tuple[int, str]:
    """Find a deal in which an ace lies face up, and the move that sends it home."""
    rules = Rules.preset(scoring="vegas")
    for number in range(1000):
        for move in map(str, Game(Deal(number), rules).legal_moves):
            if move.endswith("f"):
                return number, move
    raise LookupError("no such deal")
