"""What is posted for all to see is posted once in a while."""

from __future__ import annotations

import pytest

from cogs.faults import ShownJustNow
from cogs.pause import KEPT, PAUSE_SECONDS, Pause


def test_of_a_game_something_is_posted_once_in_a_minute() -> None:
    """Of another game it is, and so is what did not get through."""
    now = 0.0
    pause = Pause(lambda: now)
    with pause.once(1), pytest.raises(ShownJustNow), pause.once(1):
        pass
    with pause.once(2):
        pass
    now = PAUSE_SECONDS
    with pytest.raises(OSError, match="x"), pause.once(1):
        raise OSError("x")
    with pause.once(1):
        pass
    now = 2 * PAUSE_SECONDS - 1
    with pytest.raises(ShownJustNow), pause.once(1):
        pass


def test_the_memory_of_posts_is_bounded() -> None:
    """The game of which something was posted last is still known."""
    pause = Pause(lambda: 0.0)
    for game in range(3 * KEPT):
        with pause.once(game):
            pass
    assert len(pause._posted) == KEPT
    with pytest.raises(ShownJustNow), pause.once(3 * KEPT - 1):
        pass
