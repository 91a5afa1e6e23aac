"""Hands that play a known line of moves by every way that a person has, each in its turn."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Final

from tests.e2e.reading import PATIENCE, action_of, board_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from localdiscord import Message, Seat

__all__ = ["Hands", "Way"]

LINE: Final = 12
"""Actions that the hands put on one typed line."""


class Way(Enum):
    """A way of acting."""

    MOVE = "/klondike move"
    LINE = "/klondike move with several actions"
    COMMAND = "/klondike draw, undo or redo"
    MODAL = "Type a move"
    BUTTON = "a button"
    MENU = "the menu"
    REACTION = "a reaction"


_COMMANDS: Final = {"d": "draw", "r": "draw", "u": "undo", "redo": "redo"}
_BUTTONS: Final = {"d": "🎴", "r": "🎴", "u": "↩️", "redo": "↪️", "finish": "🏁"}
_REACTIONS: Final = {"d": "🎴", "r": "🎴", "u": "↩️"}
_TYPED: Final = (Way.LINE, Way.MODAL, Way.MOVE)


def kind_of(token: str) -> str:
    """Tell what kind of action a canonical text is: itself for `d r u redo finish`, else a move."""
    return token if token in _BUTTONS else "move"


def ways_of(token: str) -> tuple[Way, ...]:
    """List the ways that there are for an action."""
    if token not in _BUTTONS:
        return (Way.MENU, *_TYPED)
    pressed = ((Way.BUTTON, _BUTTONS), (Way.COMMAND, _COMMANDS), (Way.REACTION, _REACTIONS))
    menu = (Way.MENU,) if token in {"d", "r"} else ()
    return (*(way for way, tokens in pressed if token in tokens), *menu, *_TYPED)


class Hands:
    """The hands of a person at a board.

    :ivar used: how often each way was used for each kind of action.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.used: Counter[tuple[str, Way]] = Counter()
        self._seen: Counter[str] = Counter()

    @property
    def board(self) -> Message:
        """The board where it lies now: the answers to commands push it down, and it follows."""
        return board_in(self.seat.channel)

    async def play(self, tokens: Sequence[str]) -> None:
        """Play canonical texts, for each the way that was used least for its kind."""
        done = 0
        while done < len(tokens):
            rest = tokens[done:]
            done += await self.act(self._next_way(rest), rest)

    async def act(self, way: Way, tokens: Sequence[str]) -> int:
        """Play the first of some canonical texts by a certain way, a whole line of them where it is LINE.

        :returns: how many were played; the board shows them.
        """
        size = min(len(tokens), LINE) if way is Way.LINE else 1
        expected = action_of(self.board) + size
        if way is Way.LINE:
            await self.seat.slash("/klondike move", text=" ".join(tokens[:size]))
        else:
            await self._once(way, tokens[0])
        await self.seat.channel.wait_for(
            lambda message: message.image is not None and action_of(message) >= expected, timeout=PATIENCE
        )
        assert action_of(self.board) == expected, (way, tokens[0], self.board.text)
        self._note(way, tokens[0])
        return size

    def unused(self) -> set[tuple[str, Way]]:
        """List the ways that were never used for a kind of action, though it came often enough."""
        enough = [kind for kind, count in self._seen.items() if count >= len(ways_of(kind))]
        return {(kind, way) for kind in enough for way in ways_of(kind)} - set(self.used)

    def _next_way(self, tokens: Sequence[str]) -> Way:
        kind = kind_of(tokens[0])
        ways = [way for way in ways_of(tokens[0]) if self._is_possible(way, tokens)]
        return min(ways, key=lambda way: (self.used[kind, way], ways.index(way)))

    def _is_possible(self, way: Way, tokens: Sequence[str]) -> bool:
        if way is Way.LINE:
            return len(tokens) > 1
        if way is Way.MENU:
            return any(tokens[0] == choice.value for menu in self.board.selects for choice in menu.choices)
        return True

    def _note(self, way: Way, token: str) -> None:
        self.used[kind_of(token), way] += 1
        self._seen[kind_of(token)] += 1

    async def _once(self, way: Way, token: str) -> None:
        seat, board = self.seat, self.board
        match way:
            case Way.COMMAND:
                await seat.slash(f"/klondike {_COMMANDS[token]}")
            case Way.BUTTON:
                await seat.click(board, _BUTTONS[token])
            case Way.MENU:
                await seat.select(board, token)
            case Way.MODAL:
                form = (await seat.click(board, "Type a move")).modal
                await seat.submit(form, {"Moves": token})
            case Way.REACTION:
                await self._react(_REACTIONS[token])
            case _:
                await seat.slash("/klondike move", text=token)

    async def _react(self, emoji: str) -> None:
        if self.seat.user in self.board.reacted(emoji):
            await self.seat.unreact(self.board, emoji)
        else:
            await self.seat.react(self.board, emoji)
