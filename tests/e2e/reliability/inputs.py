"""The ways into the game, and a player who uses one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from localdiscord import Callback, NoAnswer
from tests.e2e.acts import cards_in
from tests.e2e.reading import action_of, control, game_of, labels

if TYPE_CHECKING:
    from data import GameRecord
    from localdiscord import Message, Pending, Reply, Seat
    from localdiscord.faults import Effect, Fault
    from localdiscord.places import Channel
    from localdiscord.reply import Modal
    from tests.e2e.house import House

__all__ = ["ANSWERED", "BOUND", "EVERY", "PRESSES", "SHOWN_BY_EDIT", "Input", "Player"]


class Input(StrEnum):
    """A way of acting."""

    SLASH = "slash command"
    BUTTON = "button"
    MENU = "menu"
    FORM = "form"
    REACTION = "reaction"
    TYPED = "typed message"


EVERY: Final = tuple(Input)
PRESSES: Final = (Input.BUTTON, Input.MENU, Input.FORM)
ANSWERED: Final = (Input.SLASH, *PRESSES)
"""Interactions: Discord waits for their answer, and says so when none comes."""
SHOWN_BY_EDIT: Final = (Input.SLASH, Input.REACTION, Input.TYPED)
"""Inputs whose board is edited through its channel."""
BOUND: Final = (*PRESSES, Input.REACTION)
"""Inputs that stand on a message: they reach a game that is not the actor's own, or no longer open."""

DRAW: Final = "🎴"
DRAWING: Final = (Input.BUTTON, Input.REACTION)
"""Inputs that cannot move a card; they draw instead."""


@dataclass
class Player:
    """Somebody with a game and a channel of their own, who acts in one way.

    :ivar move: the first thing that the player does: it sends an ace home, which pays five dollars, or draws.
    :ivar board: the board as the game began, or as `show` brought it last.
    :ivar before: the game as it was stored before the fault.
    :ivar pending: the answers that the player waits for.
    :ivar replies: those that came; `failures` counts those that Discord gave up on.
    :ivar said: the messages that the player has written.
    :ivar known: the messages that stood on the screen before, and `text` what the board said.
    :ivar orders: what goes wrong for the player.
    """

    house: House
    way: Input
    seat: Seat
    board: Message
    before: GameRecord
    move: str
    form: Modal | None = None
    pending: list[Pending[Reply]] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    failures: int = 0
    said: list[Message] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    text: str = ""
    orders: list[Fault] = field(default_factory=list)

    @property
    def channel(self) -> Channel:
        """Where the player is."""
        return self.seat.channel

    async def send(self, *, times: int = 1, revision: int | None = None) -> None:
        """Act so often at once, and wait for nothing.

        :param revision: the revision that the press carries, if not that of the board.
        """
        for _ in range(times):
            if self.way in ANSWERED:
                self.pending.append(self._interact(revision))
            elif self.way is Input.TYPED:
                self.said.append(await self.seat.say(self.move, mention_bot=True))
            elif self.seat.user in self.board.reacted(DRAW):
                await self.seat.unreact(self.board, DRAW)
            else:
                await self.seat.react(self.board, DRAW)

    def _interact(self, revision: int | None) -> Pending[Reply]:
        seat, board = self.seat, self.board
        if self.way is Input.SLASH:
            return seat.slash("/klondike move", text=self.move)
        if self.way is Input.BUTTON:
            return seat.click(board, custom_id=control(board, "draw", revision=revision), force=True)
        if self.way is Input.MENU:
            custom_id = control(board, "menu", revision=revision)
            return seat.select(board, self.move, custom_id=custom_id, force=True)
        assert self.form is not None
        return seat.submit(self.form, {"Moves": self.move})

    async def sit_down(self, board: Message | None = None) -> None:
        """Take a board as the one to play on, the newest of the game if no other is named."""
        board = board or self.live
        assert board is not None
        self.board = board
        self.before = (await self.house.bot.sessions.by_id(game_of(self.board))).record

    async def intrude(self) -> None:
        """Act on the board, which is another's: the form is refused where it is opened."""
        if self.way is Input.FORM:
            self.pending.append(self.seat.click(self.board, "Type a move"))
        elif self.way is Input.TYPED:
            self.said.append(await self.seat.say(self.move, mention_bot=True, reply_to=self.board))
        else:
            await self.send()

    async def open_form(self) -> None:
        """Open the form of the board, where the player acts by it."""
        if self.way is Input.FORM:
            self.form = (await self.seat.click(self.board, "Type a move")).modal

    def remember(self) -> None:
        """Remember what stands on the screen, so that only what comes is seen as new."""
        self.known = {message.id for message in self.seat.messages}
        self.text = self.board.text
        self.pending, self.replies, self.failures = [], [], 0

    async def wait(self) -> None:
        """Wait for every answer, or for Discord to give up on it."""
        for pending in self.pending:
            try:
                self.replies.append(await pending)
            except NoAnswer:
                self.failures += 1

    @property
    def deferred(self) -> bool:
        """Whether the first sign of an answer was that it is being worked on."""
        return any(
            one.interaction.callback in {Callback.DEFER, Callback.DEFER_UPDATE} for one in self.pending
        )

    @property
    def thinks_for_ever(self) -> bool:
        """Whether an answer still says "thinking…"."""
        return any(one.interaction.thinking for one in self.pending)

    def trouble_answers(self, effect: Effect, *, times: int = 1, after: bool = False) -> None:
        """Let the requests that answer the player go wrong."""
        for pending in self.pending:
            act = pending.interaction
            route = rf"^/(interactions/{act.id}/|webhooks/\d+/{re.escape(act.token)})"
            self._order("*", route, effect, times=times, after=after)

    def trouble_edits(self, effect: Effect, *, times: int = 1, after: bool = False) -> None:
        """Let the edits of the board through its channel go wrong."""
        self._order("PATCH", self._messages(rf"/{self.board.id}$"), effect, times=times, after=after)

    def trouble_posts(self, effect: Effect, *, times: int = 1, after: bool = False) -> None:
        """Let posting in the channel go wrong."""
        self._order("POST", self._messages("$"), effect, times=times, after=after)

    def _messages(self, rest: str) -> str:
        return rf"^/channels/{self.channel.id}/messages{rest}"

    def _order(self, method: str, route: str, effect: Effect, *, times: int, after: bool) -> None:
        self.orders.append(self.house.fake.fault(method, route, effect, times=times, after=after))

    def lift(self) -> None:
        """Let requests go well again."""
        for order in self.orders:
            order.lift()
        self.orders.clear()

    @property
    def boards(self) -> list[Message]:
        """The boards of the player's game that lie in the channel, oldest first."""
        mark = f"game {self.before.id} ·"
        return [
            one for one in self.channel.messages if one.author is self.house.fake.bot and mark in one.text
        ]

    @property
    def live(self) -> Message | None:
        """The newest board that can be played on."""
        return next((one for one in reversed(self.boards) if "Redo" in labels(one)), None)

    async def record(self) -> GameRecord:
        """Give the game as it is stored."""
        return (await self.house.bot.sessions.by_id(self.before.id)).record

    async def cards(self) -> int:
        """Count the cards of the game."""
        return cards_in((await self.house.bot.sessions.by_id(self.before.id)).view)

    async def is_shown(self) -> bool:
        """Tell whether the newest board shows what is stored."""
        boards = self.boards
        return bool(boards) and action_of(boards[-1]) == (await self.record()).ply
