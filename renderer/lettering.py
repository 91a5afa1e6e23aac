"""The texts of a board: labels of the piles, counts, the status strip and the banner."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from klondike.cards import Suit
from renderer.layout import Place
from renderer.pen import Face, rounded_mask, suit_mask
from renderer.text import Line, Tone, fit_line, fit_strip
from renderer.tint import Outline, lay, levels_of, panel, recoloured

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from renderer.palette import Palette, Tint
    from renderer.text import Labels
    from renderer.theme import Theme

__all__ = ["Lettering"]

_LABEL_SIZES: Final = (28, 24, 20, 16)
_LABEL_MIN_WIDTH: Final = 44
_LABEL_PAD: Final = 12
_MARK_WIDTH: Final = 20
_MARK_GAP: Final = 4
_CAPITALS: Final = 0.711
"""Height of Roboto's capitals and digits, in ems."""

_COUNT_SIZE: Final = 29
_STRIP_SIZES: Final = (28, 26, 24, 22, 20, 18)
"""A strip that is too long is set smaller before anything is cut."""
_STRIP_PAD: Final = 16
_STRIP_RADIUS: Final = 14
_STRIP_BASE: Final = 13
"""How far the strip's base line lies above its lower edge."""

_BANNER_SIZES: Final = (68, 60, 52, 44, 36, 30)
_BANNER_FILL: Final = 0.62
"""How large letters may be beside the band's height."""
_BANNER_RADIUS: Final = 15
_BANNER_LINE: Final = 3
_BANNER_MARK: Final = 34
_BANNER_PITCH: Final = 46
_BANNER_PAD: Final = 34


class Lettering:
    """Writes the texts of one theme's boards; sizes are in points until they are drawn."""

    def __init__(self, theme: Theme, palette: Palette) -> None:
        self._geometry = theme.geometry
        self._px = theme.geometry.px
        self._shade = palette.tint(theme.shade)
        self._on_felt = palette.ramp(theme.felt, theme.shade)
        self._gold = palette.tint(theme.gold)
        self._frame = Outline(palette.ramp(theme.shade, theme.gold), _BANNER_LINE)
        self._white = palette.tint(theme.face)
        self._ramps = {
            Tone.CAPTION: palette.ramp(theme.shade, theme.pale),
            Tone.VALUE: palette.ramp(theme.shade, theme.face),
            Tone.MARK: palette.ramp(theme.shade, theme.gold),
            Tone.FOOTER: palette.ramp(theme.shade, theme.pale),
        }
        cached: Callable[[Callable[..., Image.Image]], Callable[..., Image.Image]] = lru_cache(maxsize=256)
        self._badge = cached(self._draw_badge)
        self._strip_ground = cached(self._draw_strip_ground)
        self._written = cached(self._write_on_strip)

    def label(self, canvas: Image.Image, text: str, x: int, y: int, suit: Suit | None = None) -> None:
        """Put a pile's label over the pile's middle."""
        badge = self._badge(text, self._gold, suit)
        canvas.paste(badge, (x + (self._geometry.card_width - badge.width) // 2, y))

    def label_end(self, text: str, x: int) -> int:
        """Give the right edge of a pile's label."""
        width = self._badge(text, self._gold, None).width
        return x + (self._geometry.card_width - width) // 2 + width

    def count(self, canvas: Image.Image, number: int, x: int, y: int) -> None:
        """Put a number of cards beside a label."""
        canvas.paste(self._badge(str(number), self._white, None), (x, y))

    def count_on_card(self, canvas: Image.Image, number: int, place: Place) -> None:
        """Put a number of cards onto a card."""
        panel(canvas, self._shade, place, place.height / 2)
        self._write_centred(canvas, Line(str(number), Face.BOLD, self._px(_COUNT_SIZE)), place, self._white)

    def strip(self, canvas: Image.Image, labels: Labels, place: Place) -> None:
        """Write the status strip, which lies on the felt."""
        canvas.paste(self._strip_ground(place.width, place.height), (place.x, place.y))
        base, pad = place.y + place.height - self._px(_STRIP_BASE), self._px(_STRIP_PAD)
        sizes = tuple(map(self._px, _STRIP_SIZES))
        for run in fit_strip(labels, place.width - 2 * pad, sizes):
            if run.line.text:
                at = place.x + pad + round(run.x), base - run.line.ascent
                canvas.paste(self._written(run.line, run.tone), at)

    def banner(self, canvas: Image.Image, text: str, place: Place) -> None:
        """Write a text in a band between the suits."""
        panel(canvas, self._shade, place, _BANNER_RADIUS)
        self._frame.draw(canvas, place)
        size, pad, pitch = map(self._px, (_BANNER_MARK, _BANNER_PAD, _BANNER_PITCH))
        highest = place.height * _BANNER_FILL
        sizes = [self._px(size) for size in _BANNER_SIZES if self._px(size) <= highest]
        room = place.width - 2 * (pad + 2 * pitch)
        self._write_centred(canvas, fit_line(text, Face.BLACK, sizes, room), place, self._gold)
        for suit in Suit:
            mark = suit_mask(suit, size)
            x = pad + (suit % 2) * pitch
            if suit >= Suit.DIAMONDS:
                x = place.width - pad - size - (1 - suit % 2) * pitch
            lay(canvas, self._gold, levels_of(mark), place.x + x, place.y + (place.height - mark.height) // 2)

    def _draw_strip_ground(self, width: int, height: int) -> Image.Image:
        return recoloured(rounded_mask(width, height, self._px(_STRIP_RADIUS)), self._on_felt)

    def _write_on_strip(self, line: Line, tone: Tone) -> Image.Image:
        return recoloured(line.mask, self._ramps[tone])

    def _draw_badge(self, text: str, ink: Tint, suit: Suit | None) -> Image.Image:
        height, pad, gap = self._geometry.label_height, self._px(_LABEL_PAD), self._px(_MARK_GAP)
        mark = suit_mask(suit, self._px(_MARK_WIDTH)) if suit is not None else None
        beside = gap + mark.width if mark is not None else 0
        room = self._geometry.card_width - 2 * pad - beside
        line = fit_line(text, Face.BOLD, tuple(map(self._px, _LABEL_SIZES)), room)
        letters = line.mask.width
        width = max(self._px(_LABEL_MIN_WIDTH), letters + beside + 2 * pad)
        badge = recoloured(rounded_mask(width, height, height / 2), self._on_felt)
        x = (width - letters - beside) // 2
        self._write_centred(badge, line, Place(x, 0, letters, height), ink)
        if mark is not None:
            lay(badge, ink, levels_of(mark), x + letters + gap, (height - mark.height) // 2)
        return badge

    def _write_centred(self, canvas: Image.Image, line: Line, place: Place, ink: Tint) -> None:
        base = place.y + round((place.height + line.size * _CAPITALS) / 2)
        x = place.x + (place.width - line.mask.width) // 2
        lay(canvas, ink, levels_of(line.mask), x, base - line.ascent)
