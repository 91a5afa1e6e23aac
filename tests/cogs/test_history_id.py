"""The ids of histories and challenges: everything goes out and comes back, and nothing else does."""

from __future__ import annotations

from itertools import product

import pytest

from cogs.control_id import CUSTOM_ID_LIMIT
from cogs.history_id import HISTORY_PREFIX, HistoryAct, HistoryId


def test_every_control_comes_back() -> None:
    """As it was written, within the limit."""
    for act, number in product(HistoryAct, (0, 1, 10**18 - 1)):
        for asked in (HistoryId(act, number), HistoryId(act, number, 10**18 - 1, 10**9 - 1)):
            assert HistoryId.parse(str(asked)) == asked
            assert str(asked).startswith(HISTORY_PREFIX)
            assert len(str(asked)) <= CUSTOM_ID_LIMIT


@pytest.mark.parametrize(
    "text",
    ["", "h:", "h:list", "h:list:", "h:list:x", "h:list:-1", "h:off:1", "h:on:1:2", "h:on:1:2:3:4", "h:on:١"],
)
def test_anything_else_is_none(text: str) -> None:
    """Unknown acts, halves, tails and other scripts' digits."""
    assert HistoryId.parse(text) is None
    assert HistoryId.parse("h:on:1\n") is None
