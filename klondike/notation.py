r"""The grammar of typed moves: text to intents, without a look at any game.

A line holds moves, parted by `;` or a new line, or by spaces and then read greedily from the left:

=====================  ==========================================================================
piles                  `1`-`7`, `w` waste, `f` foundation or `fs fh fd fc`, `s` stock
cards                  `7h`, `7♥`, `10s`, `ts`, `kd`; a rank directly before a suit is always a card
`d`, `draw`, `s`       draw, or recycle on an empty stock
`d3`, `d*3`, `dx3`     draw three times, stopping before a recycle (so does `d1`)
`d 7h`, `d7h`          draw until the 7♥ shows
`r`, `recycle`         recycle
`u`, `u3`, `undo`      undo; `redo`, `redo3`, `finish`
`35`, `3 5`, `3>5`     column 3 to column 5, as many cards as fit
`35x2`, `3:2 5`        exactly two cards
`7h 8s`, `7h8s`        by cards; any mixture of piles and cards: `7h 5`, `w 8s`, `7h f`
`kd e`, `3e`           to the leftmost empty column
`w`, `3`, `ah`         tap; `ww`, `3 3`, `7h 7h` double tap
=====================  ==========================================================================

Case does not matter; `,` is a space. What else was decided:

- **Words hold together.** A word with two places is a move of its own, and a word with one place
  takes the next word only if that is one place too: `3 5 7` is 3 to 5, then a tap on 7; `w 35` is a
  tap on the waste, then 3 to 5. Four places in a word are two moves (`3564`); three are refused, for
  they may be meant either way.
- **`d u r redo finish` are words of their own:** `5 d` is a tap on 5 and a draw, `dwf` is refused.
  Repeating is possible, `dd` and `uu` (and `ss`, a double tap on the stock) are two. `s` is a pile:
  `sw` draws and `ws` recycles.
- **Counts.** `d 3` and `u 3` are a draw or an undo and then a tap on column 3. After a word that is
  written out (`draw`, `undo`, `redo`) a lone number is its count, `undo 3`; but `undo 3 5` and
  `undo 35` are an undo and a move. A count with `:` belongs to the place before it as a source.
  Cards named by themselves take no count.
- **`d 7h 8s`** is a draw and then a move, as is `d 7h8s`: two cards side by side are one move. `d 7h`
  with nothing behind it that the card could go to draws until the 7♥ shows.
- **An arrow or a dash** stands between the two places of one move and nowhere else. Dashes and arrows
  of any make, no-break spaces, full-width letters and digits, variation selectors, keycaps and
  invisible characters are taken for what they look like. Other scripts' digits and look-alikes of
  letters are not.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from klondike.cards import KING, Card
from klondike.errors import NotationError, NotationFault
from klondike.intents import (
    DoubleTap,
    DrawIntent,
    DrawTo,
    EmptyColumn,
    FinishIntent,
    Intent,
    MoveIntent,
    RecycleIntent,
    RedoIntent,
    Tap,
    Target,
    UndoIntent,
    times,
)
from klondike.moves import Pile
from klondike.resolution import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "MAX_ACTIONS",
    "MAX_LENGTH",
    "DoubleTap",
    "DrawIntent",
    "DrawTo",
    "EmptyColumn",
    "FinishIntent",
    "Intent",
    "MoveIntent",
    "RecycleIntent",
    "RedoIntent",
    "Tap",
    "UndoIntent",
    "parse",
    "resolve",
]

MAX_ACTIONS: Final = 40
"""Actions that one line may ask for, counts included."""

MAX_LENGTH: Final = 1000
"""Characters of a line: forty long-winded moves are about half of it."""

_QUOTED: Final = 40
_SUITS: Final = "shdc♠♤♥♡♦♢♣♧"
_CARD: Final = rf"(?:10|[2-9ajqkt])[{_SUITS}]"
# Column 1 directly before a suit is neither a card nor a column.
_PLACE: Final = rf"{_CARD}|f[{_SUITS}]|1(?![{_SUITS}])|[2-7wfse]"
_PLACES: Final = re.compile(rf"(?:{_PLACE})+")
_COMMAND: Final = re.compile(r"(?P<verb>draw|undo|redo|recycle|finish|[dur])(?P<count>[0-9]*)")
_REPEATED: Final = re.compile(r"dd+|uu+")
_DRAW_TO: Final = re.compile(rf"(?:draw|d)(?P<card>{_CARD})")
_NUMBER: Final = re.compile(r"[0-9]+")
_COLUMN_PAIRS: Final = re.compile(r"(?:[1-7]{2})+")
_TOKEN: Final = re.compile(
    r"(?P<word>[^ \n;,>x*:-]+)(?: *(?P<sign>[x*:]) *(?P<count>[0-9]+))?"
    r"|(?P<arrow>[>-]+)|(?P<end>[\n;])|(?P<stray>[x*:])|[ ,]+"
)
_SEPARATORS: Final = " \n;,>-"

_INVISIBLE: Final = "\ufe0e\ufe0f\u20e3"  # variation selectors, and the cap of a keycap
_LINE_ENDS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_ARROWS: Final = "→⇒⇨⇾⟶⟹➔➙➛➜➝➞➡➤➨➩➪➭➮➱➲⭢▶►›»"
_TIMES: Final = "×✕✖"
_FULL_WIDTH: Final = {code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)}
_CAPITALS: Final = {code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)}
_LOOKS: Final = (
    _FULL_WIDTH
    | _CAPITALS
    | dict.fromkeys(map(ord, _LINE_ENDS), "\n")
    | dict.fromkeys(map(ord, _ARROWS), ">")
    | dict.fromkeys(map(ord, _TIMES), "x")
    | {ord("−"): "-"}
)


def parse(text: str) -> list[Intent]:
    """Read a line of typed moves.

    >>> [str(intent) for intent in parse("D3; 7♥ → 8♠ 3:2>5 ww")]
    ['d3', '7h 8s', '35x2', 'ww']

    :raises NotationError: with the offending part and what is wrong with it.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(_quoted(text), NotationFault.TOO_LONG)
    intents = [intent for words in _sentences(text) for intent in _read(words)]
    if not intents:
        raise NotationError("", NotationFault.EMPTY)
    if sum(map(times, intents)) > MAX_ACTIONS:
        raise NotationError(_quoted(text.strip()), NotationFault.TOO_MANY)
    return intents


