"""Every fault that such programs have had is held by a test here, or its feature does not exist yet."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.shared_data import SHARED

TESTS: Final = Path(__file__).parent
FAULTS: Final = SHARED / "FAULTS.md"

HELD: Final[dict[str, str]] = {
    "K1": "klondike/test_legality klondike/test_scoring",
    "K3": "data/test_results data/test_standings::test_rules_never_share_a_list",
    "K4": "klondike/test_scoring cogs/test_footers",
    "K6": "klondike/test_scoring data/test_money::test_winnings_follow_what_is_booked_up_and_down",
    "K7": "klondike/test_scoring",
    "K9": "cogs/test_counted_once data/test_standings::test_an_open_game_counts_nowhere",
    "K10": "cogs/test_counted_once data/test_standings::test_a_win_counts_once",
    "K11": "klondike/test_game data/test_games::test_an_ended_game_is_final",
    "K12": "klondike/test_game e2e/test_wins e2e/test_slips",
    "K13": "klondike/test_game e2e/test_wins",
    "K14": "klondike/test_game",
    "K15": "klondike/test_game",
    "K17": "klondike/test_game klondike/test_line::test_the_same_repeated_text_is_counted_apart",
    "K18": "klondike/test_game",
    "K20": "klondike/test_deal",
    "K21": "klondike/test_deal",
    "K22": "klondike/test_deal test_utf8",
    "K23": "klondike/test_deal",
    "K24": "klondike/test_deal klondike/test_deal::test_the_chi_square_would_find_a_biased_shuffle",
    "K25": "klondike/test_game e2e/test_answers",
    "K26": "klondike/test_legality",
    "K28": "cogs/test_winnable",
    "K29": "klondike/test_legality e2e/test_answers "
    "renderer/test_reading::test_the_empty_stock_says_what_can_be_done",
    "K30": "cogs/test_footers cogs/test_limits::test_no_two_choices_read_alike",
    "K31": "klondike/test_game",
    "K32": "klondike/test_game",
    "K34": "klondike/test_game cogs/test_sessions::test_commands_at_once_are_played_one_after_the_other",
    "K36": "klondike/test_game e2e/test_presses e2e/test_load",
    "K37": "klondike/test_game e2e/test_presses e2e/test_load "
    "data/test_games::test_of_twenty_presses_at_once_one_is_accepted",
    "K38": "cogs/test_footers cogs/test_report e2e/test_pages",
    "K39": "klondike/test_view cogs/test_footers",
    "K41": "e2e/test_answers cogs/test_sessions::test_active_time",
    "K42": "e2e/test_answers cogs/test_sessions::test_active_time",
    "K44": "klondike/test_game",
    "K45": "e2e/test_slips",
    "K46": "renderer/test_overlap renderer/test_reading::test_every_index_of_the_longest_column_is_whole",
    "K48": "renderer/test_overlap",
    "K49": "renderer/test_overlap renderer/test_reading::test_suits_differ_on_a_phone",
    "K50": "e2e/test_slips",
    "D1": "e2e/test_answers e2e/test_loop",
    "D2": "e2e/test_answers e2e/test_loop",
    "D3": "e2e/test_presses",
    "D4": "e2e/test_tokens",
    "D7": "e2e/test_presses",
    "D8": "e2e/test_presses",
    "D10": "e2e/test_answers",
    "D11": "e2e/test_new",
    "D13": "e2e/test_new e2e/test_direct",
    "D15": "e2e/test_start_stop",
    "D16": "e2e/test_start_stop",
    "D18": "e2e/test_presses",
    "D20": "e2e/test_records",
    "D21": "e2e/test_answers",
    "D22": "e2e/test_answers",
    "D23": "renderer/test_render::test_boards_in_play_are_landscape "
    "renderer/test_reading::test_nothing_lies_in_the_margin",
    "D24": "e2e/test_records e2e/test_lookups data/test_boards::test_members_may_be_left_out",
    "D27": "e2e/test_records test_utf8",
    "D28": "e2e/test_load data/test_store::test_two_hundred_moves_beside_a_long_reader",
    "D29": "data/test_versions data/test_migrate::test_a_newer_database_is_refused",
    "D30": "data/test_money::test_the_stake_is_booked_with_the_start "
    "data/test_money::test_the_books_balance_after_any_sequence "
    "data/test_audit::test_damage_by_hand_is_found",
    "D32": "e2e/test_typed",
    "D33": "e2e/test_crash",
    "D34": "e2e/test_slips",
    "D35": "e2e/test_new data/test_money::test_a_bankroll_belongs_to_one_player_in_one_server",
    "D37": "e2e/test_records e2e/test_lookups",
    "D38": "cogs/test_limits::test_every_board_is_within_the_limits "
    "cogs/test_limits::test_commands_are_within_the_limits "
    "cogs/test_limits::test_command_texts_fit_in_every_language",
    "D39": "cogs/test_days data/test_daily::test_a_streak_is_of_days_in_a_row",
    "D40": "cogs/test_footers klondike/test_notation::test_a_line_has_its_pinned_reading",
    "D42": "e2e/test_presses",
    "D43": "e2e/test_tokens e2e/test_answers::test_a_board_that_cannot_be_edited_is_laid_anew",
}
"""What holds each fault: `module` for its tests that are named after the fault, `module::test` for others."""

NOT_YET: Final[dict[str, str]] = {}
"""Faults of features that do not exist yet."""


@cache
def names_in(module: str) -> frozenset[str]:
    """Give the names of the tests in a module."""
    tree = ast.parse((TESTS / f"{module}.py").read_text("utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


@cache
def modules() -> tuple[str, ...]:
    """Give every module that holds tests."""
    return tuple(str(path.relative_to(TESTS).with_suffix("")) for path in sorted(TESTS.rglob("test_*.py")))


def named(test: str) -> set[str]:
    """Read the faults that a test is named after: K22, K23 and K24 from `test_k22_to_k24_…`."""
    found = re.match(r"test((?:_(?:to|[kd]\d+))+)(?:_|$)", test)
    names = [part.upper() for part in found[1].split("_") if part] if found else []
    for at, name in enumerate(names):
        if name == "TO":
            first, last = (int(end[1:]) for end in (names[at - 1], names[at + 1]))
            names += [f"{names[at - 1][0]}{number}" for number in range(first, last)]
    return set(names) - {"TO"}


@pytest.mark.parametrize("fault", HELD)
def test_a_fault_is_held(fault: str) -> None:
    """Each place that the table gives for a fault has a test of it."""
    for place in HELD[fault].split():
        module, _, test = place.partition("::")
        if test:
            assert test in names_in(module)
        else:
            assert any(fault in named(one) for one in names_in(module)), place


def test_a_name_speaks_of_a_fault_that_is_held() -> None:
    """No test is named after a fault that is not listed, or that nothing should hold yet."""
    for module in modules():
        for test in names_in(module):
            assert named(test) <= HELD.keys(), f"{module}::{test}"


def test_names_are_read_as_they_are_meant() -> None:
    """A name may speak of one fault, of several or of a row of them."""
    assert named("test_k1_foundation_to_foundation_is_no_move") == {"K1"}
    assert named("test_k31_k32_k34_nothing_moves") == {"K31", "K32", "K34"}
    assert named("test_k22_to_k24_the_shuffle") == {"K22", "K23", "K24"}
    assert named("test_draw_3_is_no_fault") == set()


def test_a_fault_that_is_not_held_has_a_reason() -> None:
    """No fault is both held and waiting for its feature."""
    assert all(NOT_YET.values())
    assert not HELD.keys() & NOT_YET.keys()


@pytest.mark.skipif(not FAULTS.is_file(), reason=f"no list of faults at {FAULTS} (set KLONDIKE_SHARED)")
def test_no_fault_of_the_list_is_missing() -> None:
    """Every row of the list is held or has its reason, and nothing else is."""
    rows = [line.partition(" ") for line in FAULTS.read_text("utf-8").splitlines() if line.startswith("- ")]
    listed: set[str] = set()
    for _, _, row in rows:
        numbers = re.match(r"((?:[KD]\d+(?:, |-)?)+) ", row)
        assert numbers is not None, row
        for part in numbers[1].split(", "):
            first, _, last = part.partition("-")
            end = int((last or first)[1:])
            listed |= {f"{first[0]}{number}" for number in range(int(first[1:]), end + 1)}
    assert listed == HELD.keys() | NOT_YET.keys()
