"""Films: the frames are those of the game, they come out the same, and no hidden card is in them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from cogs.advice import Level
from cogs.analysis import winning_line
from cogs.compiled import Compiled, compiled_search
from cogs.faults import NotOver, StillWorking
from cogs.film_id import Edge, FilmId, Line, Playback, Watch
from cogs.films import KEPT, SEARCHING, Film, Films, Frame, played, watched, won_by
from cogs.workbench import Halted, Workbench
from klondike import Deal, DealCode, Finish, Game, Move, Outcome, Rules
from klondike.hint import simple_hint
from klondike.moves import DRAW
from tests.cogs.hall import ANN
from tests.strategies import PRESETS, games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from klondike import PlayerView
    from klondike.hint import Hint
    from tests.cogs.hall import Hall

NUMBERS = range(3)


@pytest.fixture
async def compiled() -> Compiled:
    """Give compiled search, ready."""
    pytest.importorskip("numba", reason="the extra `search` is not installed")
    compiled = compiled_search()
    await compiled.load()
    return compiled


@pytest.fixture
async def bench() -> AsyncIterator[Workbench]:
    """Give a workbench."""
    bench = Workbench()
    yield bench
    bench.close()


def seen(view: PlayerView) -> PlayerView:
    """Give a view as films show it."""
    return replace(view, visited=frozenset())


def check(frames: list[Frame], game: Game) -> None:
    """Hold frames against the game that they are of: the player's views, and every action legal."""
    for frame in frames[:-1]:
        assert frame.view == seen(game.view)
        assert frame.actions
        for action in frame.actions:
            game.play(action)
    assert frames[-1].view == seen(game.view)
    assert frames[-1].actions == ()


def simple(number: int, rules: Rules) -> Film:
    """Give a film of the simple hint."""
    return Film(watched(Game(Deal(number), rules), simple_hint, Level.SIMPLE))


async def strong(films: Films, number: int, rules: Rules) -> list[Frame]:
    """Give what the strong hint plays, worked out anew."""
    films._kept.clear()
    asked = FilmId(Watch(Level.STRONG, DealCode(Deal(number), rules)), Edge.LAST, 0)
    end = await films.shot(asked)
    return [(await films.shot(replace(asked, step=step))).frame for step in range(end.step + 1)]


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_a_line_is_filmed_to_the_won_board(compiled: Compiled, rules: Rules) -> None:
    """Draws in a row are one step, and it ends with a finish as soon as there can be one."""
    assert compiled.solve is not None
    films = 0
    for number in NUMBERS:
        line = winning_line(Game(Deal(number), rules), compiled.solve, lambda: False)
        if not line:
            continue
        frames = list(won_by(Game(Deal(number), rules), line))
        check(frames, Game(Deal(number), rules))
        assert frames[-1].view.outcome is Outcome.WON
        drawing = [frame.actions[0] == DRAW for frame in frames[:-1]]
        assert not any(first and second for first, second in pairwise(drawing))
        finishing = [frame.view.can_finish for frame in frames]
        assert sum(finishing) <= 1
        assert all((frame.actions == (Finish(),)) == frame.view.can_finish for frame in frames)
        films += 1
    assert films or rules.passes is not None


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_a_watched_game_gives_its_reasons_to_its_end(rules: Rules) -> None:
    """Each step does all that its hint tells; it ends where nothing useful is left, or won."""
    for number in NUMBERS:
        frames = list(watched(Game(Deal(number), rules), simple_hint, Level.SIMPLE))
        check(frames, Game(Deal(number), rules))
        for frame in frames[:-1]:
            assert frame.advice is not None
            assert frame.advice.hint is not None
            assert frame.actions == frame.advice.hint.plan
        assert frames[-1].advice is None
        assert frames[-1].view.outcome is Outcome.WON or simple_hint(frames[-1].view) is None


