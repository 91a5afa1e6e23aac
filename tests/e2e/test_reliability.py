"""The page of what happens when something goes wrong says what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.reliability.faults import FAULTS
from tests.e2e.reliability.page import PAGE, page, rows_of, rows_on
from tests.e2e.reliability.walk import walk

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.reliability.faults import Fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_the_page_says_what_happens(fault: Fault, tmp_path: Path) -> None:
    """Each row: stored once or told to be not done, answered, seen as the page says, and played on after."""
    assert await walk(fault, tmp_path) == rows_of(rows_on(PAGE.read_text(encoding="utf-8")), fault)


def test_the_page_is_whole_and_holds_nothing_else() -> None:
    """Every fault has a row for each input that can meet it, and the page is as its rows make it."""
    text = PAGE.read_text(encoding="utf-8")
    rows = rows_on(text)
    expected = [(fault.name, way) for fault in FAULTS for way in fault.reach.inputs]
    assert [(row.fault, row.way) for row in rows] == expected
    assert len(set(expected)) == len(expected)
    assert text == page(rows)
