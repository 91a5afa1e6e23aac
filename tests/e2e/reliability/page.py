"""The page that the walk writes: `docs/reliability.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.e2e.program import ROOT
from tests.e2e.reliability.faults import FAULTS, Chapter, Reach
from tests.e2e.reliability.inputs import Input
from tests.e2e.reliability.walk import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tests.e2e.reliability.faults import Fault

__all__ = ["PAGE", "page", "rows_of", "rows_on"]

PAGE: Final = ROOT / "docs" / "reliability.md"

INTRODUCTION: Final = """\
# What happens when something goes wrong

**What is promised.** What you do is stored once, with its dollars, before it is shown to you; or it is not
done, and you are told that something went wrong. You get an answer, in words or on the board, wherever
Discord can carry one; a reaction has no answer but the board. Where nothing could be shown,
`/klondike show` brings the board as it is stored. Then the next input works on the same game. No card is
lost, no dollar is booked twice, nobody is pinged. Operators find in the log every fault that is the bot's
own, under the number that its player was told.

Below are {rows} rows, one for each fault and each way of acting that can meet it: `/klondike move`, a
button, the menu of moves, the form of “Type a move”, a reaction, and a typed message. “(what was done)”
stands for the move in words, such as “Drew 10♠.”, and “(link)” for the address of the board.
“This interaction failed” is what Discord writes where it got no answer in three seconds: the row then says
what became of the input all the same.

**How it is made.** `python -m tests.e2e.reliability` plays every row with the real bot (the unmodified
discord.py, a database file) on the local Discord in `localdiscord/`, lets the fault happen, and writes
this page from what was seen and stored. `tests/e2e/test_reliability.py` does the same and fails where the
page says anything else. It also holds for every row: the store has each action once, 52 cards, books that
balance; no rule of Discord is broken; and after the fault the same player goes on with the same game in
the same way. The store faults are real ones of SQLite; a kill is SIGKILL. What the real Discord alone can
prove stands in [real-discord.md](real-discord.md).
"""

HEAD: Final = "| what goes wrong | input | what the player sees | what is stored |"
RULE: Final = "| --- | --- | --- | --- |"


def page(rows: Sequence[Row]) -> str:
    """Write the page with these rows."""
    paragraphs = [" ".join(one.split()) for one in INTRODUCTION.format(rows=len(rows)).split("\n\n")]
    return "\n".join([*(f"{one}\n" for one in paragraphs), *_chapters(rows)])


def rows_on(text: str) -> list[Row]:
    """Read the rows of a page."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    known = {fault.name for fault in FAULTS}
    return [Row(one[0], Input(one[1]), one[2], one[3]) for one in cells if one[0] in known]


def rows_of(rows: Iterable[Row], fault: Fault) -> list[Row]:
    """Give the rows of one fault."""
    return [row for row in rows if row.fault == fault.name]


def _chapters(rows: Sequence[Row]) -> Iterator[str]:
    for chapter in Chapter:
        faults = [fault for fault in FAULTS if fault.chapter is chapter]
        yield f"## {chapter.value}\n"
        yield from (f"{_left_out(reach, faults)}\n" for reach in Reach if _narrowed(reach, faults))
        yield HEAD
        yield RULE
        yield from (_line(row) for fault in faults for row in rows_of(rows, fault))
        yield ""


def _narrowed(reach: Reach, faults: Iterable[Fault]) -> bool:
    return reach is not Reach.EVERY and any(fault.reach is reach for fault in faults)


def _left_out(reach: Reach, faults: Sequence[Fault]) -> str:
    """Say why some inputs have no row."""
    if all(fault.reach is reach for fault in faults):
        return reach.value
    names = ", ".join(f"“{fault.name}”" for fault in faults if fault.reach is reach)
    return f"{names}: {reach.value[0].lower()}{reach.value[1:]}"


def _line(row: Row) -> str:
    assert "|" not in row.seen, row.seen
    return f"| {row.fault} | {row.way} | {row.seen} | {row.stored} |"
