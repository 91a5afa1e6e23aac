"""A game as an animated GIF: one board after the other, and of each only what has changed."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from renderer.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from klondike.moves import Step
    from klondike.view import PlayerView
    from renderer.painter import Painter
    from renderer.text import Labels

__all__ = ["LIMIT", "Animation", "Scene", "animate"]

LIMIT: Final = 10_000_000
"""Bytes that a file may have everywhere on Discord."""

FIRST_MS, STEP_MS, LAST_MS = 1_500, 700, 4_000
"""How long the first board, one on the way, and the last are shown."""

LONGEST_MS: Final = 60_000
"""How long a whole game takes at most: a longer one goes faster."""

FASTEST_MS: Final = 150
"""The shortest time for a board; where that is too long, some boards are left out."""

MOST: Final = 2 + (LONGEST_MS - FIRST_MS - LAST_MS) // FASTEST_MS
"""Boards that are shown at most."""

FACTOR: Final = 2
"""By how much boards are reduced: to 500 pixels, on which all indices can be read."""

COLOURS: Final = 127
UNCHANGED: Final = COLOURS
"""The index that lets the board before show: runs of it take next to no bytes."""

SAMPLES: Final = 6
"""Boards out of which the colours are chosen."""

_KEEP: Final = 1
"""GIF's word for leaving what was drawn."""
_UNIT_MS: Final = 10
"""GIF's unit of time."""
_ONLY_ZERO: Final = [255] + [0] * 255

Box = tuple[int, int, int, int]


