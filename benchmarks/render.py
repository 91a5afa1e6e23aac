"""Boards drawn as we do, beside what card bots usually do.

The naive way opens a PNG for every card of every board, composites with alpha and saves with Pillow's
defaults. It is given our own card pictures, so that both draw the same board.
"""

from __future__ import annotations

import sys
import time
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from PIL import Image

from klondike import CARDS, Deal, Game, Rules
from klondike.cards import KING, Suit
from renderer import THEMES, Labels, prepare, render_board
from renderer.backs import draw_back
from renderer.encode import encode
from renderer.faces import draw_face
from renderer.geometry import FULL, RADIUS
from renderer.layout import Layout
from renderer.painter import Painter
from renderer.pen import rounded_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from klondike import Move, PlayerView

LABELS: Final = Labels(status=(("Score", "245"), ("Moves", "63"), ("Pass", "2")), footer="#12 · 34")
LOOK: Final = THEMES["classic"]
DEALS, QUICK_DEALS = 12, 3
ROUNDS, QUICK_ROUNDS = 5, 2
POSITIONS_A_DEAL: Final = 4
ACTIONS: Final = 25


def main() -> None:
    """Measure and print one `name value` pair a line; times are the best of several rounds, in CPU time."""
    quick = "--quick" in sys.argv[1:]
    views = positions(QUICK_DEALS if quick else DEALS)
    rounds = QUICK_ROUNDS if quick else ROUNDS
    prepare()
    ours = best(lambda: [render_board(view, labels=LABELS, last_move=view.last) for view in views], rounds)
    painter = Painter(LOOK, "lattice")
    canvases = [painter.paint(view, LABELS, view.last, None) for view in views]
    palette = painter.sheet.palette
    encoding = best(lambda: [encode(canvas.copy(), palette) for canvas in canvases], rounds)
    with TemporaryDirectory() as folder:
        make_card_files(Path(folder))
        naive = best(lambda: [naive_board(view, Path(folder)) for view in views], 1 if quick else 2)
        naive_size = sum(len(naive_board(view, Path(folder))) for view in views)
    size = sum(len(render_board(view, labels=LABELS, last_move=view.last)) for view in views)
    print(f"render.ratio_vs_naive {naive / ours:.1f}")
    print(f"render.kilobytes {size / len(views) / 1000:.1f}")
    print(f"render.naive_kilobytes {naive_size / len(views) / 1000:.1f}")
    print(f"render.ms {ours / len(views) * 1000:.2f}")
    print(f"render.naive_ms {naive / len(views) * 1000:.2f}")
    print(f"render.share_encode {encoding / ours:.2f}")


def positions(deals: int) -> list[PlayerView]:
    """Give positions of draw-3 games between the start and the hundredth random move."""
    return [view for number in range(deals) for view in _positions_of(number)]


def best(work: Callable[[], object], rounds: int) -> float:
    """Give the shortest CPU time of some rounds, after one that warms up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def make_card_files(folder: Path) -> None:
    """Write 52 fronts and the back as PNGs with alpha."""
    fronts = {str(card): draw_face(card, LOOK) for card in CARDS}
    for name, picture in (fronts | {"back": draw_back(LOOK, "lattice")}).items():
        picture.putalpha(rounded_mask(FULL.card_width, FULL.card_height, RADIUS))
        picture.save(folder / f"{name}.png")


def naive_board(view: PlayerView, folder: Path) -> bytes:
    """Draw a board's cards, and nothing else, the usual way."""
    layout = Layout.of(view, FULL)
    image = Image.new("RGBA", (FULL.width, layout.height), (*LOOK.felt, 255))
    for name, place in _placed_cards(view, layout):
        image.alpha_composite(Image.open(folder / f"{name}.png").convert("RGBA"), place)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _positions_of(number: int) -> Iterator[PlayerView]:
    game, random = Game(Deal(number), Rules.preset(draw=3)), Random(number)
    for _ in range(POSITIONS_A_DEAL):
        yield game.view
        for _ in range(ACTIONS):
            if game.legal_moves:
                game.push(random.choice(_forward(game)))


def _forward(game: Game) -> Sequence[Move]:
    """Give the moves that go home, or all of them where there are none."""
    return [move for move in game.legal_moves if str(move).endswith("f")] or game.legal_moves


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
