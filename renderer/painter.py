"""Composing a board out of sprites."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from klondike.cards import CARDS, KING, Suit
from klondike.view import Outcome
from renderer.layout import (
    BANNER_HEIGHT,
    CARD_HEIGHT,
    CARD_WIDTH,
    COLUMN_X,
    FAN_PITCH,
    FOUNDATION_X,
    LABELS_Y,
    MARGIN,
    NUMBERS_Y,
    STOCK_X,
    TABLEAU_Y,
    TOP_Y,
    WASTE_X,
    WIDTH,
    Layout,
    Place,
)
from renderer.lettering import Lettering
from renderer.marks import hint_places, last_places
from renderer.sheet import FAN, FAN_ON_PILE, FELT, ON_FACE, PILE, Ground, Sheet, Sprite, on_back
from renderer.slots import Slot
from renderer.tint import Outline, wash

if TYPE_CHECKING:
    from collections.abc import Callable

    from klondike.moves import Move, Step
    from klondike.view import ColumnView, PlayerView
    from renderer.layout import Spread
    from renderer.text import Labels
    from renderer.theme import Theme

__all__ = ["Painter"]

_COUNT_GAP: Final = 6
_COUNT_ON_CARD: Final = Place(34, 128, 56, 36)
"""Where the stock's number lies, from the corner of its card."""
_RING_REACH, _RING_LINE = 5, 4
"""How far a ring reaches beyond a card, its dark edge included, and the width of its line."""