class Scene(NamedTuple):
    """A board and what is said on it, as for `render_board`."""

    view: PlayerView
    labels: Labels
    last_move: Step | None = None


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated picture.

    :ivar data: the GIF, which begins again after its last board.
    :ivar boards: how many boards it shows, which may be fewer than there were.
    """

    data: bytes
    boards: int


def animate(
    painter: Painter,
    scenes: Sequence[Scene],
    *,
    limit: int = LIMIT,
    progress: Callable[[float], None] = lambda _: None,
) -> Animation:
    """Draw boards one after the other.

    What goes on too long or is too large is shown with fewer of the boards, evenly chosen, and always
    with the last one. Any thread may call it; it takes some 10 ms a board.

    :param limit: bytes that it may have.
    :param progress: told the share that is done, from 0 to 1, after each board; what it raises ends the work.
    :raises ValueError: not even one board is small enough, or there is none.
    """
    if not scenes:
        raise ValueError("no boards")
    reel, count = _Reel(painter, scenes), min(len(scenes), MOST)
    while count:
        data = reel.encoded(_spread(len(scenes), count), limit, progress)
        if data is not None:
            return Animation(data, count)
        count //= 2
    raise ValueError(f"limit: {limit}")


def times(count: int) -> list[int]:
    """Give how long each of so many boards, `MOST` at most, is shown, in milliseconds."""
    between = max(count - 2, 0)
    room = LONGEST_MS - FIRST_MS - LAST_MS
    each = min(STEP_MS, room // between // _UNIT_MS * _UNIT_MS) if between else STEP_MS
    first = [FIRST_MS] if count > 1 else []
    return [*first, *[each] * between, LAST_MS]


def _spread(total: int, count: int) -> list[int]:
    """Choose evenly among the indices below `total`, the first and the last if there are two or more."""
    if count == 1:
        return [total - 1]
    return [round(index * (total - 1) / (count - 1)) for index in range(count)]


class _Reel:
    """Boards of one size in one set of colours."""

    def __init__(self, painter: Painter, scenes: Sequence[Scene]) -> None:
        self._painter = painter
        self._scenes = scenes
        layouts = [Layout.of(scene.view, painter.geometry) for scene in scenes]
        self._height = -(-max(layout.height for layout in layouts) // FACTOR) * FACTOR
        self._foot = layouts[0].height - layouts[0].strip.y
        self._colours = self._choose_colours()

    def encoded(self, chosen: Sequence[int], limit: int, progress: Callable[[float], None]) -> bytes | None:
        """Give some of the boards as a GIF; None where that takes more bytes than it may."""
        data = bytearray()
        boards = (self._painted(self._scenes[index]) for index in chosen)
        for number, frame in enumerate(self._frames(boards, times(len(chosen))), start=1):
            data += frame
            if len(data) >= limit:
                return None
            progress(number / len(chosen))
        return bytes(data + b";")

    def _painted(self, scene: Scene) -> Image.Image:
        """Draw a board at the height of the highest, its strip at the foot, as palette indices."""
        board = self._painter.paint(scene.view, scene.labels, scene.last_move, None)
        if board.height == self._height:
            return board
        canvas = Image.new(board.mode, (board.width, self._height), board.getpixel((0, 0)))
        strip = board.height - self._foot
        canvas.paste(board.crop((0, 0, board.width, strip)))
        canvas.paste(board.crop((0, strip, board.width, board.height)), (0, self._height - self._foot))
        return canvas

    def _reduced(self, board: Image.Image) -> Image.Image:
        """Make a part of a board small, in true colours."""
        coloured = board.copy()
        coloured.putpalette(self._painter.sheet.palette.flat)
        return coloured.convert("RGB").reduce(FACTOR)

    def _choose_colours(self) -> Image.Image:
        """Choose colours by some of the boards; smooth edges have more of them when they are small."""
        count = min(SAMPLES, len(self._scenes))
        chosen = (self._scenes[index] for index in _spread(len(self._scenes), count))
        samples = [self._reduced(self._painted(scene)) for scene in chosen]
        width, height = samples[0].size
        mosaic = Image.new("RGB", (width, height * len(samples)))
        for index, sample in enumerate(samples):
            mosaic.paste(sample, (0, index * height))
        return mosaic.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)

    def _indices(self, part: Image.Image) -> Image.Image:
        indexed = self._reduced(part).quantize(palette=self._colours, dither=Image.Dither.NONE)
        return Image.frombytes("L", indexed.size, indexed.tobytes())

    def _frames(self, boards: Iterator[Image.Image], durations: Sequence[int]) -> Iterator[bytes]:
        """Give each board's part of the file: the first whole, of the others what has changed."""
        before = next(boards)
        shown = self._indices(before)
        yield self._header(shown.size) + _frame(shown, (0, 0), durations[0])
        for board, duration in zip(boards, durations[1:], strict=True):
            box = _changed(before, board)
            before = board
            left, top, right, bottom = (side // FACTOR for side in box)
            part = self._indices(board.crop(box))
            same = ImageChops.difference(part, shown.crop((left, top, right, bottom))).point(_ONLY_ZERO)
            shown.paste(part, (left, top))
            part.paste(UNCHANGED, mask=same)
            yield _frame(part, (left, top), duration)

    def _header(self, size: tuple[int, int]) -> bytes:
        """Give what stands before the boards: size, colours, and that it begins again for ever."""
        palette = bytes(self._colours.getpalette() or ())[: 3 * COLOURS].ljust(3 * (COLOURS + 1), b"\0")
        bits = COLOURS.bit_length() - 1
        screen = struct.pack("<6sHHBBB", b"GIF89a", *size, 0x80 | bits << 4 | bits, 0, 0)
        return screen + palette + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _changed(before: Image.Image, board: Image.Image) -> Box:
    """Give the rectangle that differs, in whole reduced pixels; a corner where nothing does."""
    left, top, right, bottom = ImageChops.difference(before, board).getbbox() or (0, 0, 1, 1)
    return (
        left // FACTOR * FACTOR,
        top // FACTOR * FACTOR,
        -(-right // FACTOR) * FACTOR,
        -(-bottom // FACTOR) * FACTOR,
    )


def _frame(part: Image.Image, at: tuple[int, int], duration: int) -> bytes:
    return b"".join(getdata(part, at, duration=duration, transparency=UNCHANGED, disposal=_KEEP))