def _quoted(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


class _Spot(NamedTuple):
    """A place in a word, perhaps with a count; `as_source` where the count was written with a colon."""

    place: Target
    cards: int | None = None
    as_source: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a line.

    :ivar plain: the word in plain small letters, without the count behind its sign.
    :ivar typed: the word as it was typed.
    :ivar joined: whether an arrow or a dash stands before it.
    """

    plain: str
    typed: str
    sign: str | None
    count: str | None
    joined: bool

    def error(self, fault: NotationFault) -> NotationError:
        """Say what is wrong with this word."""
        return NotationError(_quoted(self.typed), fault)

    @property
    def spots(self) -> list[_Spot]:
        """The places that the word consists of; none if it is no such word."""
        if not _PLACES.fullmatch(self.plain):
            return []
        spots = [_Spot(_place(text)) for text in re.findall(_PLACE, self.plain)]
        if self.count is not None:
            spots[-1] = _Spot(spots[-1].place, self._cards(), self.sign == ":")
        return spots

    @property
    def single(self) -> _Spot | None:
        """The place, if the word is just one."""
        spots = self.spots
        return spots[0] if len(spots) == 1 else None

    @property
    def card(self) -> Card | None:
        """The card, if the word is just one without a count."""
        spot = self.single
        return spot.place if spot and spot.cards is None and isinstance(spot.place, Card) else None

    def _cards(self) -> int:
        count = int(self.count or 0)
        if not 1 <= count <= KING:
            raise self.error(NotationFault.BAD_COUNT)
        return count


def _place(text: str) -> Target:
    if text == EmptyColumn.FIRST.value:
        return EmptyColumn.FIRST
    if len(text) == 1:
        return Pile(text)
    if text[0] == Pile.FOUNDATION.value:
        return Pile.of_suit(Card.parse(f"a{text[1]}").suit)
    return Card.parse(text)


def _sentences(text: str) -> Iterator[list[_Word]]:
    """Split a line at its semicolons and line ends, and each part into words."""
    typed = "".join(c for c in text if c not in _INVISIBLE and unicodedata.category(c) != "Cf")
    plain = "".join(map(_look, typed))
    words: list[_Word] = []
    arrow = ""
    for token in _TOKEN.finditer(plain):
        whole = _run_around(plain, *token.span())
        if arrow and (token["arrow"] or token["end"]):
            break
        arrow = token["arrow"] or arrow
        if word := token["word"] or token["stray"]:
            words.append(_Word(word, typed[whole], token["sign"], token["count"], joined=bool(arrow)))
            arrow = ""
        elif token["end"]:
            yield words
            words = []
    if arrow:
        raise NotationError(arrow, NotationFault.HALF_A_MOVE)
    yield words


def _run_around(plain: str, start: int, end: int) -> slice:
    """Widen a span to the next separators, so that `taxi` is quoted whole and not as `ta`."""
    start = max(plain.rfind(separator, 0, start) for separator in _SEPARATORS) + 1
    stop = min(
        (at for separator in _SEPARATORS if (at := plain.find(separator, end)) >= 0), default=len(plain)
    )
    return slice(start, stop)


def _look(character: str) -> str:
    """Give the plain character that one looks like, so that spans are the same in both texts."""
    plain = _LOOKS.get(ord(character), character)
    if plain != "\n" and plain.isspace():
        return " "
    return "-" if unicodedata.category(plain) == "Pd" else plain


def _read(words: list[_Word]) -> Iterator[Intent]:
    """Read the words between two semicolons, greedily from the left."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.joined:
            # Whatever stands before the arrow did not take this word.
            raise word.error(NotationFault.HALF_A_MOVE)
        following = words[at + 1 : at + 3]
        intents, used = _command(word, following) or _moves(word, following)
        yield from intents
        at += used


_Reading = tuple[list[Intent], int]
"""Intents, and how many words were used up."""


def _command(word: _Word, following: list[_Word]) -> _Reading | None:
    """Read a command with its count or card; None if the word is no command."""
    if drawn := _DRAW_TO.fullmatch(word.plain):
        return _counted(word, [DrawTo(Card.parse(drawn["card"]))])
    if _REPEATED.fullmatch(word.plain):
        return _counted(word, [_repeat(word, letter, None) for letter in word.plain])
    match = _COMMAND.fullmatch(word.plain)
    if match is None:
        return None
    verb, count = match["verb"], match["count"] or word.count
    if match["count"] and word.count is not None:
        raise word.error(NotationFault.BAD_COUNT)
    card = following[0].card if following else None
    if verb in {"d", "draw"} and count is None and card is not None and not _takes(following[1:]):
        return [DrawTo(card)], 2
    if count is None and len(verb) > 1 and _is_count(following):
        return [_repeat(word, verb, following[0].plain)], 2
    return [_repeat(word, verb, count)], 1


def _counted(word: _Word, intents: list[Intent]) -> _Reading:
    if word.count is not None:
        raise word.error(NotationFault.BAD_COUNT)
    return intents, 1


def _is_count(following: list[_Word]) -> bool:
    """Tell whether the word behind `undo` is its count: a number that begins no move."""
    if not following or following[0].joined or not _NUMBER.fullmatch(following[0].plain):
        return False
    number = following[0]
    if number.count is not None or _COLUMN_PAIRS.fullmatch(number.plain):
        return False
    return number.single is None or not _takes(following[1:])


def _repeat(word: _Word, verb: str, digits: str | None) -> Intent:
    count = None if digits is None else int(digits)
    if count == 0 or (count is not None and verb in {"r", "recycle", "finish"}):
        raise word.error(NotationFault.BAD_COUNT)
    match verb:
        case "d" | "draw":
            return DrawIntent(count or 1, may_recycle=count is None)
        case "u" | "undo":
            return UndoIntent(count or 1)
        case "redo":
            return RedoIntent(count or 1)
        case "finish":
            return FinishIntent()
        case _:
            return RecycleIntent()


def _moves(word: _Word, following: list[_Word]) -> _Reading:
    """Read a word of places: moves, half a move that the next word completes, or a tap."""
    spots = word.spots
    if not spots:
        raise word.error(NotationFault.UNKNOWN_WORD)
    if len(spots) == 1:
        if _takes(following):
            return _pair(word, spots[0], following[0].spots[0]), 2
        return [_tap(word, spots[0])], 1
    if len(spots) % 2:
        raise word.error(NotationFault.HALF_A_MOVE)
    pairs = zip(spots[::2], spots[1::2], strict=True)
    return [intent for source, target in pairs for intent in _pair(word, source, target)], 1


def _takes(following: list[_Word]) -> bool:
    """Tell whether a place takes the next word as the place to go to."""
    target = following[0].single if following else None
    return target is not None and not target.as_source


def _tap(word: _Word, spot: _Spot) -> Intent:
    if spot.cards is not None or isinstance(spot.place, EmptyColumn):
        raise word.error(NotationFault.HALF_A_MOVE)
    return DrawIntent() if spot.place is Pile.STOCK else Tap(spot.place)


def _pair(word: _Word, source: _Spot, target: _Spot) -> list[Intent]:
    """Read two places side by side."""
    if isinstance(source.place, EmptyColumn):
        raise word.error(NotationFault.HALF_A_MOVE)
    count = target.cards if source.cards is None else source.cards
    uncounted = isinstance(source.place, Card) or Pile.STOCK in {source.place, target.place}
    twice = source.place is target.place
    if count is not None and (uncounted or twice or None not in {source.cards, target.cards}):
        raise word.error(NotationFault.BAD_COUNT)
    if not twice:
        return [MoveIntent(source.place, target.place, count)]
    return [DrawIntent(), DrawIntent()] if source.place is Pile.STOCK else [DoubleTap(source.place)]
