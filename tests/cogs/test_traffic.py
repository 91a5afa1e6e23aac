"""How far the talk has gone on below a board, in memory that does not grow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cogs.traffic import CHANNELS, CROWD, KEPT, Traffic, TrafficCog
from tests.cogs.hall import ANN, BEN


def test_a_board_is_passed_by_more_than_five_messages() -> None:
    """Five messages after a board leave it in sight, the sixth does not."""
    traffic = Traffic()
    for message in range(101, 101 + CROWD):
        traffic.came(1, message)
    assert not traffic.has_passed(1, 100, ANN)
    traffic.came(1, 101 + CROWD)
    assert traffic.has_passed(1, 100, ANN)


def test_only_what_came_after_the_board_counts() -> None:
    """Messages before a board, the board itself and those in other channels do not push it down."""
    traffic = Traffic()
    for message in range(100, 120):
        traffic.came(1, message)
    assert not traffic.has_passed(1, 119, ANN)
    assert not traffic.has_passed(1, 119 - CROWD, ANN)
    assert traffic.has_passed(1, 118 - CROWD, ANN)
    assert not traffic.has_passed(2, 100, ANN)


def test_a_deleted_message_counts_no_more() -> None:
    """What was taken away leaves the count; what was never heard of changes nothing."""
    traffic = Traffic()
    for message in range(101, 102 + CROWD):
        traffic.came(1, message)
    traffic.went(1, 103)
    traffic.went(1, 99)
    traffic.went(2, 103)
    assert not traffic.has_passed(1, 100, ANN)


def test_a_message_that_comes_twice_counts_once() -> None:
    """After a lost connection the gateway repeats what it had told."""
    traffic = Traffic()
    for message in (101, 102, 103, 101, 102, 103):
        traffic.came(1, message)
    assert not traffic.has_passed(1, 100, ANN)


def test_what_fades_pushes_nothing_out() -> None:
    """Six refused lines have passed a board, also when the reasons that came between them are gone again."""
    traffic = Traffic()
    for number in range(101, 101 + 2 * (CROWD + 1)):
        traffic.came(1, number)
    for number in range(102, 102 + 2 * (CROWD + 1), 2):
        traffic.went(1, number)
    assert traffic.has_passed(1, 100, ANN)


def test_private_answers_count_for_their_reader_alone() -> None:
    """They push the board out of the sight of the one who sees them."""
    traffic = Traffic()
    for number in range(101, 102 + CROWD):
        traffic.came(1, number, ANN)
    assert traffic.has_passed(1, 100, ANN)
    assert not traffic.has_passed(1, 100, BEN)


async def test_private_messages_are_not_noted_and_bulk_deletions_are() -> None:
    """The listener leaves out what only one person sees, and forgets all that a moderator sweeps away."""
    traffic = Traffic()
    cog = TrafficCog(traffic)
    for number in range(101, 102 + CROWD):
        await cog.on_message(message(number, private=True))
    assert not traffic.has_passed(1, 100, ANN)
    for number in range(101, 102 + CROWD):
        await cog.on_message(message(number))
    assert traffic.has_passed(1, 100, ANN)
    swept: Any = SimpleNamespace(channel_id=1, message_ids={101, 102})
    await cog.on_raw_bulk_message_delete(swept)
    assert not traffic.has_passed(1, 100, ANN)


def message(number: int, *, private: bool = False) -> Any:
    """Give a message of channel 1."""
    flags = SimpleNamespace(ephemeral=private)
    return SimpleNamespace(id=number, channel=SimpleNamespace(id=1), flags=flags)


def test_memory_is_bounded_and_the_quietest_channel_goes_first() -> None:
    """However many channels and messages there are, a fixed number of ids is kept."""
    traffic = Traffic()
    for message in range(10 * CROWD):
        traffic.came(1, message)
    for channel in range(2, CHANNELS + 1):
        traffic.came(channel, 1)
    traffic.came(1, 10 * CROWD)
    traffic.came(CHANNELS + 1, 1)
    assert traffic.has_passed(1, 0, ANN)
    assert len(traffic._latest) == CHANNELS
    assert 2 not in traffic._latest
    assert all(len(ids) <= KEPT for ids in traffic._latest.values())