async def test_the_strong_hint_plays_the_same_game_again(
    hall: Hall, compiled: Compiled, bench: Workbench
) -> None:
    """Moves, reasons and figures, as after a restart."""
    films = Films(hall.sessions, compiled, bench)
    for rules in (Rules.preset(draw=3), Rules.preset(draw=3, scoring="vegas")):
        frames = await strong(films, 0, rules)
        check(frames, Game(Deal(0), rules))
        assert frames == await strong(films, 0, rules)
        assert any(frame.advice and frame.advice.hint and frame.advice.hint.imagined for frame in frames)


@given(games())
def test_a_game_is_shown_as_it_was_played(game: Game) -> None:
    """From the deal by each action that stands to the very board at its end; undone ones are counted."""
    if game.outcome() is None:
        game.resign()
    frames = list(played(game))
    course = Game(game.deal, game.rules)
    boards = [course.view]
    for token in game.standing:
        course.play(Move.parse(token))
        boards.append(course.view)
    assert [table(frame.view) for frame in frames[:-1]] == [table(view) for view in boards[:-1]]
    assert table(frames[-1].view) == table(game.view)
    assert frames[-1].view.outcome is game.outcome()
    assert all(frame.view.outcome is None for frame in frames[:-1])
    moves = [token for token in game.log.split() if token not in {"u", "redo", "resign"}]
    assert frames[0].left_out == len(moves) - len(game.standing)
    assert not any(frame.left_out for frame in frames[1:])
    assert [frame.view.last is None for frame in frames] == [True] + [False] * len(game.standing)


def table(view: PlayerView) -> tuple[object, ...]:
    """Give what lies on the table, and the score."""
    columns = tuple((column.down, column.up) for column in view.columns)
    return columns, view.fan, len(view.stock), view.foundations, view.turns, view.score, view.moves


async def test_an_ended_game_is_played_back_and_an_open_one_is_not(hall: Hall, bench: Workbench) -> None:
    """Needs no compiled search; the end is known from the first board on."""
    turn = await hall.start()
    await hall.play(turn, "d d u d")
    films = Films(hall.sessions, Compiled(), bench)
    asked = FilmId(Playback(turn.record.id), 0, ANN)
    with pytest.raises(NotOver):
        await films.shot(asked)
    await hall.sessions.resign(turn.record.id, ANN)
    first = await films.shot(asked)
    assert (first.step, first.total, first.frame.left_out) == (0, 2, 1)
    end = await films.shot(replace(asked, step=Edge.LAST))
    assert end.frame.view.outcome is Outcome.GIVEN_UP
    assert end.frame.view.last is not None


def test_frames_are_made_as_far_as_they_are_asked_for() -> None:
    """The total is known when the end is; a step behind it is the end."""
    made = []

    def frames() -> Iterator[Frame]:
        for frame in watched(Game(Deal(6), Rules.preset()), simple_hint, Level.SIMPLE):
            made.append(frame)
            yield frame

    film = Film(frames())
    assert film.glance(0) is None
    assert film.shot(0) == (made[0], 0, None)
    assert len(made) == 2
    assert film.glance(0) == film.glance(Edge.FIRST) == (made[0], 0, None)
    assert film.glance(1) is None
    end = film.shot(Edge.LAST)
    last = len(made) - 1
    assert end == film.glance(10**5) == film.glance(Edge.LAST) == (made[-1], last, last)
    assert film.glance(5) == (made[5], 5, last)


def test_a_film_that_is_halted_can_go_on() -> None:
    """Nothing is lost of what was made before."""
    film = simple(6, Rules.preset())
    film.shot(3)
    with pytest.raises(Halted):
        film.shot(Edge.LAST, lambda: True)
    assert film.shot(Edge.LAST) == simple(6, Rules.preset()).shot(Edge.LAST)


async def test_films_are_kept_for_their_next_page_and_not_for_ever(hall: Hall, bench: Workbench) -> None:
    """A few, the ones that were looked at last."""
    films = Films(hall.sessions, Compiled(), bench)
    for number in range(KEPT + 3):
        code = DealCode(Deal(number), Rules.preset())
        shot = await films.shot(FilmId(Watch(Level.SIMPLE, code), 4, 0))
        assert shot == simple(number, Rules.preset()).shot(4)
    assert len(films._kept) == KEPT


