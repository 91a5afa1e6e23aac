"""`python -m benchmarks.press [--quick]`: what a press costs the bot, beside a bot that does nothing else.

Two bots log in to a local Discord each, in processes of their own; the people sit in this one. The baseline
is a bare discord.py handler that edits the message with a ready picture of 40 KB. Both are pressed in turns,
in the same run, and tell their processor time.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from benchmarks._programs import Program, logged_in
from klondike import Deal, Game, Rules
from localdiscord import LocalDiscord

if TYPE_CHECKING:
    from localdiscord import Message, Seat

ROUNDS, QUICK_ROUNDS = 10, 3
"""Games that each bot plays, less the first, which warms up."""
PRESSES, TYPED = 60, 12
"""How often a bot is pressed, and typed to, in each game."""
OPENING, LINE = 80, 40
"""Actions that lead to the middle of a game, and how many of them go on one typed line."""
PARTS: Final = ("engine", "store", "picture")


@dataclass
class Opening:
    """The way to the middle of a game, and a move that is legal there."""

    lines: list[str]
    move: str

    @classmethod
    def of(cls, deal: int, rules: Rules) -> Opening:
        """Play at random, but send cards home where that is possible."""
        game, random = Game(Deal(deal), rules), Random(deal)
        while game.ply < OPENING:
            home = [move for move in game.legal_moves if str(move).endswith("f")]
            game.push(random.choice(home or game.legal_moves))
        tokens = game.log.split()
        lines = [" ".join(tokens[at : at + LINE]) for at in range(0, OPENING, LINE)]
        return cls(lines, str(game.legal_moves[0]))


@dataclass
class Bot:
    """A bot's process, the Discord that it is logged in to, and what it has cost so far.

    :ivar spent: processor seconds that presses took, by part.
    :ivar typed: processor seconds that typed moves took.
    :ivar took: seconds from each press to its answer.
    """

    program: Program
    fake: LocalDiscord
    spent: Counter[str] = field(default_factory=Counter)
    typed: float = 0.0
    took: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.home = self.fake.guild("Home")
        self.table = self.home.channel("table")

    async def play(self, number: int, opening: Opening) -> None:
        """Let a new guest come to the middle of a game, then press and type."""
        user = self.fake.user(f"guest{number}")
        self.home.add(user)
        seat = user.at(self.table)
        board = await self._begin(seat, opening)
        start = await self.program.ask()
        await self._press(seat, board)
        pressed = await self.program.ask()
        await self._type(seat, opening.move)
        typed = await self.program.ask()
        self.spent.update({part: pressed[part] - start[part] for part in start})
        self.typed += typed["total"] - pressed["total"]

    def forget(self) -> None:
        """Count from now on."""
        self.spent, self.typed, self.took = Counter(), 0.0, []

    async def _begin(self, seat: Seat, opening: Opening) -> Message:
        await seat.slash(self._command("new"), **({} if self._is_bare else {"draw": 3}))
        await self.fake.settled()
        board = next(message for message in reversed(self.table.messages) if message.image)
        if not self._is_bare:
            for line in opening.lines:
                await seat.slash(self._command("move"), text=line)
        return board

    async def _press(self, seat: Seat, board: Message) -> None:
        for _ in range(PRESSES // 2):
            for name in ("Draw", "Undo") if self._is_bare else ("🎴", "↩️"):
                begin = time.perf_counter()
                await seat.click(board, name)
                self.took.append(time.perf_counter() - begin)
        await self.fake.settled()

    async def _type(self, seat: Seat, move: str) -> None:
        for _ in range(TYPED // 2):
            for text in (move, "u"):
                await seat.slash(self._command("move"), text=text)
        await self.fake.settled()

    @property
    def _is_bare(self) -> bool:
        return self.program.name == "bare"

    def _command(self, name: str) -> str:
        return f"/{name}" if self._is_bare else f"/klondike {name}"


async def _started(name: str, folder: Path, stack: AsyncExitStack) -> Bot:
    fake = await stack.enter_async_context(LocalDiscord())
    program = await stack.enter_async_context(logged_in(name, fake, folder, metered=True))
    return Bot(program, fake)


async def measure(rounds: int) -> tuple[Bot, Bot]:
    """Let both bots play in turns."""
    chance, rules = Random(1), Rules.preset(draw=3)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ours, bare = [await _started(name, folder, stack) for name in ("klondike", "bare")]
        for number in range(rounds + 1):
            opening = Opening.of(chance.getrandbits(60), rules)
            for bot in (ours, bare) if number % 2 else (bare, ours):
                await bot.play(number, opening)
                if not number:
                    bot.forget()
    return ours, bare


def main() -> None:
    """Measure and print one `name value` pair a line; times are processor time but for the last two."""
    rounds = QUICK_ROUNDS if "--quick" in sys.argv[1:] else ROUNDS
    ours, bare = asyncio.run(measure(rounds))
    total, bare_total = ours.spent["total"], bare.spent["total"]
    shares = {part: ours.spent[part] / total for part in PARTS}
    centiles = quantiles(ours.took, n=100, method="inclusive")
    print(f"press.ratio_vs_bare {total / bare_total:.2f}")
    print(f"press.cpu_ms {total / rounds / PRESSES * 1000:.2f}")
    print(f"press.bare_cpu_ms {bare_total / rounds / PRESSES * 1000:.2f}")
    for part, share in shares.items():
        print(f"press.share_{part} {share:.2f}")
    print(f"press.share_discord {1 - sum(shares.values()):.2f}")
    print(f"press.typed_ratio_vs_bare {ours.typed / bare.typed:.2f}")
    print(f"press.typed_cpu_ms {ours.typed / rounds / TYPED * 1000:.2f}")
    print(f"press.p50_ms {centiles[49] * 1000:.1f}")
    print(f"press.p99_ms {centiles[98] * 1000:.1f}")


if __name__ == "__main__":
    main()
