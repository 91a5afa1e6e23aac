"""Which texts the code asks for: the keys of every call, read from the source."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from babel.messages.pofile import read_po
from discord import app_commands

import cogs
from cogs.advice import Level
from cogs.control_id import ControlAction
from cogs.help import TOPICS
from cogs.hints import LEVEL_CHOICES
from cogs.i18n import LOCALES
from cogs.klondike import KlondikeCog
from cogs.me import WISH_CHOICES
from cogs.page_id import LISTS
from cogs.places import Right
from cogs.play import SCORING_CHOICES
from cogs.race_id import RaceAction
from cogs.races import State
from cogs.records import BOARD_CHOICES, CLASS_CHOICES, LIST_CHOICES, SPAN_CHOICES
from cogs.server_words import FIELDS, PAGES
from data import ListClass, RaceRefusal
from klondike import Help
from klondike.errors import CodePart, NotationFault, Reason
from klondike.hint import HintKind
from renderer import BACKS, THEMES
from tests.strategies import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Asked", "asked", "command_paths", "constants", "families", "messages", "patterns"]

SOURCES: Final = sorted(Path(cogs.__path__[0]).glob("*.py"))
VOICES: Final = frozenset({"say", "t", "command_text", "_plain", "_board"})
"""Functions that take a key."""


class Asked(NamedTuple):
    """A call that asks for a text by its whole key, and the values that it fills in."""

    key: str
    values: frozenset[str]
    where: str


@cache
def messages(language: str) -> dict[str, tuple[str, ...]]:
    """Give the texts of a language by key: one, or one for each plural form."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    found = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            texts = message.string or ""
            found[key] = (texts,) if isinstance(texts, str) else tuple(texts)
    return found


def command_paths() -> list[str]:
    """Give every command as it is typed behind `/klondike`, such as "me look"."""
    found: list[str] = []
    for command in KlondikeCog.__cog_app_commands__:
        leaves = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        found += [leaf.qualified_name for leaf in leaves]
    return found


def families() -> dict[str, Iterable[str]]:
    """Give what a key that is put together can end in, by its beginning."""
    choices = chain(
        SCORING_CHOICES,
        BOARD_CHOICES,
        LIST_CHOICES,
        CLASS_CHOICES,
        SPAN_CHOICES,
        LEVEL_CHOICES,
        WISH_CHOICES,
    )
    return {
        "refusal.": [reason.value for reason in Reason],
        "notation.": [fault.value for fault in NotationFault],
        "board.counts-": [
            "daily",
            "daily-late",
            "race",
            "together",
            "clean",
            "assisted",
            "practice",
            "winnable",
            "private",
        ],
        "code.": [part.value for part in CodePart],
        "scoring.": {rules.letter for rules in PRESETS},
        "class.": list(ListClass),
        "error.no-": [kind.value for kind in Help],
        "choice.": [str(choice.value) for choice in choices],
        "choice.help-": TOPICS,
        "help.": TOPICS,
        "pile.": ["waste", "foundation"],
        "right.": list(Right),
        "lost.": list(Right),
        "option.": _conflicts(),
        "leaderboard.counts-": {board.board for board in LISTS},
        "leaderboard.empty-": {"daily", "race", *(board.board for board in LISTS)},
        "command.": ["me", "server", *(path.split()[-1] for path in command_paths())],
        "hint.": [kind.value for kind in HintKind],
        "button.": [
            ControlAction.UNDO,
            ControlAction.REDO,
            ControlAction.FINISH,
            ControlAction.TYPE,
            ControlAction.RESIGN,
            ControlAction.RESIGN_YES,
            ControlAction.KEEP,
            ControlAction.HINT,
            ControlAction.VERDICT,
            ControlAction.RESULT,
        ],
        "film.watch-": list(Level),
        "race.": list(State),
        "race.no-": list(RaceRefusal),
        "button.race-": [action for action in RaceAction if action is not RaceAction.KEEP],
        "look.": THEMES,
        "back.": BACKS,
        "server.field-": FIELDS,
        "server.choose-": FIELDS,
        "server.none-": ["draw", "scoring", "daily_channel", "daily_role", "daily_draw"],
        "server.page-": PAGES,
        "server.how-": ["threads", "listed"],
        "server.needed-": ["settings", "together", "listed"],
        "together.did-": ["hint", "code", "resign"],
    }


@cache
def asked() -> tuple[Asked, ...]:
    """List the calls with a whole key."""
    return tuple(
        Asked(key.value, frozenset(word.arg for word in call.keywords if word.arg), f"{name}:{call.lineno}")
        for name, call in _calls()
        if call.args
        for key in _alternatives(call.args[0])
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    )


@cache
def patterns() -> frozenset[str]:
    """Give the beginnings of the keys that are put together."""
    return frozenset(
        key.values[0].value
        for _, call in _calls()
        if call.args
        for key in _alternatives(call.args[0])
        if isinstance(key, ast.JoinedStr)
        and isinstance(key.values[0], ast.Constant)
        and isinstance(key.values[0].value, str)
    )


@cache
def constants() -> frozenset[str]:
    """Give every string in the source that looks like a key."""
    return frozenset(
        node.value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z]+(\.[\w-]+)?", node.value)
    )


def _conflicts() -> list[str]:
    """Give the conflicts of options that the code raises."""
    return [
        str(node.args[0].value)
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "OptionConflict"
        and isinstance(node.args[0], ast.Constant)
    ]


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in SOURCES:
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for name, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                # `speaker(locale)("key")` calls what a call gave.
                voice = function.func if isinstance(function, ast.Call) else function
                if isinstance(voice, ast.Name) and voice.id in {*VOICES, "speaker"} and node.args:
                    if voice is function and voice.id == "speaker":
                        continue
                    yield name, node


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _alternatives(node.body)
        yield from _alternatives(node.orelse)
    else:
        yield node
