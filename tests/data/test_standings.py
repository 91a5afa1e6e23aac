"""Counting: once, when a game ends, in each list that the rule book gives it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from data import RATED_GAMES, Kind, ListClass, Member, Period, Standing, Status, boards
from data.periods import day_over
from data.standings import ListKey
from tests.data.house import ANN, BEN, CAT, CLUB, NAMES, PUB, House, new_game, vegas

CLEAN, ASSISTED, PRACTICE = ListClass.CLEAN, ListClass.ASSISTED, ListClass.PRACTICE


async def test_an_open_game_counts_nowhere(house: House) -> None:
    """A game is counted when it ends, not before (K9)."""
    await house.act(await house.start(new_game()))
    assert await house.stats(ANN) == {}


async def test_a_win_counts_once(house: House) -> None:
    """One game, one win, a streak of one, its score the best."""
    await house.play(new_game(), won=True, score=700)
    figures: dict[str, Any] = {"games": 1, "wins": 1, "streak": 1, "best_streak": 1, "best_score": 700}
    figures |= {"scored": 1, "score_sum": 700, "moves": 1, "active_ms": 1_000, "fewest_moves": 1}
    assert await house.stats(ANN) == {CLEAN: Standing(draw=1, scoring="N", cls=CLEAN, **figures)}
    assert await house.problems() == []


async def test_streaks_and_best_scores_over_several_games(house: House) -> None:
    """A loss ends the streak, the best streak stays, and a lost game may hold the best score."""
    for won, score in [(True, 10), (True, 30), (False, 50), (True, 20)]:
        await house.play(new_game(), won=won, score=score)
    figures: dict[str, Any] = {"games": 4, "wins": 3, "streak": 1, "best_streak": 2, "best_score": 50}
    figures |= {"scored": 4, "score_sum": 110, "moves": 4, "active_ms": 4_000, "fewest_moves": 1}
    assert await house.stats(ANN) == {CLEAN: Standing(draw=1, scoring="N", cls=CLEAN, **figures)}


async def test_help_launders_no_lost_game(house: House) -> None:
    """A win with help is won in the assisted list, and played and not won in the clean one."""
    await house.play(new_game(), won=True, score=600)
    await house.play(new_game(), won=True, score=900, moves=80, assisted=True)
    stats = await house.stats(ANN)
    once: dict[str, Any] = {"draw": 1, "scoring": "N", "wins": 1, "best_streak": 1, "scored": 1}
    once["active_ms"] = 1_000  # moves and time stand in the list in which the game was won, and nowhere else
    assert stats[ASSISTED] == Standing(
        cls=ASSISTED, games=1, streak=1, best_score=900, score_sum=900, moves=80, fewest_moves=80, **once
    )
    assert stats[CLEAN] == Standing(
        cls=CLEAN, games=2, streak=0, best_score=600, score_sum=600, moves=1, fewest_moves=1, **once
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
    for one in rules:
        await house.play(new_game(rules=one))
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


async def test_a_daily_try_counts_in_the_daily_list_alone(house: House) -> None:
    """It is ranked by nothing else; a second try is practice like any deal that is known."""
    await house.play(new_game(kind=Kind.DAILY, day=0), won=True, score=500)
    await house.play(new_game(kind=Kind.DAILY, day=0, practice=True), won=True)
    stats = await house.stats(ANN)
    assert set(stats) == {ListClass.DAILY, PRACTICE}
    assert (stats[ListClass.DAILY].games, stats[ListClass.DAILY].wins) == (1, 1)
    assert await house.problems() == []


@pytest.mark.parametrize(("late", "wins"), [(-1, 1), (0, 0)])
async def test_a_daily_win_counts_until_the_day_is_over_for_everybody(
    house: House, late: int, wins: int
) -> None:
    """An hour after midnight its code may be known: a win from then on is a try that was not won."""
    await house.play(new_game(kind=Kind.DAILY, day=3), won=True, now=day_over(3) + late)
    daily = (await house.stats(ANN))[ListClass.DAILY]
    assert (daily.games, daily.wins) == (1, wins)


async def test_a_daily_win_with_help_is_a_try_that_was_not_won(house: House) -> None:
    """Everybody has the same cards: help would decide the rank."""
    await house.play(new_game(kind=Kind.DAILY, day=3), won=True, assisted=True)
    daily = (await house.stats(ANN))[ListClass.DAILY]
    assert (daily.games, daily.wins, daily.streak) == (1, 0, 0)


async def test_one_ranked_try_of_a_day_in_all_places(house: House) -> None:
    """The database itself refuses a second one, also in another server; practice it does not mind."""
    await house.play(new_game(kind=Kind.DAILY, day=3))
    with pytest.raises(IntegrityError):
        await house.start(new_game(guild=PUB, kind=Kind.DAILY, day=3))
    await house.start(new_game(guild=PUB, kind=Kind.DAILY, day=3, practice=True))
    await house.start(new_game(kind=Kind.DAILY, day=4))


async def test_a_race_is_not_counted_by_the_end_of_one_game(house: House) -> None:
    """What a racer has achieved stands only when all have ended."""
    await house.play(new_game(kind=Kind.RACE), won=True)
    assert await house.stats(ANN) == {}
    assert await house.problems() == []


async def test_a_game_together_counts_for_all_who_did_something(house: House) -> None:
    """Once for each of them, in a list of its own, and not for who only looked on."""
    ann, ben = (Member(player, CLUB, NAMES[player]) for player in (ANN, BEN))
    game = await house.start(new_game(CAT, kind=Kind.TOGETHER))
    for by in (ann, ben, ann):
        game = await house.act(game, by=by)
    await house.act(game, by=ben, status=Status.WON, score=300)
    for player in (ANN, BEN):
        together = (await house.stats(player))[ListClass.TOGETHER]
        assert (together.games, together.wins, together.best_score) == (1, 1, 300)
    assert await house.stats(CAT) == {}
    assert await house.problems() == []


async def test_lists_begin_anew_each_week_and_month(house: House) -> None:
    """In UTC: the last moment of a year is in its December and in an ISO week that lasts into the next."""
    new_year = 1_767_225_600_000  # Thursday 2026-01-01
    await house.play(new_game(), won=True, score=10, now=new_year - 1)
    await house.play(new_game(), won=True, score=30, now=new_year)

    def in_period(key: str) -> tuple[int, int | None, int]:
        clean = found[key][0]
        return clean.games, clean.best_score, clean.streak

    periods = ("all", "2025-12", "2026-01", "2026-W01")
    found = {
        key: await house.store.read(lambda conn, key=key: boards.player_stats(conn, ANN, CLUB, key))  # type: ignore[misc]
        for key in periods
    }
    assert [in_period(key) for key in periods] == [(2, 30, 2), (1, 10, 1), (1, 30, 1), (2, 30, 2)]


async def test_a_second_season_has_lists_of_its_own(house: House) -> None:
    """The first one is the same as all time; then both are kept."""
    await house.play(new_game(), won=True)
    await house.store.transact(lambda conn: conn.execute(text("UPDATE guild SET season = 2")))
    await house.play(new_game())
    seasons = [
        await house.store.read(lambda conn, key=key: boards.player_stats(conn, ANN, CLUB, key))  # type: ignore[misc]
        for key in (Period.SEASON.key(0, 1), Period.SEASON.key(0, 2))
    ]
    assert [(one.games, one.wins) for (one,) in seasons] == [(2, 1), (1, 0)]
    assert await house.problems() == []


async def test_the_rate_waits_for_enough_games(house: House) -> None:
    """One lucky game is no rate; then it is wins in a thousand."""
    for number in range(RATED_GAMES):
        assert ((await house.stats(ANN)).get(CLEAN) or Standing(draw=1, scoring="N", cls=CLEAN)).rate is None
        await house.play(new_game(), won=number % 3 == 0)
    assert (await house.stats(ANN))[CLEAN].rate == 400


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
