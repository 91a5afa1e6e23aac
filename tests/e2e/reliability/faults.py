"""The faults, as data: what goes wrong, for which inputs, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from localdiscord import delay, drop, error, rate_limited
from tests.e2e.reliability import strikes
from tests.e2e.reliability.inputs import ANSWERED, BOUND, EVERY, PRESSES, SHOWN_BY_EDIT, Input

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.e2e.reliability.strikes import Strike

__all__ = ["FAULTS", "Chapter", "Fault", "Reach"]

SLASH, BUTTON, MENU, FORM, REACTION, TYPED = EVERY


class Chapter(Enum):
    """Where faults come from."""

    NONE = "Nothing goes wrong"
    ANSWER = "Discord and the answer to an interaction"
    BOARD = "Discord and the board in its channel"
    PLACE = "The place changes"
    GATEWAY = "The connection on which inputs come"
    STORE = "The store and the painters"
    BOT = "The bot is stopped"
    PLAYERS = "Players cross each other, or themselves"


class Reach(Enum):
    """The inputs that a fault can meet, and why the others are left out."""

    EVERY = "Every input can meet it."
    ANSWERED = "A reaction and a typed message have no answer of their own: they cannot meet it."
    EDITED = (
        "A press, a choice and a form are shown by their own answer, so the board is not edited through its "
        "channel: they cannot meet it."
    )
    PRESSED = "Only what is pressed carries the state of the board on which it was seen."
    BOUND = "A slash command is always about its writer's own game."

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs."""
        return _INPUTS[self]


