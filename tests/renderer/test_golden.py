"""The pictures look as they did when somebody last looked at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.renderer import golden

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("theme", "board", "size"), golden.CASES)
def test_a_board_looks_as_accepted(theme: str, board: str, size: str) -> None:
    """Each board shows the pixels that were accepted (`python -m tests.renderer.accept` accepts new ones)."""
    difference = golden.mismatch(theme, board, size)
    assert difference is None, difference


def test_no_accepted_picture_is_left_over() -> None:
    """The folder holds exactly the pictures that are compared."""
    expected = {f"{board}.{theme}.png" for theme, board, _ in golden.CASES}
    assert {path.name for path in golden.FOLDER.iterdir()} == expected


def test_a_changed_picture_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference is found and shown before and after on a page of its own."""
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "_REPORTS", tmp_path / "reports")
    path = golden.accept("classic", "start", "half")
    changed = Image.open(path).convert("RGB")
    changed.paste((255, 255, 255), (100, 280, 130, 310))
    changed.save(path)
    message = golden.mismatch("classic", "start", "half")
    page = tmp_path / "reports" / "start.classic" / "index.html"
    assert message is not None
    assert str(page) in message
    assert "after.png" in page.read_text(encoding="utf-8")
    assert {p.name for p in page.parent.iterdir()} == {
        "index.html",
        "before.png",
        "after.png",
        "difference.png",
    }
