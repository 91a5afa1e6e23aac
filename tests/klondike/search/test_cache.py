"""Where compiled code is kept, and that nobody needs numba who does not search."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("numba", reason="the extra `search` is not installed")

ROOT: Final = Path(__file__).resolve().parents[3]


def run(code: str, **environment: str) -> str:
    """Let a fresh interpreter run code from the checkout, without a home, and give what it prints."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"HOME", "XDG_CACHE_HOME"}}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=inherited | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_engine_brings_no_numba_along() -> None:
    """Whoever imports the engine has imported neither numba nor numpy."""
    code = "import sys, klondike, klondike.notation; print({'numba', 'numpy'} & set(sys.modules))"
    assert run(code) == "set()"


def test_without_numba_search_does_not_import() -> None:
    """The caller is told by ImportError, and the engine works on."""
    code = """
import sys
sys.modules["numba"] = None
import klondike
try:
    import klondike.search
except ImportError as error:
    print(type(error).__name__)
"""
    assert run(code) == "ModuleNotFoundError"


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    """On a read-only install without a home nothing is kept, and the import succeeds."""
    (tmp_path / "file").touch()
    code = "import klondike.search; from klondike.search.cache import cache_folder; print(cache_folder())"
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path / "file" / "cache")) == "None"


def test_compiled_code_is_kept(tmp_path: Path) -> None:
    """A second run loads what the first has compiled."""
    (tmp_path / "double.py").write_text(
        "from klondike.search.cache import kernel\n\n@kernel\ndef double(n):\n    return 2 * n\n",
        encoding="utf-8",
    )
    code = "from double import double; print(double(21), sum(double.stats.cache_hits.values()))"
    environment = {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
    }
    assert run(code, **environment) == "42 0"
    assert run(code, **environment) == "42 1"
