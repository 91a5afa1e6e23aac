"""People who play on and on by every way that there is, whatever happens to the bot meanwhile."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from localdiscord import ClientRefusal, NoAnswer
from tests.e2e.reading import action_of, game_of, revision_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from localdiscord import Message, Seat

__all__ = ["WAYS", "Player"]

WAYS: Final = ("button", "menu", "form", "reaction", "typed", "move", "draw", "undo")
NEW, GIVE_UP = 19, 41
"""Turns between two new games, and between two that are given up for nothing."""
RECENT: Final = 80
"""Messages that a player looks back over."""
NEWS_SECONDS: Final = 0.02
"""How long a player waits for what nobody answers, such as a reaction."""


@dataclass
class Player:
    """Somebody who plays Vegas without end and remembers the newest board of each game.

    :ivar seen: the action number and revision that the board of each game has shown.
    :ivar used: how often each way of playing was tried.
    """

    seat: Seat
    chance: random.Random
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    _turns: Iterator[int] = field(default_factory=itertools.count)

    async def play(self) -> None:
        """Do one thing after the other, whether it is answered or not, until cancelled."""
        for turn in self._turns:
            try:
                await self._once(turn)
            except (NoAnswer, ClientRefusal, IndexError):
                # Killed meanwhile; not allowed at the moment; or there is no board to press.
                await asyncio.sleep(0.01)
            self.look()

    def look(self) -> None:
        """Remember what the boards show now."""
        for board in self._boards():
            if board.selects:
                game, state = game_of(board), (action_of(board), revision_of(board))
                self.seen[game] = max(self.seen.get(game, state), state)

    @property
    def board(self) -> Message:
        """The newest board.

        :raises IndexError: there is none.
        """
        return self._boards()[-1]

    def _boards(self) -> list[Message]:
        mention = f"<@{self.seat.user.id}>"
        latest = self.seat.channel.messages[-RECENT:]
        return [one for one in latest if one.image and mention in one.text]

    async def _once(self, turn: int) -> None:
        if turn % GIVE_UP == GIVE_UP - 1:
            self.used["give up"] += 1
            question = await self.seat.slash("/klondike resign")
            if question.shown.buttons:
                await self.seat.click(question.shown, "Yes, give up")
            return
        if turn % NEW == 0:
            self.used["new"] += 1
            answer = await self.seat.slash("/klondike new", scoring="vegas")
            if answer.text.startswith("You have an open game"):
                await self.seat.click(answer.shown, "Give up and start anew")
            return
        way = self.chance.choice(WAYS)
        self.used[way] += 1
        await self._act(way, self.board)

    async def _act(self, way: str, board: Message) -> None:
        match way:
            case "button":
                await self.seat.click(board, self.chance.choice(("🎴", "↩️")))
            case "menu":
                choices = [choice for menu in board.selects for choice in menu.choices]
                await self.seat.select(board, str(self.chance.choice(choices).value))
            case "form":
                form = (await self.seat.click(board, "Type a move")).modal
                await self.seat.submit(form, {"Moves": "d u d"})
            case "reaction":
                await self._react(board)
            case "typed":
                direct = self.seat.channel.is_direct
                await self.seat.say(self.chance.choice(("d", "d u redo")), mention_bot=not direct)
                await asyncio.sleep(NEWS_SECONDS)
            case "move":
                await self.seat.slash("/klondike move", text="d d u")
            case _:
                await self.seat.slash(f"/klondike {way}")

    async def _react(self, board: Message) -> None:
        emoji = self.chance.choice(("🎴", "↩️"))
        toggle = self.seat.unreact if self.seat.user in board.reacted(emoji) else self.seat.react
        await toggle(board, emoji)
        await asyncio.sleep(NEWS_SECONDS)
