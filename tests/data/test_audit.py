"""The audit finds what is wrong, each kind of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from tests.data.house import vegas

if TYPE_CHECKING:
    from tests.data.house import House


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE guild SET house = house + 1", "guild 1: house + departed + balances = 1, not 0"),
        ("UPDATE member SET balance = balance + 5", "player 1: a balance differs from its ledger by 5"),
        ("UPDATE game SET booked = booked - 5", "game 1: its ledger differs from what is booked by 5"),
        ("UPDATE game SET score = 0", "game 1: clean, but its ledger differs from its score by -47"),
        ("DELETE FROM ledger WHERE reason = 'buy-in'", "game 1: it has 0 buy-ins"),
        ("UPDATE game SET practice = TRUE", "game 1: a ledger row (buy-in) is booked on another seat"),
        ("UPDATE standing SET games = games + 1", "player 1: 1 more games counted than ended"),
        ("UPDATE standing SET wins = 0", "player 1: -1 more wins counted than won"),
    ],
)
async def test_damage_by_hand_is_found(house: House, damage: str, found: str) -> None:
    """Books that balance pass; one wrong figure is named with its row."""
    await house.play(vegas(), won=True, score=-47, booked=-47)
    assert await house.problems() == []
    await house.store.transact(lambda conn: conn.execute(text(damage)))
    problems = await house.problems()
    assert any(problem.startswith(found) for problem in problems), problems
