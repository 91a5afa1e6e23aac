"""How kernels are compiled, and where the compiled code is kept: `var/numba`, or nowhere.

Numba knows a cached function by the text of its own file only, so a caller in another file would keep the old
callee: each state of the kernels' files has a folder of its own.
"""

from __future__ import annotations

import hashlib
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

import numba

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CACHE_FOLDER", "cache_folder", "forget", "kernel"]

P = ParamSpec("P")
R = TypeVar("R")

CACHE_FOLDER: Final = Path(__file__).resolve().parents[2] / "var" / "numba"
"""Where compiled code is kept, unless NUMBA_CACHE_DIR names another folder."""


@cache
def cache_folder() -> Path | None:
    """Give the folder of the compiled code, made if need be; None where it cannot be written."""
    texts = (file.read_bytes() for file in sorted(Path(__file__).parent.glob("*_kernel.py")))
    state = hashlib.sha256(b"".join(texts)).hexdigest()[:16]
    folder = Path(numba.config.CACHE_DIR or CACHE_FOLDER) / state
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def forget() -> None:
    """Remove the compiled code that is kept: a damaged file, as after a power loss, fails at every load."""
    folder = cache_folder()
    for file in () if folder is None else folder.rglob("*.nb[ci]"):
        file.unlink(missing_ok=True)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function be compiled on its first call, to code that runs without the interpreter lock.

    The compiled code is kept between runs where `cache_folder` gives a folder; without one numba would fail
    at import on an install that is read-only and has no home, so then it is compiled anew each time.
    """
    folder = cache_folder()
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    compiled: Callable[P, R] = numba.njit(nogil=True, cache=folder is not None)(function)
    return compiled
