"""Boards for the tests of the pictures: every kind of place, built by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final

from PIL import Image

from klondike import Card, ColumnView, Deal, Game, Move, Outcome, PlayerView, Rules, Step
from renderer import Labels, Piles, ResultCard, render_board

__all__ = [
    "BOARDS",
    "CARDS",
    "EMPTY_COLUMN",
    "LABELS",
    "START",
    "Board",
    "alone",
    "cards",
    "column",
    "decode",
    "longest",
]

LABELS: Final = Labels(
    status=(("Score", "245"), ("Moves", "63"), ("Pass", "2 of 3"), ("Mode", "Draw 3")), footer="#12 · 34"
)
FINNISH: Final = Labels(
    status=(
        ("Pisteitä", "−52 $"),
        ("Siirtoja", "63"),
        ("Kierros", "2 / 3"),
        ("Pelitapa", "Nosta 3, perinteinen"),
    ),
    footer="#123456 · 345",
    banner="Luovutit: älä häpeä, Åke!",
    piles=Piles(stock="PÄ", waste="KÅ", foundation="Ö"),
)
EMPTY_COLUMN: Final = ColumnView(0, (), ())
START: Final = Game(Deal(6), Rules.preset(draw=3)).view


@dataclass(frozen=True, slots=True)
class Board:
    """A view with what `render_board` is told about it."""

    view: PlayerView
    options: dict[str, Any] = field(default_factory=dict)

    def png(self, **more: Any) -> bytes:
        """Draw it."""
        return render_board(self.view, **({"labels": LABELS} | self.options | more))


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between."""
    return tuple(Card.parse(word) for word in text.split())


def column(down: int, up: str) -> ColumnView:
    """Build a column with so many cards face down."""
    return ColumnView(down, cards(up), (None,) * down)


def longest(suits: str) -> ColumnView:
    """Build the longest column there is, the suits of its king and its queen taking turns."""
    ranks = ["k", "q", "j", "10", "9", "8", "7", "6", "5", "4", "3", "2", "a"]
    return column(6, " ".join(rank + suits[index % 2] for index, rank in enumerate(ranks)))


def alone(card: Card) -> PlayerView:
    """Give a view in which a card is the only one of column 4."""
    columns = [EMPTY_COLUMN] * 7
    columns[3] = ColumnView(0, (card,), ())
    return replace(START, columns=tuple(columns))


def decode(png: bytes) -> Image.Image:
    """Read a PNG as RGB, verified first."""
    Image.open(BytesIO(png)).verify()
    return Image.open(BytesIO(png)).convert("RGB")


def _waste(text: str, stock: int, **more: Any) -> PlayerView:
    return replace(START, waste=cards(text), stock=(None,) * stock, **more)


def _drawn(times: int) -> PlayerView:
    game = Game(Deal(6), Rules.preset(draw=3))
    for _ in range(times):
        game.push(Move.parse("d"))
    return game.view


def _exhausted() -> Board:
    game = Game(Deal(77), Rules.preset(draw=3, scoring="vegas"))
    for _ in range(8):
        game.push(Move.parse("d"))
    return Board(game.view, {"last_move": game.view.last})


def _hinted() -> Board:
    columns = (
        column(0, "kd qc"),
        column(0, ""),
        column(2, "jh"),
        column(3, "10c 9d 8s 7h 6s"),
        column(3, "8d"),
        column(4, "8h 7c 6d 5s 4d 3c"),
        column(5, "ks"),
    )
    view = replace(START, columns=columns, foundations=(2, 3, 1, 0), waste=cards("5h 9c"), stock=(None,) * 3)
    last = Step(Move.parse("14x2"), cards("7h 6s"), None, 0)
    return Board(view, {"last_move": last, "highlight": Move.parse("65x5")})


def _won() -> Board:
    view = replace(
        START,
        columns=(EMPTY_COLUMN,) * 7,
        foundations=(13,) * 4,
        stock=(),
        outcome=Outcome.WON,
    )
    return Board(view, {"labels": replace(LABELS, banner="Won!")})


def _long() -> Board:
    columns = (EMPTY_COLUMN, column(6, "6h"), EMPTY_COLUMN, longest("sh"), *(EMPTY_COLUMN,) * 3)
    return Board(
        replace(START, columns=columns, waste=cards("qd 10s 10d"), stock=(), foundations=(0, 3, 11, 1))
    )


BOARDS: Final = {
    "start": Board(START),
    "fan-1": Board(_waste("10h", 5)),
    "fan-2": Board(_waste("ac 10d", 1)),
    "fan-3": Board(_drawn(2)),
    "fan-none-of-draw-1": Board(
        replace(START, rules=Rules.preset(), waste=cards("3h 5c"), stock=(None,) * 9)
    ),
    "exhausted": _exhausted(),
    "blank": Board(replace(START, stock=(), foundations=(1, 0, 12, 0), columns=(EMPTY_COLUMN,) * 7)),
    "long": _long(),
    "hint": _hinted(),
    "marks": Board(_drawn(1), {"labels": replace(LABELS, marks=("Practice", "Assisted"))}),
    "won": _won(),
    "scales": Board(START, {"back": "scales"}),
    "star": Board(START, {"back": "star"}),
    "words": Board(replace(_drawn(1), outcome=Outcome.GIVEN_UP), {"labels": FINNISH}),
}

_WON: Final = ResultCard(
    title="Won!",
    player="Ännä of Wonderland",
    somebody="A player",
    mode="Draw 3 · Vegas",
    figures=(("Score", "+$208"), ("Moves", "141"), ("Time", "12:34"), ("Played", "without help")),
    course=tuple(-52 + 5 * min(step * step // 300, 52) for step in range(142)),
    bounds=("-$52", "+$208"),
    code="KL1-D3V-ABCDEF-GHIJKL",
)
CARDS: Final = {
    "result-won": _WON,
    "result-ups-and-downs": replace(
        _WON,
        title="Luovutit: älä häpeä, Åke!",
        player="山田 🎴",
        mode="Nosta 1, perinteinen, pöydälle palautus",
        figures=(
            ("Pisteitä", "-15"),
            ("Siirtoja", "100000"),
            ("Aika", "1:02:03"),
            ("Laji", "practice, with help"),
        ),
        course=(0, 5, 5, 30, 10, 10, -15, -30, 0, 0, 15, -15),
        bounds=("-30", "30"),
        code="",
    ),
    "result-without-score": replace(_WON, figures=_WON.figures[1:], course=(), bounds=("", "")),
}
