"""How much one user may ask for: no person meets it, and no flood gets past it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from cogs.limit import BURST, KEPT, PER_SECOND, SUGGESTION, TELL_SECONDS, Limit, unlimited

if TYPE_CHECKING:
    from collections.abc import Iterable

FASTEST, MINUTE = 5, 60
ANN, BEN = 1, 2


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Give the time in seconds."""
        return self.now


def admitted(limit: Limit, clock: Clock, times: Iterable[float]) -> int:
    """Count what of one user gets through, asked for at some times."""
    count = 0
    for clock.now in times:
        count += limit.admits(ANN)
    return count


def test_the_quickest_finger_never_meets_it() -> None:
    """Five presses a second for a minute, after a bad connection has held twenty of them up."""
    clock = Clock()
    times = [0.0] * 20 + [number / FASTEST for number in range(FASTEST * MINUTE)]
    assert admitted(Limit(clock=clock), clock, times) == len(times)


@given(st.lists(st.floats(0, 30), max_size=300).map(sorted))
def test_no_flood_gets_past_it(times: list[float]) -> None:
    """However it comes, what gets through in any stretch is a burst and what comes back in it."""
    clock = Clock()
    limit = Limit(burst=5, per_second=2, clock=clock)
    passed = []
    for clock.now in times:
        if limit.admits(ANN):
            passed.append(clock.now)
    for first, begin in enumerate(passed):
        for last, end in enumerate(passed[first:], first):
            assert last - first + 1 <= 5 + 2 * (end - begin) + 1e-6


def test_what_is_refused_costs_nothing() -> None:
    """Whoever goes on and on gets through as often as the tokens come back."""
    clock = Clock()
    times = [number / 100 for number in range(100 * 10)]
    count = admitted(Limit(clock=clock), clock, times)
    assert BURST + 9 * PER_SECOND <= count <= BURST + 10 * PER_SECOND


def test_everybody_has_a_bucket_of_their_own() -> None:
    """One who asks for too much keeps nobody else out."""
    limit = Limit(clock=Clock())
    assert sum(limit.admits(ANN) for _ in range(1000)) == BURST
    assert sum(limit.admits(BEN) for _ in range(1000)) == BURST


def test_suggestions_count_little() -> None:
    """Each key that is typed asks for some."""
    limit = Limit(clock=Clock())
    assert sum(limit.admits(ANN, SUGGESTION) for _ in range(1000)) == BURST / SUGGESTION


def test_it_is_told_once_in_a_while() -> None:
    """And each for themselves."""
    clock = Clock()
    limit = Limit(clock=clock)
    told = []
    for clock.now in range(int(3 * TELL_SECONDS)):
        told += [clock.now] if limit.tells(ANN) else []
    assert told == [0, TELL_SECONDS, 2 * TELL_SECONDS]
    assert limit.tells(BEN)


def test_the_memory_of_it_is_bounded() -> None:
    """Who was quiet for longest is forgotten; who asked just now is not."""
    limit = Limit(burst=1, clock=Clock())
    for user in range(3 * KEPT):
        assert limit.admits(user)
    assert len(limit._buckets) == KEPT
    assert not limit.admits(3 * KEPT - 1)


def test_it_can_be_switched_off() -> None:
    """For measurements."""
    limit = unlimited()
    assert all(limit.admits(ANN) for _ in range(10 * int(BURST)))
