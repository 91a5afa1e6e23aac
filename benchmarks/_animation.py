"""A game as an animated picture, beside Pillow's own way of writing the same boards.

That way draws every board whole at the same size, chooses colours for each, and keeps them all in memory.
"""

from __future__ import annotations

import time
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Final

from PIL import Image

from klondike import Deal, Game, Rules
from renderer import Labels, Scene, prepare, render_animation, render_board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DEAL: Final = 6
STEP_MS: Final = 700


def figures(moves: int) -> Iterator[tuple[str, float]]:
    """Measure the picture of a game of so many moves; seconds are of processor time."""
    prepare()
    scenes = game_of(moves)
    seconds, gif = timed(scenes, ours=True)
    plain_seconds, plain = timed(scenes, ours=False)
    yield "render.gif_s", seconds
    yield "render.gif_kb", len(gif) / 1000
    yield "render.gif_ratio_vs_pillow", plain_seconds / seconds
    yield "render.gif_plain_kb", len(plain) / 1000


def game_of(moves: int) -> list[Scene]:
    """Give the boards of a game with what is written on them."""
    game, random = Game(Deal(DEAL), Rules.preset(draw=3)), Random(DEAL)
    scenes = [_scene(game)]
    for _ in range(moves):
        home = [move for move in game.legal_moves if str(move).endswith("f")]
        game.push(random.choice(home or game.legal_moves))
        scenes.append(_scene(game))
    return scenes


def timed(scenes: Sequence[Scene], *, ours: bool) -> tuple[float, bytes]:
    """Make a picture one way or the other; give the processor time and the file."""
    start = time.process_time()
    gif = render_animation(scenes).data if ours else plainly(scenes)
    return time.process_time() - start, gif


def plainly(scenes: Sequence[Scene]) -> bytes:
    """Write boards with Pillow's defaults."""
    first, *rest = (
        Image.open(BytesIO(render_board(view, labels=labels, last_move=last, size="half"))).convert("RGB")
        for view, labels, last in scenes
    )
    buffer = BytesIO()
    first.save(buffer, "GIF", save_all=True, append_images=rest, duration=STEP_MS, loop=0)
    return buffer.getvalue()


def _scene(game: Game) -> Scene:
    view = game.view
    status = (("Score", str(view.score)), ("Moves", str(view.moves)), ("Pass", str(view.pass_number)))
    return Scene(view, Labels(status=status, footer="#12"), view.last)
