"""One palette of 128 colours per theme, and the tables that mix in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from PIL import Image

from renderer.theme import mix, through_glass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from renderer.theme import RGB

__all__ = ["TINT_LEVELS", "Palette", "Table", "Tint"]

SIZE: Final = 128
"""Twice as many look the same and cost a tenth more kilobytes."""

_GREYS: Final = 256
TINT_LEVELS: Final = 4
"""Steps of a smoothed edge: more are not seen, and each costs a pass over the area."""

_TEXT_LEVELS: Final = 16
_GRID: Final = 4
"""Pillow looks colours up on a grid of four: entries that lie on it are found exactly."""

_MOST: Final = 24
"""A colour's largest weight, so that large flat areas do not take the whole palette."""

Table = bytes
"""For each palette index, or each grey of a mask, the palette index to draw."""

Tint = tuple[Table, ...]
"""The tables that lay a colour over what is there, from the weakest level to the strongest."""


class Palette:
    """A fixed set of colours, and pictures turned into indices of it."""

    def __init__(self, colours: Sequence[RGB]) -> None:
        self.colours = tuple(colours)
        self.flat = [part for colour in colours for part in colour]
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.flat)

    @classmethod
    def of(cls, picture: Image.Image, exact: Iterable[RGB]) -> Self:
        """Choose the palette of a picture; some colours are kept exactly.

        The same picture gives the same palette.
        """
        weighted = _weighted(picture)
        chosen = weighted.quantize(
            SIZE, method=Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE
        ).getpalette()
        parts = [min(round(part / _GRID) * _GRID, _GREYS - _GRID) for part in chosen or ()]
        parts += [0] * (3 * SIZE - len(parts))
        colours = [(parts[at], parts[at + 1], parts[at + 2]) for at in range(0, 3 * SIZE, 3)]
        taken: set[int] = set()
        for colour in exact:
            place = min(
                (index for index in range(SIZE) if index not in taken),
                key=lambda index: _distance(colours[index], colour),
            )
            colours[place] = colour
            taken.add(place)
        return cls(colours)

    def indices(self, picture: Image.Image) -> Image.Image:
        """Turn an RGB picture into palette indices, as a picture of mode L."""
        indexed = picture.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", indexed.size, indexed.tobytes())

    def index(self, colour: RGB) -> int:
        """Give the index of the nearest colour."""
        return min(range(SIZE), key=lambda index: _distance(self.colours[index], colour))

    def ramp(self, ground: RGB, ink: RGB) -> Table:
        """Give the table that draws a mask in ink on a flat ground."""
        steps = [mix(ground, ink, level / _TEXT_LEVELS) for level in range(_TEXT_LEVELS + 1)]
        found = self._nearest(steps)
        return bytes(found[round(grey / 255 * _TEXT_LEVELS)] for grey in range(_GREYS))

    def tint(self, colour: RGB, opacity: float = 1) -> Tint:
        """Give the tables that lay a colour over any ground."""
        shares = [opacity * level / TINT_LEVELS for level in range(1, TINT_LEVELS + 1)]
        found = self._nearest([mix(ground, colour, share) for share in shares for ground in self.colours])
        # A table has an entry for every byte, also for those that are no index.
        return tuple(found[at : at + SIZE] + bytes(_GREYS - SIZE) for at in range(0, len(found), SIZE))

    def glaze(self, colour: RGB) -> Table:
        """Give the table that shows everything as if through coloured glass: dark inks stay dark."""
        seen = [through_glass(ground, colour) for ground in self.colours]
        return self._nearest(seen) + bytes(_GREYS - SIZE)

    def _nearest(self, colours: Sequence[RGB]) -> bytes:
        row = Image.new("RGB", (len(colours), 1))
        row.putdata(list(colours))
        return self.indices(row).tobytes()


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _weighted(picture: Image.Image) -> Image.Image:
    """Give a small picture that holds each colour of another, the frequent ones more often."""
    coarse = picture.point([grey // _GRID * _GRID for grey in range(_GREYS)] * 3)
    counted = coarse.getcolors(coarse.width * coarse.height) or []
    pixels: list[RGB] = []
    for count, colour in sorted(counted):
        pixels += [colour] * min(_MOST, max(1, int(count**0.25) - 1))  # type: ignore[list-item]
    weighted = Image.new("RGB", (len(pixels), 1))
    weighted.putdata(pixels)
    return weighted