async def test_of_films_in_which_a_search_still_plays_few_are_kept(hall: Hall, bench: Workbench) -> None:
    """Each holds the memory of its search until it is at its end; those at their end do not count."""
    compiled = Compiled()
    compiled.new_searcher = Simple
    films = Films(hall.sessions, compiled, bench)
    for number in range(2 * SEARCHING):
        code = DealCode(Deal(number), Rules.preset())
        await films.shot(FilmId(Watch(Level.STRONG, code), 0 if number else Edge.LAST, 0))
        assert sum(film.is_growing for film in films._kept.values()) == min(number, SEARCHING)
    assert len(films._kept) == SEARCHING + 1


async def test_films_are_kept_as_far_as_their_frames_take_little(
    hall: Hall, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one that was looked at is, however long it is."""
    monkeypatch.setattr("cogs.films.KEPT_FRAMES", 0)
    films = Films(hall.sessions, Compiled(), bench)
    for number in range(3):
        asked = FilmId(Watch(Level.SIMPLE, DealCode(Deal(number), Rules.preset())), Edge.LAST, 0)
        await films.shot(asked)
        await films.shot(asked)
        assert list(films._kept) == [asked.reel]


class Simple:
    """The simple level in place of a search."""

    def hint(self, view: PlayerView, **_: object) -> Hint | None:
        """Give its hint."""
        return simple_hint(view)


async def test_a_film_whose_maker_fails_is_made_anew(
    hall: Hall, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made before the fault is no film: its end would be where the fault was."""
    films = Films(hall.sessions, Compiled(), bench)
    asked = FilmId(Watch(Level.SIMPLE, DealCode(Deal(6), Rules.preset())), 0, ANN)
    await films.shot(asked)
    film = films._kept[asked.reel]
    film._rest = failing()
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr("cogs.films.watched", lambda *_: failing())
            with pytest.raises(ArithmeticError):
                await films.shot(replace(asked, step=Edge.LAST))
    end = await films.shot(replace(asked, step=Edge.LAST))
    assert end == simple(6, Rules.preset()).shot(Edge.LAST)


def failing() -> Iterator[Frame]:
    """Make two frames and fail."""
    yield from list(watched(Game(Deal(6), Rules.preset()), simple_hint, Level.SIMPLE))[:2]
    raise ArithmeticError


async def test_looks_at_a_film_that_is_being_made_share_the_work(
    hall: Hall, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many look, and one of them twice, one worker is kept, and it is made once."""
    release, made = Event(), []

    def slow(*_: object) -> Iterator[Frame]:
        made.append(1)
        release.wait()
        yield from watched(Game(Deal(6), Rules.preset()), simple_hint, Level.SIMPLE)

    monkeypatch.setattr("cogs.films.watched", slow)
    films = Films(hall.sessions, Compiled(), bench)
    asked = FilmId(Watch(Level.SIMPLE, DealCode(Deal(6), Rules.preset())), Edge.LAST, 0)
    askers = (1, 1, 2, 3, 4)
    looks = [asyncio.create_task(films.shot(replace(asked, asker=number))) for number in askers]
    try:
        await asyncio.sleep(0.05)
        other = Watch(Level.SIMPLE, DealCode(Deal(7), Rules.preset()))
        with pytest.raises(StillWorking):
            await films.shot(replace(asked, reel=other, asker=1))
        assert await bench.run(lambda _: "free") == "free"
    finally:
        release.set()
    shots = await asyncio.gather(*looks)
    assert shots == [simple(6, Rules.preset()).shot(Edge.LAST)] * 5
    assert made == [1]
    assert await films.shot(replace(asked, asker=3)) == shots[0]


async def test_the_line_of_an_open_game_is_never_filmed(hall: Hall, bench: Workbench) -> None:
    """Not a card of it reaches the solver (RULES.md section 5)."""
    compiled = Compiled()
    compiled.solve = lambda *_, **__: pytest.fail("solved")
    turn = await hall.start()
    films = Films(hall.sessions, compiled, bench)
    with pytest.raises(NotOver):
        await films.shot(FilmId(Line(turn.record.id, 0), 0, ANN))
