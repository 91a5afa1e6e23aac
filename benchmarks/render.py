"""Boards drawn as we do, beside what card bots usually do.

The naive way opens a PNG for every card of every board, composites with alpha and saves with Pillow's
defaults. It is given our own card pictures, so that both draw the same board.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from PIL import Image

from benchmarks._animation import figures
from klondike import CARDS, Deal, Game, Move, Outcome, Rules
from klondike.cards import KING, Suit
from klondike.hint import simple_hint
from renderer import THEMES, Labels, prepare, render_board
from renderer.backs import draw_back
from renderer.encode import deflate, packed
from renderer.faces import draw_face
from renderer.geometry import FULL, RADIUS
from renderer.layout import Layout
from renderer.painter import Painter
from renderer.pen import rounded_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from klondike import PlayerView

LABELS: Final = Labels(status=(("Score", "245"), ("Moves", "63"), ("Pass", "2")), footer="#12 · 34")
LOOK: Final = THEMES["classic"]
ROUNDS, QUICK_ROUNDS = 7, 2
QUICK_BOARDS: Final = 30
MOVES, QUICK_MOVES = 150, 40
"""Of the game that is shown as an animated picture."""
LONGEST: Final = 400
KB: Final = 1000


def main() -> None:
    """Measure and print one `name value` pair a line; times are the best of several rounds, in CPU time."""
    quick = "--quick" in sys.argv[1:]
    start = time.process_time()
    prepare()
    startup = time.process_time() - start
    views = boards_of_a_game()
    views = views[:: len(views) // QUICK_BOARDS] if quick else views
    rounds = QUICK_ROUNDS if quick else ROUNDS
    painter = Painter(LOOK, "lattice")

    def draw() -> list[bytes]:
        return [render_board(view, labels=LABELS, last_move=view.last) for view in views]

    canvases = [painter.paint(view, LABELS, view.last, None) for view in views]
    with TemporaryDirectory() as folder:
        make_card_files(Path(folder))
        # One after the other in every round, so that a busy machine is as busy for all of them.
        ours, floor, naive = best(
            (draw, lambda: floor_of(canvases), lambda: naive_boards(views, Path(folder))), rounds
        )
        naive_size = sum(map(len, naive_boards(views, Path(folder))))
    size = sum(map(len, draw()))
    print(f"render.boards {len(views)}")
    print(f"render.ratio_vs_naive {naive / ours:.1f}")
    print(f"render.kb_mean {size / len(views) / KB:.1f}")
    print(f"render.size_vs_naive {size / naive_size:.2f}")
    print(f"render.floor_ratio {ours / floor:.2f}")
    print(f"render.threads2_ratio {threads_ratio(draw, rounds):.2f}")
    print(f"render.startup_s {startup:.2f}")
    print(f"render.ms {ours / len(views) * 1000:.2f}")
    print(f"render.naive_ms {naive / len(views) * 1000:.2f}")
    for name, value in figures(QUICK_MOVES if quick else MOVES):
        print(f"{name} {value:.2f}")


def boards_of_a_game() -> list[PlayerView]:
    """Give all positions of a game that following the simple hints wins."""
    for number in range(1000):
        game = Game(Deal(number), Rules.preset(draw=1))
        views = [game.view]
        while game.outcome() is None and len(views) < LONGEST:
            hint = simple_hint(game.view)
            if hint is None:
                break
            if isinstance(hint.action, Move):
                game.push(hint.action)
            else:
                game.finish()
            views.append(game.view)
        if game.outcome() is Outcome.WON:
            return views
    raise RuntimeError("no game was won")


def best(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Give the shortest CPU time of some rounds for each work, after a round that warms up."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds + 1):
        for work, spent in zip(works, times, strict=True):
            start = time.process_time()
            work()
            spent.append(time.process_time() - start)
    return [min(spent[1:]) for spent in times]


def floor_of(canvases: Sequence[Image.Image]) -> list[bytes]:
    """Do the least that any such picture takes: copy the pixels, pack and deflate them."""
    return [deflate(packed(canvas.copy())) for canvas in canvases]


def threads_ratio(draw: Callable[[], object], rounds: int) -> float:
    """Give how many boards two threads draw in the time in which one draws one."""
    alone, both = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            start = time.perf_counter()
            pool.submit(draw).result()
            middle = time.perf_counter()
            for done in [pool.submit(draw) for _ in range(2)]:
                done.result()
            alone.append(middle - start)
            both.append(time.perf_counter() - middle)
    return 2 * min(alone) / min(both)


def make_card_files(folder: Path) -> None:
    """Write 52 fronts and the back as PNGs with alpha."""
    fronts = {str(card): draw_face(card, LOOK) for card in CARDS}
    for name, picture in (fronts | {"back": draw_back(LOOK, "lattice")}).items():
        picture.putalpha(rounded_mask(FULL.card_width, FULL.card_height, RADIUS))
        picture.save(folder / f"{name}.png")


def naive_boards(views: Sequence[PlayerView], folder: Path) -> list[bytes]:
    """Draw boards the usual way."""
    return [naive_board(view, folder) for view in views]


def naive_board(view: PlayerView, folder: Path) -> bytes:
    """Draw a board's cards, and nothing else, the usual way."""
    layout = Layout.of(view, FULL)
    image = Image.new("RGBA", (FULL.width, layout.height), (*LOOK.felt, 255))
    for name, place in _placed_cards(view, layout):
        image.alpha_composite(Image.open(folder / f"{name}.png").convert("RGBA"), place)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _placed_cards(view: PlayerView, layout: Layout) -> Iterator[tuple[str, tuple[int, int]]]:
    if view.stock:
        yield "back", (FULL.stock_x, FULL.top_y)
    for index, card in enumerate(view.fan):
        yield str(card), (FULL.waste_x + index * FULL.fan_pitch, FULL.top_y)
    for suit, height, x in zip(Suit, view.foundations, FULL.foundation_x, strict=True):
        if height:
            yield str(CARDS[suit * KING + height - 1]), (x, FULL.top_y)
    for column, spread in zip(view.columns, layout.columns, strict=True):
        yield from (("back", (spread.x, y)) for y in spread.down)
        yield from ((str(card), (spread.x, y)) for card, y in zip(column.up, spread.up, strict=True))


if __name__ == "__main__":
    main()
