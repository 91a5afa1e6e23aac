"""Counting: once, when a game ends, in each list that the rule book gives it."""

from __future__ import annotations

from typing import Any

import pytest

from data import Kind, ListClass, Standing, boards
from data.standings import ListKey
from tests.data.house import ANN, BEN, CLUB, PUB, House, new_game, vegas

CLEAN, ASSISTED, PRACTICE = ListClass.CLEAN, ListClass.ASSISTED, ListClass.PRACTICE


async def test_an_open_game_counts_nowhere(house: House) -> None:
    """A game is counted when it ends, not before (K9)."""
    await house.act(await house.start(new_game()))
    assert await house.stats(ANN) == {}


async def test_a_win_counts_once(house: House) -> None:
    """One game, one win, a streak of one, its score the best."""
    await house.play(new_game(), won=True, score=700)
    figures: dict[str, Any] = {"games": 1, "wins": 1, "streak": 1, "best_streak": 1, "best_score": 700}
    assert await house.stats(ANN) == {CLEAN: Standing(draw=1, scoring="N", cls=CLEAN, **figures)}
    assert await house.problems() == []


async def test_streaks_and_best_scores_over_several_games(house: House) -> None:
    """A loss ends the streak, the best streak stays, and a lost game may hold the best score."""
    for won, score in [(True, 10), (True, 30), (False, 50), (True, 20)]:
        await house.play(new_game(), won=won, score=score)
    figures: dict[str, Any] = {"games": 4, "wins": 3, "streak": 1, "best_streak": 2, "best_score": 50}
    assert await house.stats(ANN) == {CLEAN: Standing(draw=1, scoring="N", cls=CLEAN, **figures)}


async def test_help_launders_no_lost_game(house: House) -> None:
    """A win with help is won in the assisted list, and played and not won in the clean one."""
    await house.play(new_game(), won=True, score=600)
    await house.play(new_game(), won=True, score=900, assisted=True)
    stats = await house.stats(ANN)
    figures: dict[str, Any] = {"wins": 1, "best_streak": 1}
    assert stats[ASSISTED] == Standing(
        draw=1, scoring="N", cls=ASSISTED, games=1, streak=1, best_score=900, **figures
    )
    assert stats[CLEAN] == Standing(
        draw=1, scoring="N", cls=CLEAN, games=2, streak=0, best_score=600, **figures
    )
    assert await house.problems() == []


async def test_a_first_game_with_help_leaves_no_best_score_in_the_clean_list(house: House) -> None:
    """The clean list knows the game and nothing of its score."""
    await house.play(new_game(), score=900, assisted=True)
    clean = (await house.stats(ANN))[CLEAN]
    assert (clean.games, clean.wins, clean.best_score) == (1, 0, None)


@pytest.mark.parametrize("assisted", [False, True])
async def test_practice_counts_as_practice_alone(house: House, *, assisted: bool) -> None:
    """A chosen code touches neither the clean nor the assisted list, with help or without."""
    await house.play(new_game(practice=True), won=True, score=700, assisted=assisted)
    stats = await house.stats(ANN)
    assert set(stats) == {PRACTICE}
    assert (stats[PRACTICE].games, stats[PRACTICE].wins, stats[PRACTICE].best_score) == (1, 1, 700)


async def test_an_unscored_game_leaves_the_best_score_alone(house: House) -> None:
    """Casual games without points share the list of those with points, and wins count."""
    await house.play(new_game(rules="D1C"), score=-15)
    await house.play(new_game(rules="D1C-unscored"), won=True, score=0)
    clean = (await house.stats(ANN))[CLEAN]
    assert (clean.games, clean.wins, clean.best_score) == (2, 1, -15)


async def test_rules_never_share_a_list(house: House) -> None:
    """Draw and scoring set lists apart, the alternative traditional rules too (K3)."""
    rules = ["D1B", "D1C", "D1N", "D1T", "D1V", "D3B", "D3C", "D3N", "D3T", "D3V"]
    for text in rules:
        await house.play(new_game(rules=text))
    found = await house.store.read(lambda conn: boards.player_stats(conn, ANN, CLUB))
    assert [f"D{standing.draw}{standing.scoring}" for standing in found] == rules
    assert {standing.games for standing in found} == {1}


async def test_players_and_places_never_share_a_list(house: House) -> None:
    """The key begins with server and player (D35)."""
    await house.play(new_game(), won=True)
    await house.play(new_game(guild=0))
    await house.play(new_game(BEN))
    assert (await house.stats(ANN))[CLEAN].wins == 1
    assert (await house.stats(ANN, 0))[CLEAN].wins == 0
    assert (await house.stats(BEN))[CLEAN].wins == 0
    assert await house.stats(ANN, PUB) == {}


@pytest.mark.parametrize("kind", [Kind.DAILY, Kind.RACE, Kind.TOGETHER])
async def test_only_free_games_enter_these_lists(house: House, kind: Kind) -> None:
    """The other kinds are not ranked here; they have lists of their own."""
    await house.play(new_game(kind=kind), won=True)
    assert await house.stats(ANN) == {}
    assert await house.problems() == []


async def test_a_vegas_game_counts_its_dollars_as_score(house: House) -> None:
    """A best score may be negative."""
    await house.play(vegas(), score=-47, booked=-47)
    assert (await house.stats(ANN))[CLEAN].best_score == -47


@pytest.mark.parametrize(
    ("rules", "key"),
    [("D3V", ListKey(3, "V", scored=True)), ("D1C-unscored", ListKey(1, "C", scored=False))],
)
def test_the_list_is_read_out_of_the_text_of_the_rules(rules: str, key: ListKey) -> None:
    """Draw, letter, and whether there are points."""
    assert ListKey.parse(rules) == key


@pytest.mark.parametrize("rules", ["", "D3", "3V", "D3V ", "d3v", "D3V-unranked", "D٣V"])
def test_a_text_that_is_no_rules_is_an_error(rules: str) -> None:
    """The error shows the text."""
    with pytest.raises(ValueError, match="not the text of rules"):
        ListKey.parse(rules)
