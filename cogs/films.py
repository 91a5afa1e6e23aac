"""Games shown step by step: as they were played, how one is won, and a deal that the hints play.

Imports no Discord.

A film is made from what its id names and always comes out the same: the solver's line and the hints depend on
numbers of positions and imagined deals, never on time. It shows views only, so a card that lies face down in
it is not shown. It books nothing and stores nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakValueDictionary

from cogs.advice import Advice, Level
from cogs.analysis import game_after, winning_line
from cogs.faults import NotOver, RequestFault, SearchMissing, UnknownBoard
from cogs.film_id import Edge, Line, Watch
from cogs.workbench import Halted
from klondike import Finish, Game, Move, Outcome, Redo, Undo
from klondike.hint import simple_hint
from klondike.moves import DRAW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cogs.compiled import Compiled, Solve
    from cogs.film_id import FilmId, Reel
    from cogs.sessions import Sessions
    from cogs.workbench import Workbench
    from klondike import PlayerView
    from klondike.hint import Hint

__all__ = ["ITERATIONS", "Film", "Films", "Frame", "Shot", "played", "watched", "won_by"]

ITERATIONS: Final = 4_000
"""Imagined deals for a step that is watched: some 20 ms, so that a whole game takes a few seconds."""

LONGEST: Final = 2_000
"""Steps after which a watched game ends in any case; hints end long before."""

KEPT: Final = 16
"""Films kept for their next page."""

KEPT_FRAMES: Final = 10_000
"""Frames of all films that are kept, one and a half kilobytes each: usual films have some hundred."""

SEARCHING: Final = 4
"""Films kept in which the strong level still plays: its search holds some twenty megabytes."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step: the board before it, and what is done in it.

    In a game as it was played it is the board after it, and what was done is the view's last step.

    :ivar actions: none at the end, and in a game as it was played. Draws in a row are one step,
        and so is all that a hint tells to do.
    :ivar advice: the hint that it follows; None in a film that shows a line, and at the end.
    :ivar left_out: actions that the film leaves out, since they were undone for good; told at the deal.
    """

    view: PlayerView
    actions: tuple[Move | Finish, ...] = ()
    advice: Advice | None = None
    left_out: int = 0


class Shot(NamedTuple):
    """A frame of a film and where it stands.

    :ivar total: steps of the whole film, the frame at its end not counted; None where it is not known yet.
    """

    frame: Frame
    step: int
    total: int | None


class Film:
    """Frames that are made as far as they are asked for. Any thread may ask."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames: list[Frame] = []
        self._rest: Iterator[Frame] | None = frames
        self._making = Lock()

    def shot(self, step: int | Edge, stop: Callable[[], bool] = lambda: False) -> Shot:
        """Give a frame; the last one for a step behind the end.

        :raises Halted: `stop` said so before it was made.
        """
        with self._making:
            while self._rest is not None and not self._has(step):
                if stop():
                    raise Halted
                frame = next(self._rest, None)
                if frame is None:
                    self._rest = None
                else:
                    self._frames.append(frame)
            return self._made(step)

    def glance(self, step: int | Edge) -> Shot | None:
        """Give a frame that is there already, and None for one that is to be made."""
        made = self._rest is None or self._has(step)
        return self._made(step) if made else None

    @property
    def is_growing(self) -> bool:
        """Whether its end is not made yet."""
        return self._rest is not None

    def __len__(self) -> int:
        """Count the frames that are made."""
        return len(self._frames)

    def _has(self, step: int | Edge) -> bool:
        # One more is made, so that a page knows whether it is the last.
        return step is not Edge.LAST and (0 if step is Edge.FIRST else step) + 1 < len(self._frames)

    def _made(self, step: int | Edge) -> Shot:
        last = len(self._frames) - 1
        number = last if step is Edge.LAST else 0 if step is Edge.FIRST else min(step, last)
        return Shot(self._frames[number], number, last if self._rest is None else None)


