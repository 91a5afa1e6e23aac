"""A player's own games that are over: the one that is meant, and a line about each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from cogs.faults import NoGame, NoSuchGame, NotOver
from cogs.i18n import day_text, languages
from cogs.layouts import CHOICE_LIMIT
from cogs.past import past_game, past_games, past_text
from data import EndedGame, Status
from tests.cogs.hall import ANN, BEN, PRIVATE, seat
from tests.strategies import PRESETS

if TYPE_CHECKING:
    from tests.cogs.hall import Hall

DAY: Final = 1_750_000_000_000
"""15 June 2025."""


async def test_the_game_that_is_meant(hall: Hall) -> None:
    """By number or the last that ended; one's own, here, and over."""
    with pytest.raises(NoGame):
        await past_game(hall.store, seat(), None)
    first, other = await hall.start(), await hall.start(seat(BEN))
    with pytest.raises(NotOver):
        await past_game(hall.store, seat(), None)
    await hall.sessions.resign(first.record.id, ANN)
    second = await hall.start()
    number = first.record.id
    for wanted in (None, str(number), f"#{number}", f" {number} "):
        assert (await past_game(hall.store, seat(), wanted)).id == number
    assert [game.id for game in await past_games(hall.store, seat())] == [number]
    with pytest.raises(NotOver):
        await past_game(hall.store, seat(), str(second.record.id))
    for wanted in (str(other.record.id), "0", "last", "", "1 2", "9" * 19):
        with pytest.raises(NoSuchGame):
            await past_game(hall.store, seat(), wanted)
    with pytest.raises(NoSuchGame):
        await past_game(hall.store, seat(guild=PRIVATE), str(number))


def test_a_line_tells_result_score_variant_and_day() -> None:
    """No score where none is kept, and no variant where the rules are no longer known."""

    def line(rules: str, status: Status = Status.WON, score: int = 640) -> str:
        return past_text("en-US", EndedGame(12, rules, status, score, DAY))

    assert line("D1N") == "Game 12 · won · 640 · Draw 1 · Normal · Jun 15, 2025"
    assert line("D3V", Status.GIVEN_UP, -52) == "Game 12 · given up · -$52 · Draw 3 · Vegas · Jun 15, 2025"
    assert (
        line("D3T", Status.GIVEN_UP, 7) == "Game 12 · given up · 7/52 · Draw 3 · Traditional · Jun 15, 2025"
    )
    assert line("D1C-unscored") == "Game 12 · won · Draw 1 · Casual · Jun 15, 2025"
    assert line("D9Z") == "Game 12 · won · Jun 15, 2025"


@pytest.mark.parametrize("language", languages())
def test_a_line_is_within_the_limit(language: str) -> None:
    """The longest of all fits a suggestion."""
    for rules in PRESETS:
        game = EndedGame(10**18 - 1, str(rules), Status.GIVEN_UP, -999, DAY)
        assert len(past_text(language, game)) <= CHOICE_LIMIT


def test_a_day_comes_in_a_language_that_there_is() -> None:
    """As the texts do."""
    assert {day_text(locale, DAY) for locale in ("en", "en-GB", "xx", "zh-CN")} == {"Jun 15, 2025"}
