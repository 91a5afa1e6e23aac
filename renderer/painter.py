"""Composing a board out of sprites."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from klondike.cards import CARDS, KING, Suit
from klondike.view import Outcome
from renderer.cascade import bounces
from renderer.geometry import RADIUS
from renderer.layout import Layout, Place
from renderer.lettering import Lettering
from renderer.marks import hint_places, last_places
from renderer.pen import rounded_mask
from renderer.sheet import Ground, Sheet, Sprite
from renderer.slots import Slot
from renderer.tint import Outline, wash

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike.moves import Move, Step
    from klondike.view import ColumnView, PlayerView
    from renderer.geometry import Geometry
    from renderer.layout import Spread
    from renderer.text import Labels, Piles
    from renderer.theme import Theme

__all__ = ["Painter"]

_COUNT_GAP: Final = 6
_COUNT_ON_CARD: Final = (34, 128, 56, 36)
"""Where the stock's number lies, in points from the corner of its card."""
_RING_REACH, _RING_LINE = 5, 4
"""How far a ring reaches beyond a card, its dark edge included, and the width of its line."""

_TABLES_KEPT: Final = 3
"""Empty tables, most of a megabyte each: boards have few heights, and few languages are in use at a time."""
_HALF: Final = 128
_CARDS_KEPT: Final = 256
"""Cards on their grounds, 27 kilobytes each: nearly all that the boards of a day show."""


class Face(NamedTuple):
    """What a card shows: its front by card index, None its back; only the left edge where it is `covered`."""

    front: int | None = None
    covered: bool = False

    def of(self, sheet: Sheet) -> Sprite:
        """Give its sprite."""
        if self.front is None:
            return sheet.back
        return (sheet.edges if self.covered else sheet.faces)[self.front]


BACK: Final = Face()