class Films:
    """Gives the frames of films, and keeps those that were looked at last."""

    def __init__(self, sessions: Sessions, compiled: Compiled, bench: Workbench) -> None:
        self._sessions = sessions
        self._compiled = compiled
        self._bench = bench
        self._kept: OrderedDict[Reel, Film] = OrderedDict()
        self._cutting: WeakValueDictionary[Reel, asyncio.Lock] = WeakValueDictionary()

    @property
    def best(self) -> Level:
        """The strongest level that can play now."""
        return Level.SIMPLE if self._compiled.new_searcher is None else Level.STRONG

    async def shot(self, asked: FilmId) -> Shot:
        """Give the frame that an id leads to. Whose game it is was checked before.

        :raises NotOver: a game that still goes on is asked for, or how it is won.
        :raises SearchMissing: the film needs compiled search, which is not there, or not yet.
        :raises UnknownBoard: there is no such film.
        :raises StillWorking: its asker waits for something else that is worked out.
        :raises Busy: too many others want something worked out.
        :raises Restarting: the bot stops.
        """
        shown = self._glance(asked)
        if shown is not None:
            return shown
        # Whoever else looks at the same film waits here and not on the bench, and finds it made: another
        # member, and the same one whose finger was quick.
        async with self._cutting.setdefault(asked.reel, asyncio.Lock()):
            shown = self._glance(asked)
            if shown is not None:
                return shown
            with self._bench.only(asked.asker):
                return await self._worked_out(asked)

    def _glance(self, asked: FilmId) -> Shot | None:
        film = self._kept.get(asked.reel)
        if film is None:
            return None
        self._kept.move_to_end(asked.reel)
        return film.glance(asked.step)

    async def _worked_out(self, asked: FilmId) -> Shot:
        film = self._kept.get(asked.reel) or await self._made(asked.reel)
        self._keep(asked.reel, film)
        try:
            shown = film.glance(asked.step)
            if shown is None:
                shown = await self._bench.run(lambda stop: film.shot(asked.step, stop))
        except RequestFault:
            raise  # it can go on
        except Exception:
            # What made its frames is broken, and would seem to be at its end.
            self._kept.pop(asked.reel, None)
            raise
        return shown

    def _keep(self, reel: Reel, film: Film) -> None:
        """Keep a film, and drop those that were not looked at for longest where they take too much."""
        self._kept[reel] = film
        searching = [one for one in self._kept if _searches(one) and self._kept[one].is_growing]
        for one in searching[:-SEARCHING]:
            del self._kept[one]
        frames = sum(map(len, self._kept.values()))
        while len(self._kept) > KEPT or (len(self._kept) > 1 and frames > KEPT_FRAMES):
            frames -= len(self._kept.popitem(last=False)[1])

    async def _made(self, reel: Reel) -> Film:
        if isinstance(reel, Watch):
            return Film(watched(Game.from_code(reel.code), self._player(reel.level), reel.level))
        game = await self._sessions.replay(await self._sessions.record(reel.game))
        if game.outcome() is None:
            raise NotOver
        if not isinstance(reel, Line):
            return await self._bench.run(lambda stop: _whole(Film(played(game)), stop))
        if reel.place > len(game.standing):
            raise UnknownBoard(reel.game)
        solve = None if game.outcome() is Outcome.WON else self._solver()
        film = await self._bench.run(lambda stop: _whole_line(game, reel.place, solve, stop))
        if film is None:
            raise UnknownBoard(reel.game)
        return film

    def _solver(self) -> Solve:
        if self._compiled.solve is None:
            raise SearchMissing(loading=self._compiled.loading)
        return self._compiled.solve

    def _player(self, level: Level) -> Callable[[PlayerView], Hint | None]:
        """Give what plays at a level.

        :raises SearchMissing: it is compiled, and not there.
        """
        if level is Level.SIMPLE:
            return simple_hint
        new_searcher = self._compiled.new_searcher
        if new_searcher is None:
            raise SearchMissing(loading=self._compiled.loading)
        searcher = new_searcher()
        return lambda view: searcher.hint(view, iterations=ITERATIONS)


def _searches(reel: Reel) -> bool:
    return isinstance(reel, Watch) and reel.level is Level.STRONG


def _whole_line(game: Game, place: int, solve: Solve | None, stop: Callable[[], bool]) -> Film | None:
    """Film how a game is won from a place in it, by what its player did or what the solver finds.

    :param solve: None for a game that was won.
    """
    begin = game_after(game, place)
    line: Iterable[Move | Finish] = _own(game.standing[place:])
    if solve is not None:
        line = winning_line(begin, solve, stop)
        if not line:
            return None
    return _whole(Film(won_by(begin, line)), stop)


def _whole(film: Film, stop: Callable[[], bool]) -> Film:
    film.shot(Edge.LAST, stop)
    return film


def _own(tokens: Iterable[str]) -> Iterator[Move | Finish]:
    for token in tokens:
        yield Finish() if token == str(Finish()) else Move.parse(token)


def won_by(game: Game, line: Iterable[Move | Finish]) -> Iterator[Frame]:
    """Play a winning line and give its frames, the won board last.

    It ends with a finish as soon as there can be one.
    """
    for key, group in groupby(line, key=lambda action: action == DRAW):
        for actions in [tuple(group)] if key else [(action,) for action in group]:
            view = game.view
            if view.can_finish:
                yield from _finished(game)
                return
            yield Frame(_bare(view), actions)
            for action in actions:
                game.play(action)
    yield Frame(_bare(game.view))


def played(game: Game) -> Iterator[Frame]:
    """Give the boards of a game that is over as it was played: the deal, and what each action led to.

    Of what was undone only what was played again is shown: each board follows from the one before. The last
    board is the one at the end.
    """
    course, log = Game(game.deal, game.rules), game.log.split()
    left_out = log.count(str(Undo())) - log.count(str(Redo()))
    for action in _own(game.standing):
        yield Frame(_bare(course.view), left_out=0 if course.moves else left_out)
        course.play(action)
    if course.outcome() is None:
        course.resign()
    yield Frame(_bare(course.view), left_out=0 if course.moves else left_out)


def watched(game: Game, hint_for: Callable[[PlayerView], Hint | None], level: Level) -> Iterator[Frame]:
    """Let a level of hints play a game, and give its frames, the last board last."""
    for _ in range(LONGEST):
        view = game.view
        hint = None if view.outcome else hint_for(view)
        if hint is None:
            break
        yield Frame(_bare(view), hint.plan, Advice(hint, level, level))
        for action in hint.plan:
            game.play(action)
    yield Frame(_bare(game.view))


def _finished(game: Game) -> Iterator[Frame]:
    yield Frame(_bare(game.view), (Finish(),))
    game.finish()
    yield Frame(_bare(game.view))


def _bare(view: PlayerView) -> PlayerView:
    """Leave out what only hints look at: it grows with every move."""
    return replace(view, visited=frozenset())
