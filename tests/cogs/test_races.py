"""Who is before whom in a race, its message at its largest, and its ids."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import data.races
from cogs.i18n import languages
from cogs.race_id import RaceAction, RaceId
from cogs.race_layouts import ask_call_off, ask_give_up, race_layout, race_link
from cogs.races import Place, Races, State, ranking
from data import RaceRefusal, RaceRefused, Status
from data.races import MOST, Race, Racer, RaceStatus
from tests.cogs.hall import BEN, CLUB, PRIVATE, record, seat
from tests.cogs.test_limits import check_labels, check_message
from tests.cogs.voices import VOICES

if TYPE_CHECKING:
    from typing import Any

    from data import GameRecord
    from tests.cogs.hall import Hall

ENDED = st.builds(
    lambda won, at, score: record(status=Status.WON if won else Status.GIVEN_UP, ended_at=at, score=score),
    st.booleans(),
    st.integers(1, 4),
    st.sampled_from([0, 5, 10]),
)
RESULTS = st.lists(st.tuples(ENDED, st.integers(0, 3)), min_size=1, max_size=6)


def race(**changes: Any) -> Race:
    """Give a race, or what `changes` make of it."""
    plain: dict[str, Any] = {
        "id": 10**17,
        "guild_id": 1,
        "guild_discord_id": CLUB,
        "host_discord_id": 1,
        "channel_id": 31,
        "message_id": 32,
        "deal": 2**60 - 1,
        "rules": "D3N",
        "status": RaceStatus.LOBBY,
        "limit_ms": 60 * 60_000,
        "created_at": 10**12,
        "started_at": None,
        "ended_at": None,
        "asked": (),
        "rematch_of": None,
        "racers": (),
    }
    return Race(**{**plain, **changes})


def won(at: int, home: int = 52) -> tuple[GameRecord, int]:
    """Give a won game."""
    return record(status=Status.WON, ended_at=at, score=700), home


def lost(home: int, score: int) -> tuple[GameRecord, int]:
    """Give a game that was given up."""
    return record(status=Status.GIVEN_UP, ended_at=1, score=score), home


def test_winners_stand_by_the_moment_and_the_others_by_cards_then_score() -> None:
    """Equals share a rank, and the next one is counted behind all of them."""
    results = [lost(9, 80), won(900), lost(9, 90), won(800), lost(12, 0), won(800), lost(9, 80)]
    assert ranking(results) == [6, 3, 5, 1, 4, 1, 6]
    assert ranking([lost(0, 0)] * 3) == [1, 1, 1]


@given(RESULTS)
def test_ranks_are_competition_ranks(results: list[tuple[GameRecord, int]]) -> None:
    """A rank is one more than how many stand before; a winner is never behind one who has not won."""
    ranks = ranking(results)
    for rank in ranks:
        assert rank == 1 + sum(other < rank for other in ranks)
    for (first, _), one in zip(results, ranks, strict=True):
        for (second, _), two in zip(results, ranks, strict=True):
            if first.status is Status.WON and second.status is not Status.WON:
                assert one < two
    assert ranking(results[::-1]) == ranks[::-1]


@pytest.mark.parametrize("language", languages())
async def test_the_largest_race_fits_a_message(language: str) -> None:
    """Full, with names that are all markdown and the longest figures, in every state."""
    say = VOICES[language]
    racers = tuple(Racer(one, 10**18 + one, "*_`" * 11, one % 2 == 0, one, None) for one in range(MOST))
    asked = tuple(range(10**19, 10**19 + MOST))
    places = [
        Place(MOST, one.discord_id, one.name, 52, 99_999, state, 3_599_999)
        for one, state in zip(racers, [*State] * MOST, strict=False)
    ]
    for status in RaceStatus:
        shown = race(status=status, racers=racers, asked=asked)
        check_labels(check_message(race_layout(shown, places, say)))
    check_message(ask_call_off(race(racers=racers), say))
    check_message(ask_give_up(record(), say))
    assert race_link(race()).endswith(f"/{CLUB}/31/32")
    assert not race_link(race(message_id=None))


@pytest.mark.parametrize("action", RaceAction)
def test_an_id_is_read_as_it_is_written(action: RaceAction) -> None:
    """Every action has one id, and nothing else is taken for one."""
    control = RaceId(7, action)
    assert RaceId.parse(str(control)) == control
    for text in ("r:7:dance", "r::join", "k:7:1:draw", f"{control}x", f"r:{'9' * 19}:{action}"):
        assert RaceId.parse(text) is None


async def test_there_is_no_race_without_a_server_and_none_of_another_one(hall: Hall) -> None:
    """A race is offered in a server and known there alone; one that does not exist is known nowhere."""
    races = Races(hall.sessions)
    with pytest.raises(RaceRefused) as refused:
        await races.offer(seat(guild=PRIVATE), draw=1, minutes=15)
    assert refused.value.why is RaceRefusal.NO_SERVER
    offered = await races.offer(seat(), draw=1, minutes=15)
    for race_id, where in ((offered.id, seat(BEN, CLUB + 1)), (offered.id + 1, seat(BEN))):
        with pytest.raises(RaceRefused) as refused:
            await races.enter(race_id, where)
        assert refused.value.why is RaceRefusal.UNKNOWN


async def test_the_deal_is_drawn_at_the_start(hall: Hall) -> None:
    """Before it nothing is stored that could be told; after it only the end of the race tells its code."""
    races = Races(hall.sessions)
    hall.deals.extend([5, 7])
    offered = await races.offer(seat(), draw=3, minutes=15)
    assert offered.deal is None
    await races.enter(offered.id, seat(BEN))
    assert (await races.ready(offered.id, seat())).deal is None
    begun = await races.ready(offered.id, seat(BEN))
    assert (begun.status, begun.deal, races.code(begun)) == (RaceStatus.RUNNING, 7, None)
    hall.now += 15 * 60_000
    over = await races.look(offered.id)
    assert (over.status, over.ended_at) == (RaceStatus.OVER, begun.deadline)
    assert str(races.code(over)).startswith("KL1-D3N-")


async def test_a_race_that_ends_under_many_eyes_counts_once(hall: Hall) -> None:
    """Whoever looks at it in the same moment, and again later, its games are counted one time."""
    races = Races(hall.sessions)
    offered = await races.offer(seat(), draw=1, minutes=15)
    await races.enter(offered.id, seat(BEN))
    begun = await races.start(offered.id, seat())
    hall.now += 15 * 60_000
    found = await asyncio.gather(*(races.look(offered.id) for _ in range(5)))
    assert {one.status for one in found} == {RaceStatus.OVER}
    ranks = {racer.game_id or 0: 1 for racer in begun.racers}
    again = await hall.store.transact(lambda conn: data.races.finish(conn, offered.id, ranks))
    assert again == found[0]
    assert await hall.problems() == []
