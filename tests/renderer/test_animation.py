"""An animated game shows its very boards, at a pace that can be followed, and is never too large."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from klondike import Deal, Game, Outcome, Rules
from renderer import THEMES, Labels, Scene, render_animation, render_board
from renderer.animation import FASTEST_MS, FIRST_MS, LAST_MS, LIMIT, LONGEST_MS, MOST, STEP_MS, times
from tests.renderer.boards import BOARDS, START, decode
from tests.strategies import play_at_random

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVES: Final = 24
MEAN, WORST = 1.5, 40.0
"""How far colours of a frame may be from those of its board: on the whole, and in a patch of 10 by 10."""


@cache
def scenes(moves: int = MOVES, seed: int = 0) -> tuple[Scene, ...]:
    """Give the boards of a random game with what is written on them."""
    game, random = Game(Deal(seed), Rules.preset(draw=3)), Random(seed)
    views = [game.view, *(play_at_random(game, random, 1, slips=0).view for _ in range(moves))]
    return tuple(
        Scene(view, Labels(status=(("Moves", str(view.moves)),), footer="#12"), view.last) for view in views
    )


def frames_of(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """Decode a GIF: its frames in true colours, and their times in milliseconds."""
    image = Image.open(BytesIO(gif))
    frames, durations = [], []
    for index in range(getattr(image, "n_frames", 1)):
        image.seek(index)
        image.load()
        durations.append(round(image.info["duration"]))
        frames.append(image.convert("RGB"))
    return frames, durations


def board_of(scene: Scene, theme: str = "classic") -> Image.Image:
    """Draw a scene as a board of the size that frames have."""
    png = render_board(scene.view, labels=scene.labels, last_move=scene.last_move, theme=theme)
    return decode(png).reduce(2)


def assert_alike(frame: Image.Image, board: Image.Image) -> None:
    """Hold a frame against a board of the same size."""
    assert frame.size == board.size
    away = ImageChops.difference(frame, board)
    assert max(ImageStat.Stat(away).mean) < MEAN
    assert max(high for _, high in ImageStat.Stat(away.reduce(10)).extrema) < WORST


@pytest.mark.parametrize("theme", THEMES)
def test_frames_are_the_very_boards(theme: str) -> None:
    """Each frame shows its board, and no other as well as it, whatever changed before."""
    shown = scenes()
    animation = render_animation(shown, theme=theme)
    frames, _ = frames_of(animation.data)
    assert animation.boards == len(frames) == len(shown)
    boards = [board_of(scene, theme) for scene in shown]
    for frame, board in zip(frames, boards, strict=True):
        assert_alike(frame, board)
    for frame, (board, other) in zip(frames, pairwise(boards), strict=False):
        own, away = (sum(ImageStat.Stat(ImageChops.difference(frame, one)).sum) for one in (board, other))
        assert own < away


def test_a_growing_board_keeps_its_place_and_its_strip_at_the_foot() -> None:
    """Boards of different heights make one picture: what is above lies still, the strip stays below."""
    low, high = Scene(START, Labels(footer="#12")), Scene(BOARDS["long"].view, Labels(footer="#12"))
    (first, second), _ = frames_of(render_animation([low, high]).data)
    tall = board_of(high)
    assert first.size == second.size == tall.size
    assert_alike(second, tall)
    short = board_of(low)
    foot = 30
    assert first.height > short.height
    top = (0, 0, first.width, short.height - foot)
    assert_alike(first.crop(top), short.crop(top))
    strips = [one.crop((0, one.height - foot, one.width, one.height)) for one in (first, short)]
    assert_alike(*strips)


def test_a_board_that_does_not_change_is_shown_all_the_same() -> None:
    """Nothing differs, and still it has its time."""
    frames, durations = frames_of(render_animation(scenes()[:1] * 3 + scenes()[:2]).data)
    assert durations == [FIRST_MS, STEP_MS, STEP_MS, STEP_MS, LAST_MS]
    assert_alike(frames[2], board_of(scenes()[0]))


def test_it_begins_again_and_holds_both_ends() -> None:
    """It loops for ever; the first and the last board stay longer than those on the way."""
    data = render_animation(scenes()).data
    _, durations = frames_of(data)
    assert durations == [FIRST_MS, *[STEP_MS] * (MOVES - 1), LAST_MS]
    assert Image.open(BytesIO(data)).info["loop"] == 0


@given(st.integers(1, MOST))
def test_no_game_goes_on_for_more_than_a_minute(count: int) -> None:
    """The times of the boards add up to a minute at most, and each is one that GIF can say."""
    durations = times(count)
    assert len(durations) == count
    assert durations[-1] == LAST_MS
    assert all(duration % 10 == 0 for duration in durations)
    assert sum(durations) <= LONGEST_MS
    assert min(durations) >= FASTEST_MS
    assert durations[:1] == ([FIRST_MS] if count > 1 else [LAST_MS])


def test_a_very_long_game_leaves_boards_out() -> None:
    """Those that are left are spread over the whole game, and each can still be seen."""
    shown = scenes(40) * 12
    animation = render_animation(shown)
    frames, durations = frames_of(animation.data)
    assert animation.boards == len(frames) < len(shown)
    assert sum(durations) <= LONGEST_MS
    assert min(durations) >= FASTEST_MS
    assert_alike(frames[0], board_of(shown[0]))
    assert_alike(frames[-1], board_of(shown[-1]))


@pytest.mark.parametrize("share", [0.9, 0.6, 0.3])
def test_a_limit_is_kept_with_fewer_boards(share: float) -> None:
    """However little there is room for, it ends on the last board."""
    whole = render_animation(scenes())
    limit = round(len(whole.data) * share)
    less = render_animation(scenes(), limit=limit)
    frames, _ = frames_of(less.data)
    assert len(less.data) <= limit
    assert less.boards == len(frames) < whole.boards
    assert_alike(frames[-1], board_of(scenes()[-1]))


def test_one_board_alone_is_the_last() -> None:
    """Where there is room for one only."""
    one = render_animation(scenes()[-1:])
    last = render_animation(scenes()[:3] + scenes()[-1:], limit=len(one.data) + 1_000)
    frames, durations = frames_of(last.data)
    assert (last.boards, durations) == (1, [LAST_MS])
    assert_alike(frames[0], board_of(scenes()[-1]))


def test_what_cannot_be_made_is_an_error() -> None:
    """No boards, no room for even one, no such theme."""
    with pytest.raises(ValueError, match="no boards"):
        render_animation([])
    with pytest.raises(ValueError, match=r"limit: 100$"):
        render_animation(scenes()[:2], limit=100)
    with pytest.raises(ValueError, match=r"theme: 'paisley'$"):
        render_animation(scenes()[:2], theme="paisley")


def test_the_largest_game_is_far_below_what_discord_takes() -> None:
    """Boards that have nothing in common, as many as there can be in a minute."""
    mixed: Sequence[Scene] = [*scenes(), *scenes(seed=1), *scenes(seed=2)]
    wild = [mixed[(index * 29) % len(mixed)] for index in range(75)]
    assert len(render_animation(wild).data) * 5 < LIMIT


def test_progress_is_told_and_can_end_the_work() -> None:
    """It grows to the whole; what it raises comes out."""
    told: list[float] = []
    render_animation(scenes(), progress=told.append)
    assert told == sorted(told)
    assert len(told) == MOVES + 1
    assert told[-1] == 1

    def enough(share: float) -> None:
        if share > 1 / 2:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        render_animation(scenes(), progress=enough)


def test_the_same_game_gives_the_same_bytes_and_hidden_cards_none() -> None:
    """Nothing of the process is in it, and nothing of what its player does not see."""
    assert render_animation(scenes()).data == render_animation(scenes()).data
    won = replace(START, outcome=Outcome.GIVEN_UP)
    remembered = replace(won, columns=tuple(replace(c, remembered=()) for c in won.columns))
    pictures = {render_animation([Scene(view, Labels())]).data for view in (won, remembered)}
    assert len(pictures) == 1
