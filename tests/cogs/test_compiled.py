"""Compiled search is made ready as far as it can be, and the rest goes on without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cogs.compiled import Compiled

if TYPE_CHECKING:
    from collections.abc import Callable


def failing(error: Exception, *, times: int) -> Callable[[], Any]:
    """Make a part that cannot be made ready at first."""
    left = [error] * times

    def make() -> Any:
        if left:
            raise left.pop()
        return len

    return make


async def test_damaged_code_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What an earlier run has kept is thrown away once, and the part is there after all."""
    cache = pytest.importorskip("klondike.search.cache", reason="the extra `search` is not installed")
    thrown: list[str] = []
    monkeypatch.setattr(cache, "forget", lambda: thrown.append("away"))
    compiled = Compiled(failing(EOFError("Ran out of input"), times=1), failing(OSError(), times=0))
    await compiled.load()
    assert compiled.new_searcher is not None
    assert thrown == ["away"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_one_part_that_fails_leaves_the_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without strong hints there is still a solver; nothing is raised into the start of the bot."""
    cache = pytest.importorskip("klondike.search.cache", reason="the extra `search` is not installed")
    monkeypatch.setattr(cache, "forget", lambda: None)
    compiled = Compiled(failing(OSError("no room"), times=2), failing(OSError(), times=0))
    await compiled.load()
    assert compiled.new_searcher is None
    assert compiled.solve is not None
    assert not compiled.loading
    assert {record.levelname for record in caplog.records} == {"WARNING"}


async def test_what_is_not_installed_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    """Both parts need the same extra."""
    compiled = Compiled(*(failing(ImportError("no numba"), times=2) for _ in range(2)))
    await compiled.load()
    assert (compiled.new_searcher, compiled.solve, compiled.loading) == (None, None, False)
    assert len(caplog.records) == 1
