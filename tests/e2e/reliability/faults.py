"""The faults, as data: what goes wrong, for which inputs, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from localdiscord import delay, drop, error, html_page, rate_limited
from localdiscord.gateway import Gateway
from tests.e2e.reliability import strikes
from tests.e2e.reliability.inputs import ANSWERED, BOUND, EVERY, PRESSES, SHOWN_BY_EDIT, Input
from tests.e2e.reliability.strikes import answers, edits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.e2e.reliability.strikes import Strike

__all__ = ["FAULTS", "Chapter", "Fault", "Reach"]

SLASH, REACTION, TYPED = Input.SLASH, Input.REACTION, Input.TYPED

BANNED: Final = rate_limited(60, via=False)
TOO_LATE: Final = error(404, 10062)
LOST: Final[dict[str, Any]] = {"stored": 0, "silent": (REACTION,), "incident": True}
"""What comes of an action that cannot be stored: it is not done, and that is told."""


class Chapter(Enum):
    """Where faults come from."""

    NONE = "Nothing goes wrong"
    ANSWER = "Discord and the answer to an interaction"
    BOARD = "Discord and the board in its channel"
    PLACE = "The place changes"
    GATEWAY = "The connection to Discord"
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


FOR_GOOD: Final = strikes.LASTING
"""Times that a fault strikes which does not go away while the bot tries."""


def _answer(name: str, strike: Strike, **more: Any) -> Fault:
    return Fault(name, Chapter.ANSWER, strike, Reach.ANSWERED, **more)


def _board(name: str, strike: Strike, **more: Any) -> Fault:
    return Fault(name, Chapter.BOARD, strike, Reach.EDITED, **more)


def _any(chapter: Chapter) -> Callable[..., Fault]:
    return lambda name, strike, **more: Fault(name, chapter, strike, **more)


_place, _gateway, _store = _any(Chapter.PLACE), _any(Chapter.GATEWAY), _any(Chapter.STORE)
_bot, _players = _any(Chapter.BOT), _any(Chapter.PLAYERS)

_ANSWER: Final = (
    _answer("the answer gets a 500, once", answers(error(500))),
    _answer("the answer gets a 502 as a page of HTML, once", answers(html_page(502))),
    _answer("the answer gets a 503, once", answers(error(503))),
    _answer("the answer gets a 500 each time", answers(error(500), times=FOR_GOOD), failed=ANSWERED),
    _answer("the answer gets a 429, wait half a second", answers(rate_limited(0.5))),
    _answer("the answer gets a 429 from the network before Discord, once", answers(BANNED)),
    _answer(
        "the answer gets a 429 from the network each time", answers(BANNED, times=FOR_GOOD), failed=ANSWERED
    ),
    _answer("the connection is cut before the answer", answers(drop())),
    _answer("the connection is cut behind the answer, whose receipt is lost", answers(drop(), after=True)),
    _answer("the connection is cut each time", answers(drop(), times=FOR_GOOD), failed=ANSWERED),
    _answer("the answer is taken and gets a 500 (the next try gets 40060)", answers(error(500), after=True)),
    _answer("the answer hangs for four seconds", answers(delay(4), times=FOR_GOOD), failed=ANSWERED),
    _answer("10062: the interaction is no longer known", answers(TOO_LATE, times=FOR_GOOD), failed=ANSWERED),
    _answer(
        "15 minutes between deferral and answer: the token is over",
        strikes.token_over,
        failed=(SLASH,),
        slow=True,
    ),
    _answer("400: no picture may be put into a deferred answer", strikes.refused_after_defer, slow=True),
)

_BOARD: Final = (
    _board("the edit gets a 500, once", edits(error(500))),
    _board("the edit gets a 502 as a page of HTML, once", edits(html_page(502))),
    _board("the edit gets a 503, once", edits(error(503))),
    _board("the edit gets a 500 each time", edits(error(500), times=FOR_GOOD), silent=(REACTION,)),
    _board("the edit gets a 429, wait half a second", edits(rate_limited(0.5))),
    _board("the edit gets a 429 from the network before Discord, once", edits(BANNED)),
    _board(
        "the edit gets a 429 from the network each time", edits(BANNED, times=FOR_GOOD), silent=(REACTION,)
    ),
    _board("the connection is cut before the edit", edits(drop())),
    _board("the connection is cut behind the edit, whose receipt is lost", edits(drop(), after=True)),
    _board("the connection is cut at each edit", edits(drop(), times=FOR_GOOD), silent=(REACTION,)),
    _board("the edit takes two seconds", edits(delay(2)), slow=True),
    _board("30046 as a 429: too many edits of an old board, wait", edits(rate_limited(0.5, code=30046))),
    _board("30046 as a 400: too many edits of an old board", edits(error(400, 30046), times=FOR_GOOD)),
)

_PLACE: Final = (
    _place("the board is deleted (10008)", strikes.board_deleted),
    _place("the channel is deleted (10003)", strikes.channel_deleted, failed=ANSWERED, silent=EVERY),
    _place("View Channel is taken away (50001)", strikes.denied("view"), silent=(REACTION, TYPED)),
    _place("Send Messages is taken away (50013)", strikes.denied("send")),
    _place("Attach Files is taken away", strikes.denied("attach")),
    _place("the thread is archived", strikes.thread_archived, in_thread=True),
    _place("the thread is locked (50083)", strikes.thread_locked, silent=(REACTION, TYPED), in_thread=True),
)

_GATEWAY: Final = (
    _gateway("nothing reaches Discord", strikes.all_requests(drop()), failed=ANSWERED, silent=EVERY),
    _gateway("every event comes twice", strikes.doubled),
    _gateway("the event is lost and comes with a resume", strikes.line(Gateway.reconnect, lost=True)),
    _gateway("Discord asks the bot to connect anew", strikes.line(Gateway.reconnect, lost=False)),
    _gateway("the connection is cut", strikes.line(Gateway.abort, lost=False)),
    _gateway(
        "the session is no longer valid, and the event is lost with it",
        strikes.line(strikes.invalidate, lost=True),
        stored=0,
        failed=ANSWERED,
        silent=EVERY,
    ),
)

_STORE: Final = (
    _store("another process writes for two seconds", strikes.writer_held, slow=True),
    _store("every reader is busy for two seconds", strikes.readers_held, slow=True),
    _store("every painter is busy for two seconds", strikes.painters_held, slow=True),
    _store("another process does not let go of the store", strikes.store_locked, **LOST),
    _store("the disk does not take the write (I/O error)", strikes.disk_broken, **LOST),
    _store("the disk is full", strikes.disk_full, **LOST),
)

_BOT: Final = (
    _bot("killed when the action is stored and not yet shown", strikes.killed, failed=ANSWERED, silent=EVERY),
    _bot("told to stop while it answers", strikes.stopped),
    _bot("already stopping when the input comes", strikes.stopping, stored=0, silent=(REACTION, TYPED)),
)

_PLAYERS: Final = (
    Fault("pressed on a board that has moved on", Chapter.PLAYERS, strikes.behind, Reach.PRESSED, stored=0),
    Fault(
        "done on another member's board",
        Chapter.PLAYERS,
        strikes.foreign,
        Reach.BOUND,
        stored=0,
        silent=(REACTION,),
    ),
    _players("done when the game has ended", strikes.over, stored=0, silent=(REACTION,)),
    _players("done twice in the same moment", strikes.twice, stored_by={SLASH: 2, REACTION: 2, TYPED: 2}),
)

FAULTS: Final = (
    Fault("nothing", Chapter.NONE, strikes.nothing),
    *_ANSWER,
    *_BOARD,
    *_PLACE,
    *_GATEWAY,
    *_STORE,
    *_BOT,
    *_PLAYERS,
)
"""Every fault, in the order of the table."""