_INPUTS: Final = {
    Reach.EVERY: EVERY,
    Reach.ANSWERED: ANSWERED,
    Reach.EDITED: SHOWN_BY_EDIT,
    Reach.PRESSED: PRESSES,
    Reach.BOUND: (*BOUND, TYPED),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong.

    :ivar stored: actions that are stored all the same, by input where that differs from the first.
    :ivar failed: inputs that Discord declares failed, because no answer can reach it.
    :ivar silent: inputs after which nothing is shown; `/klondike show` brings the state.
    :ivar slow: whether it is a matter of time, so that it counts when the first sign came.
    :ivar incident: whether it is the bot's own, for which the log holds an error.
    """

    name: str
    chapter: Chapter
    strike: Strike
    reach: Reach = Reach.EVERY
    stored: int = 1
    stored_by: Mapping[Input, int] | None = None
    failed: tuple[Input, ...] = ()
    silent: tuple[Input, ...] = ()
    slow: bool = False
    incident: bool = False
    in_thread: bool = False

    def actions(self, way: Input) -> int:
        """Give how many actions an input must have stored."""
        return (self.stored_by or {}).get(way, self.stored)


def _answer(name: str, strike: Strike, **more: object) -> Fault:
    return Fault(name, Chapter.ANSWER, strike, Reach.ANSWERED, **more)  # type: ignore[arg-type]


def _board(name: str, strike: Strike, **more: object) -> Fault:
    return Fault(name, Chapter.BOARD, strike, Reach.EDITED, **more)  # type: ignore[arg-type]


LASTING: Final = strikes.LASTING

FAULTS: Final = (
    Fault("nothing", Chapter.NONE, strikes.nothing),
    _answer("500 once", strikes.answers(error(500))),
    _answer("502 once", strikes.answers(error(502))),
    _answer("503 once", strikes.answers(error(503))),
    _answer("500 for good", strikes.answers(error(500), times=LASTING), failed=ANSWERED),
    _answer("429, wait half a second", strikes.answers(rate_limited(0.5))),
    _answer("429 from the network before Discord", strikes.answers(rate_limited(60, via=False))),
    _answer("429 from the network, for good", strikes.answers(rate_limited(60, via=False), times=LASTING), failed=ANSWERED),
    _answer("connection cut before the answer", strikes.answers(drop())),
    _answer("connection cut after the answer", strikes.answers(drop(), after=True)),
    _answer("connection cut for good", strikes.answers(drop(), times=LASTING), failed=ANSWERED),
    _answer("500 though the answer was given (40060)", strikes.answers(error(500), after=True)),
    _answer("10062, unknown interaction", strikes.answers(error(404, 10062), times=LASTING), failed=ANSWERED),
    _answer("a token over after 15 minutes", strikes.token_over, slow=True),
    _answer("400 on a picture after a deferred answer", strikes.refused_after_defer, slow=True),
    _board("500 once", strikes.edits(error(500))),
    _board("502 once", strikes.edits(error(502))),
    _board("503 once", strikes.edits(error(503))),
    _board("500 for good", strikes.edits(error(500), times=LASTING)),
    _board("429, wait half a second", strikes.edits(rate_limited(0.5))),
    _board("429 from the network before Discord", strikes.edits(rate_limited(60, via=False))),
    _board("connection cut before the edit", strikes.edits(drop())),
    _board("connection cut after the edit", strikes.edits(drop(), after=True)),
    _board("the edit takes two seconds", strikes.edits(delay(2)), slow=True),
    _board("30046, too many edits of an old message", strikes.edits(error(400, 30046), times=LASTING)),
    Fault("everything answers 500 for three tries", Chapter.BOARD, strikes.all_requests(error(500), times=LASTING)),
    Fault("the board is deleted (10008)", Chapter.PLACE, strikes.board_deleted),
    Fault("the channel is deleted (10003)", Chapter.PLACE, strikes.channel_deleted),
    Fault("View Channel is taken away (50001)", Chapter.PLACE, strikes.denied("view")),
    Fault("Send Messages is taken away (50013)", Chapter.PLACE, strikes.denied("send")),
    Fault("Attach Files is taken away", Chapter.PLACE, strikes.denied("attach")),
    Fault("the thread is archived", Chapter.PLACE, strikes.crossed(lambda _, player: strikes.archive(player)), in_thread=True),
    Fault("the thread is locked (50083)", Chapter.PLACE, strikes.crossed(lambda _, player: player.channel.archive(), strikes.unlock), in_thread=True),
    Fault("every event comes twice", Chapter.GATEWAY, strikes.doubled),
    Fault("the event is lost and comes with the resume", Chapter.GATEWAY, strikes.line(lambda gateway: gateway.reconnect(), lost=True)),
    Fault("Discord asks to reconnect", Chapter.GATEWAY, strikes.line(lambda gateway: gateway.reconnect(), lost=False)),
    Fault("the connection is cut", Chapter.GATEWAY, strikes.line(lambda gateway: gateway.abort(), lost=False)),
    Fault("the session is invalid, and the event gone with it", Chapter.GATEWAY, strikes.line(lambda gateway: gateway.invalidate(resumable=False), lost=True), stored=0, failed=ANSWERED, silent=EVERY),
    Fault("another process writes for two seconds", Chapter.STORE, strikes.writer_held, slow=True),
    Fault("the store is locked for good", Chapter.STORE, strikes.store_locked, slow=True, stored=0, incident=True),
    Fault("every reader is busy for two seconds", Chapter.STORE, strikes.readers_held, slow=True),
    Fault("I/O error", Chapter.STORE, strikes.disk_broken, stored=0, incident=True),
    Fault("the disk is full", Chapter.STORE, strikes.disk_full, stored=0, incident=True),
    Fault("every painter is busy for two seconds", Chapter.STORE, strikes.painters_held, slow=True),
    Fault("killed after storing, before answering", Chapter.BOT, strikes.killed, failed=ANSWERED, silent=EVERY),
    Fault("told to stop while it answers", Chapter.BOT, strikes.stopped),
    Fault("already stopping", Chapter.BOT, strikes.stopping, stored=0),
    Fault("a board that is behind", Chapter.PLAYERS, strikes.behind, Reach.PRESSED, stored=0),
    Fault("somebody else's board", Chapter.PLAYERS, strikes.foreign, Reach.BOUND, stored=0),
    Fault("a game that has ended", Chapter.PLAYERS, strikes.over, stored=0),
    Fault("twice in the same moment", Chapter.PLAYERS, strikes.twice, stored_by={SLASH: 2, REACTION: 2, TYPED: 2}),
)
