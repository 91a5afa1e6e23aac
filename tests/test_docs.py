"""What the README and the docstrings show is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import klondike

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(module.name for module in pkgutil.iter_modules(klondike.__path__, "klondike."))


def test_the_readme_shows_what_the_engine_does() -> None:
    """Every example in the README gives what it says."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    """Every example in a docstring of the engine gives what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0
