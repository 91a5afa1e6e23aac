"""Texts in every script survive every locale, and deals come from where nobody can foresee them."""

from __future__ import annotations

import ast
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import bot

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(bot.__file__).parent
PACKAGES = ("klondike", "renderer", "data", "cogs")

LOGS_ODD_NAMES = """
import logging
from cogs.i18n import t
from operations.logs import start_logging
start_logging("INFO")
for name in ("\\u00c5ke", "\\u202eevil", "\\U0001f469\\u200d\\U0001f467", "\\ud800", "\\u65e5", "\\x00"):
    logging.getLogger("klondike").info("player %s, %r", name, name)
assert t("en", "button.undo")
"""


def test_d27_odd_names_do_not_kill_the_log_in_any_locale() -> None:
    """Under a locale that knows ASCII alone, names are logged and the texts are read all the same."""
    plain = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    ended = subprocess.run(  # noqa: S603 - it starts nothing but itself
        [sys.executable, "-c", LOGS_ODD_NAMES], capture_output=True, cwd=ROOT, env=plain, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert b"Traceback" not in ended.stderr
    assert b"Logging error" not in ended.stderr
    assert ended.stderr.count(b"player ") == 6


def calls(folder: Path) -> Iterator[tuple[Path, ast.Call]]:
    """Give every call in the code of a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield path, node


def test_d27_every_text_file_is_opened_as_utf8() -> None:
    """No text is read or written in whatever encoding the machine happens to have."""
    for package in (*PACKAGES, "localdiscord"):
        for path, call in calls(ROOT / package):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            said = [*call.args, *(one.value for one in call.keywords)]
            values = [one.value for one in said if isinstance(one, ast.Constant)]
            if name in {"read_text", "write_text"}:
                assert {"utf-8", "ascii"} & set(map(str, values)), f"{path}:{call.lineno}"
            if name == "open" and not isinstance(call.func, ast.Attribute):
                assert any("b" in str(value) or value == "utf-8" for value in values), f"{path}:{call.lineno}"


async def test_k22_the_program_deals_from_secrets(tmp_path: Path) -> None:
    """The numbers of new games come from the system's own source, all different."""
    async with bot.sessions_on(f"sqlite:///{tmp_path / 'klondike.db'}") as sessions:
        assert sessions._randbits == secrets.randbits
        assert len({sessions.random_deal().number for _ in range(1000)}) == 1000


def test_k22_no_module_of_the_game_has_chance_of_its_own() -> None:
    """Nothing that deals or plays imports a generator with a seed: numbers are handed in."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert "random" not in names, path
