"""The material beside the repository that some tests read, and a mark that skips them without it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

__all__ = ["SHARED", "needs_shared"]

SHARED: Final = Path(
    os.environ.get("KLONDIKE_SHARED") or Path(__file__).resolve().parents[1].parent / "shared"
)
"""`../shared` beside the checkout, or the folder that KLONDIKE_SHARED names; it may be absent."""

needs_shared: Final = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"no shared material at {SHARED} (set KLONDIKE_SHARED)"
)
