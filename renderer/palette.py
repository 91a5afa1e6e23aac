"""The sixteen colours of a theme, and the tables that mix in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image

from renderer.theme import INKS, mix, through_glass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderer.theme import RGB

__all__ = ["TINT_LEVELS", "Palette", "Table", "Tint"]

_GREYS: Final = 256
TINT_LEVELS: Final = 4
"""Steps of a smoothed edge: more are not seen, and each costs a pass over the area."""

_TEXT_LEVELS: Final = 16

Table = bytes
"""For each palette index, or each grey of a mask, the palette index to draw."""

Tint = tuple[Table, ...]
"""The tables that lay a colour over what is there, from the weakest level to the strongest."""


class Palette:
    """A fixed set of colours, and pictures turned into indices of it.

    :raises ValueError: more colours than fit into four bits.
    """

    def __init__(self, inks: Sequence[RGB]) -> None:
        if len(inks) > INKS:
            raise ValueError(f"colours: {len(inks)}")
        self.colours = tuple(inks) + (inks[0],) * (INKS - len(inks))
        self.flat = [part for colour in self.colours for part in colour]
        self._image = Image.new("P", (1, 1))
        # Pillow looks among 256 entries; those behind the last ink repeat it and are folded back.
        self._image.putpalette([*self.flat, *self.flat[:3] * (_GREYS - INKS)])
        self._fold = bytes(index if index < len(inks) else 0 for index in range(_GREYS))

    def indices(self, picture: Image.Image) -> Image.Image:
        """Turn an RGB picture into palette indices, as a picture of mode L."""
        indexed = picture.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", indexed.size, indexed.tobytes().translate(self._fold))

    def index(self, colour: RGB) -> int:
        """Give the index of the nearest colour."""
        return min(range(INKS), key=lambda index: _distance(self.colours[index], colour))

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
        return tuple(found[at : at + INKS] + bytes(_GREYS - INKS) for at in range(0, len(found), INKS))

    def glaze(self, colour: RGB, among: Sequence[RGB]) -> Table:
        """Give the table that shows everything as if through coloured glass: dark inks stay dark.

        :param among: the inks that may show.
        """
        seen = (through_glass(ground, colour) for ground in self.colours)
        nearest = (min(among, key=lambda ink: _distance(ink, tone)) for tone in seen)
        return self._nearest(tuple(nearest)) + bytes(_GREYS - INKS)

    def _nearest(self, colours: Sequence[RGB]) -> bytes:
        return bytes(self.index(colour) for colour in colours)


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
