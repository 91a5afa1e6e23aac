"""The ids of what those who manage a server press, and of games together: out and back, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.control_id import CUSTOM_ID_LIMIT, ControlId
from cogs.server_id import SERVER_PATTERN, SERVER_PREFIX, ServerAction, ServerId
from cogs.server_words import FIELDS, PAGES
from cogs.together_id import TOGETHER_PATTERN, TOGETHER_PREFIX, DeedsId

DETAILS = ("", *FIELDS, *PAGES, "1", f"{10**18 - 1}:{10**9 - 1}")


@pytest.mark.parametrize("action", ServerAction)
def test_every_control_of_a_server_comes_back(action: ServerAction) -> None:
    """Action and detail are read as they were written, and belong to no other family."""
    for detail in DETAILS:
        asked = ServerId(action, detail)
        assert ServerId.parse(str(asked)) == asked
        assert len(str(asked)) <= CUSTOM_ID_LIMIT
        assert ControlId.parse(str(asked)) is None


def test_the_control_of_who_did_what_comes_back() -> None:
    """With the longest number too."""
    for game in (0, 10**18 - 1):
        assert DeedsId.parse(str(DeedsId(game))) == DeedsId(game)
        assert str(DeedsId(game)).startswith(TOGETHER_PREFIX)


@given(st.from_regex(SERVER_PATTERN, fullmatch=True) | st.text().map(f"{SERVER_PREFIX}{{}}".format))
def test_a_servers_id_is_read_only_as_it_is_written(text: str) -> None:
    """Nothing that looks alike is taken for another."""
    asked = ServerId.parse(text)
    assert asked is None or str(asked) == text


@given(st.from_regex(TOGETHER_PATTERN, fullmatch=True) | st.text(max_size=30))
def test_only_digits_name_a_game(text: str) -> None:
    """Numbers of any other script are none."""
    asked = DeedsId.parse(text)
    assert (asked is not None) == bool(re.fullmatch(r"t:log:[0-9]{1,18}", text))