class Painter:
    """Draws the boards of one theme and back. Any thread may use it: nothing of it ever changes."""

    def __init__(self, theme: Theme, back: str) -> None:
        self.sheet = Sheet.of(theme, back)
        self._size = theme.geometry
        self._grounds = self.sheet.grounds
        palette = self.sheet.palette
        self._felt = palette.index(theme.felt)
        self._lettering = Lettering(theme, palette)
        self._last, self._hint = (
            Outline(palette.ramp(theme.shade, ink), _RING_LINE) for ink in (theme.gold, theme.hint)
        )
        self._hint_glaze = (palette.glaze(theme.frost, theme.card_inks),)
        mask = rounded_mask(self._size.card_width, self._size.card_height, RADIUS * self._size.unit)
        self._card_mask = mask.point(lambda grey: 255 * (grey >= _HALF))
        self._card: Callable[[Face, Ground], Sprite] = lru_cache(maxsize=_CARDS_KEPT)(self._draw_card)
        self._table: Callable[[Piles, int], Image.Image] = lru_cache(maxsize=_TABLES_KEPT)(self._draw_table)
        self._stock_count: Callable[[int], Image.Image] = lru_cache(maxsize=None)(self._draw_stock_count)

    @property
    def geometry(self) -> Geometry:
        """The sizes of its boards."""
        return self._size

    def paint(
        self, view: PlayerView, labels: Labels, last_move: Step | None, highlight: Move | None
    ) -> Image.Image:
        """Draw a board as a picture of palette indices."""
        layout = Layout.of(view, self._size)
        canvas = self._table(labels.piles, layout.height).copy()
        self._paint_waste_count(canvas, view, labels)
        self._paint_stock(canvas, view)
        self._paint_waste(canvas, view)
        if view.outcome is Outcome.WON:
            self._paint_cascade(canvas, layout)
        self._paint_foundations(canvas, view)
        if view.outcome is not Outcome.WON:
            self._paint_tableau(canvas, view, layout)
        self._lettering.strip(canvas, labels, layout.strip)
        if last_move is not None:
            self._mark_last(canvas, view, layout, last_move)
        if highlight is not None:
            self._mark_hint(canvas, view, layout, highlight)
        if labels.banner and layout.banner:
            self._lettering.banner(canvas, labels.banner, layout.banner)
        return canvas

    def _draw_table(self, piles: Piles, height: int) -> Image.Image:
        """Draw the felt with the names of the piles: kept, since it is the same turn after turn."""
        table = Image.new("L", (self._size.width, height), self._felt)
        y = self._size.margin
        self._lettering.label(table, piles.stock, self._size.stock_x, y)
        self._lettering.label(table, piles.waste, self._size.waste_x, y)
        for suit, x in zip(Suit, self._size.foundation_x, strict=True):
            self._lettering.label(table, piles.foundation, x, y, suit)
        for text, x in zip(piles.columns, self._size.column_x, strict=True):
            self._lettering.label(table, text, x, self._size.numbers_y)
        return table

    def _paint_waste_count(self, canvas: Image.Image, view: PlayerView, labels: Labels) -> None:
        if len(view.waste) > 1:
            right = self._lettering.label_end(labels.piles.waste, self._size.waste_x)
            self._lettering.count(canvas, len(view.waste), right + _COUNT_GAP, self._size.margin)

    def _paint_stock(self, canvas: Image.Image, view: PlayerView) -> None:
        x, y = self._size.stock_x, self._size.top_y
        if not view.stock:
            self._paint_slot(canvas, _stock_slot(view), x, y)
            return
        self._paint_card(canvas, BACK, self._pile_ground(len(view.stock)), x, y)
        place = self._count_place
        canvas.paste(self._stock_count(len(view.stock)), (x + place.x, y + place.y))

    @property
    def _count_place(self) -> Place:
        return Place(*map(self._size.px, _COUNT_ON_CARD))

    def _draw_stock_count(self, number: int) -> Image.Image:
        """Draw the part of the stock's back that shows how many cards it has."""
        card = Image.new("L", (self._size.card_width, self._size.card_height))
        card.paste(self.sheet.back.image, (self.sheet.back.dx, self.sheet.back.dy))
        place = self._count_place
        self._lettering.count_on_card(card, number, place)
        return card.crop((place.x, place.y, place.x + place.width, place.y + place.height))

    def _paint_waste(self, canvas: Image.Image, view: PlayerView) -> None:
        fan, grounds, y = view.fan, self._grounds, self._size.top_y
        if not fan:
            self._paint_slot(canvas, Slot.BLANK, self._size.waste_x, y)
        ground = self._pile_ground(len(view.waste) - len(fan) + 1)
        for index, card in enumerate(fan):
            face = Face(card.index, covered=card is not fan[-1])
            self._paint_card(canvas, face, ground, self._size.waste_x + index * self._size.fan_pitch, y)
            ground = grounds.fan_on_pile if ground is grounds.pile else grounds.fan

    def _paint_foundations(self, canvas: Image.Image, view: PlayerView) -> None:
        y = self._size.top_y
        for suit, height, x in zip(Suit, view.foundations, self._size.foundation_x, strict=True):
            if height:
                top = CARDS[suit * KING + height - 1]
                self._paint_card(canvas, Face(top.index), self._pile_ground(height), x, y)
            else:
                self._paint_slot(canvas, Slot.of_suit(suit), x, y)

    def _paint_tableau(self, canvas: Image.Image, view: PlayerView, layout: Layout) -> None:
        for column, spread in zip(view.columns, layout.columns, strict=True):
            self._paint_column(canvas, column, spread)

    def _paint_column(self, canvas: Image.Image, column: ColumnView, spread: Spread) -> None:
        if not column.down and not column.up:
            self._paint_slot(canvas, Slot.KING, spread.x, self._size.tableau_y)
        ground = self._grounds.felt
        for y in spread.down:
            self._paint_card(canvas, BACK, ground, spread.x, y)
            ground = self._grounds.on_back[spread.pitch]
        for card, y in zip(column.up, spread.up, strict=True):
            self._paint_card(canvas, Face(card.index), ground, spread.x, y)
            ground = self._grounds.on_face

    def _paint_cascade(self, canvas: Image.Image, layout: Layout) -> None:
        """Let the kings bounce across the won table, as they have done on desktops since 1990."""
        mask = self._card_mask
        for suit, x, y in bounces(layout, layout.banner.y if layout.banner else layout.strip.y):
            image, dx, dy = self._card(Face(CARDS[suit * KING + KING - 1].index), self._grounds.felt)
            box = (-dx, -dy, -dx + self._size.card_width, -dy + self._size.card_height)
            canvas.paste(image.crop(box), (x, y), mask)

    def _paint_card(self, canvas: Image.Image, face: Face, ground: Ground, x: int, y: int) -> None:
        image, dx, dy = self._card(face, ground)
        canvas.paste(image, (x + dx, y + dy))

    def _draw_card(self, face: Face, ground: Ground) -> Sprite:
        """Put a card's face on its frame: kept, since one paste takes half the time of two."""
        frame, dx, dy = self.sheet.frames[ground]
        inner = face.of(self.sheet)
        card = frame.copy()
        card.paste(inner.image, (inner.dx - dx, inner.dy - dy))
        return Sprite(card, dx, dy)

    def _paint_slot(self, canvas: Image.Image, slot: Slot, x: int, y: int) -> None:
        canvas.paste(self.sheet.slots[slot].image, (x, y))

    def _mark_last(self, canvas: Image.Image, view: PlayerView, layout: Layout, step: Step) -> None:
        for place in last_places(view, layout, step):
            self._last.draw(canvas, place.grown(_RING_REACH))

    def _mark_hint(self, canvas: Image.Image, view: PlayerView, layout: Layout, move: Move) -> None:
        """Outline both ends of a hint; the cards to move are tinted too, which tells the ends apart."""
        source, target = hint_places(view, layout, move)
        wash(canvas, self._hint_glaze, source.grown(-_RING_LINE))
        for place in (target, source):
            self._hint.draw(canvas, place.grown(_RING_REACH))

    def _pile_ground(self, cards: int) -> Ground:
        return self._grounds.pile if cards > 1 else self._grounds.felt


def _stock_slot(view: PlayerView) -> Slot:
    if not view.waste:
        return Slot.BLANK
    return Slot.RECYCLE if view.can_recycle else Slot.EXHAUSTED