_CARDS_KEPT: Final = 512
"""Cards on their grounds, 27 kilobytes each: more than the boards of a day show often."""


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
    """Draws the boards of one theme. Safe to use from several threads: nothing of it ever changes."""

    def __init__(self, theme: Theme) -> None:
        self.sheet = Sheet.of(theme)
        palette = self.sheet.palette
        self._felt = palette.index(theme.felt)
        self._lettering = Lettering(theme, palette)
        self._last, self._hint = (
            Outline(palette.ramp(theme.strip, ink), _RING_LINE) for ink in (theme.last, theme.hint)
        )
        self._hint_glaze = (palette.glaze(theme.glass),)
        self._card: Callable[[Face, Ground], Sprite] = lru_cache(maxsize=_CARDS_KEPT)(self._draw_card)
        self._stock_count: Callable[[int], Image.Image] = lru_cache(maxsize=None)(self._draw_stock_count)

    def paint(
        self, view: PlayerView, labels: Labels, last_move: Step | None, highlight: Move | None
    ) -> Image.Image:
        """Draw a board as a picture of palette indices."""
        layout = Layout.of(view)
        canvas = Image.new("L", (WIDTH, layout.height), self._felt)
        self._paint_labels(canvas, view, labels)
        self._paint_stock(canvas, view)
        self._paint_waste(canvas, view)
        self._paint_foundations(canvas, view)
        if view.outcome is not Outcome.WON:
            self._paint_tableau(canvas, view, layout, labels)
        self._lettering.strip(canvas, labels, layout.strip)
        if last_move is not None:
            self._mark_last(canvas, view, layout, last_move)
        if highlight is not None:
            self._mark_hint(canvas, view, layout, highlight)
        if labels.banner:
            self._lettering.banner(canvas, labels.banner, _banner_place(view, layout))
        return canvas

    def _paint_labels(self, canvas: Image.Image, view: PlayerView, labels: Labels) -> None:
        self._lettering.label(canvas, labels.stock, STOCK_X, LABELS_Y)
        right = self._lettering.label(canvas, labels.waste, WASTE_X, LABELS_Y)
        if len(view.waste) > 1:
            self._lettering.count(canvas, len(view.waste), right + _COUNT_GAP, LABELS_Y)
        for suit, x in zip(Suit, FOUNDATION_X, strict=True):
            self._lettering.label(canvas, labels.foundation, x, LABELS_Y, suit)

    def _paint_stock(self, canvas: Image.Image, view: PlayerView) -> None:
        if not view.stock:
            self._paint_slot(canvas, _stock_slot(view), STOCK_X, TOP_Y)
            return
        self._paint_card(canvas, BACK, _pile_ground(len(view.stock)), STOCK_X, TOP_Y)
        at = STOCK_X + _COUNT_ON_CARD.x, TOP_Y + _COUNT_ON_CARD.y
        canvas.paste(self._stock_count(len(view.stock)), at)

    def _draw_stock_count(self, number: int) -> Image.Image:
        """Draw the part of the stock's back that shows how many cards it has."""
        card = Image.new("L", (CARD_WIDTH, CARD_HEIGHT))
        card.paste(self.sheet.back.image, (self.sheet.back.dx, self.sheet.back.dy))
        x, y, width, height = _COUNT_ON_CARD
        self._lettering.count_on_card(card, number, _COUNT_ON_CARD)
        return card.crop((x, y, x + width, y + height))

    def _paint_waste(self, canvas: Image.Image, view: PlayerView) -> None:
        fan = view.fan
        if not fan:
            self._paint_slot(canvas, Slot.BLANK, WASTE_X, TOP_Y)
        ground = _pile_ground(len(view.waste) - len(fan) + 1)
        for index, card in enumerate(fan):
            face = Face(card.index, covered=card is not fan[-1])
            self._paint_card(canvas, face, ground, WASTE_X + index * FAN_PITCH, TOP_Y)
            ground = FAN_ON_PILE if ground is PILE else FAN

    def _paint_foundations(self, canvas: Image.Image, view: PlayerView) -> None:
        for suit, height, x in zip(Suit, view.foundations, FOUNDATION_X, strict=True):
            if height:
                top = CARDS[suit * KING + height - 1]
                self._paint_card(canvas, Face(top.index), _pile_ground(height), x, TOP_Y)
            else:
                self._paint_slot(canvas, Slot.of_suit(suit), x, TOP_Y)

    def _paint_tableau(self, canvas: Image.Image, view: PlayerView, layout: Layout, labels: Labels) -> None:
        for text, x in zip(labels.columns, COLUMN_X, strict=True):
            self._lettering.label(canvas, text, x, NUMBERS_Y)
        for column, spread in zip(view.columns, layout.columns, strict=True):
            self._paint_column(canvas, column, spread)

    def _paint_column(self, canvas: Image.Image, column: ColumnView, spread: Spread) -> None:
        if not column.down and not column.up:
            self._paint_slot(canvas, Slot.KING, spread.x, TABLEAU_Y)
        ground = FELT
        for y in spread.down:
            self._paint_card(canvas, BACK, ground, spread.x, y)
            ground = on_back(spread.pitch)
        for card, y in zip(column.up, spread.up, strict=True):
            self._paint_card(canvas, Face(card.index), ground, spread.x, y)
            ground = ON_FACE

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
            self._last.draw(canvas, _grown(place, _RING_REACH))

    def _mark_hint(self, canvas: Image.Image, view: PlayerView, layout: Layout, move: Move) -> None:
        """Outline both ends of a hint; the cards to move are tinted too, which tells the ends apart."""
        source, target = hint_places(view, layout, move)
        wash(canvas, self._hint_glaze, _grown(source, -_RING_LINE))
        for place in (target, source):
            self._hint.draw(canvas, _grown(place, _RING_REACH))


def _grown(place: Place, reach: int) -> Place:
    return Place(place.x - reach, place.y - reach, place.width + 2 * reach, place.height + 2 * reach)


def _pile_ground(cards: int) -> Ground:
    return PILE if cards > 1 else FELT


def _stock_slot(view: PlayerView) -> Slot:
    if not view.waste:
        return Slot.BLANK
    return Slot.RECYCLE if view.can_recycle else Slot.EXHAUSTED


def _banner_place(view: PlayerView, layout: Layout) -> Place:
    """Give the middle of the empty tableau after a win, else a band below, which covers few cards."""
    bottom = layout.strip.y - MARGIN
    top = bottom - BANNER_HEIGHT
    if view.outcome is Outcome.WON:
        top = (TABLEAU_Y + top) // 2
    return Place(MARGIN, top, WIDTH - 2 * MARGIN, BANNER_HEIGHT)
