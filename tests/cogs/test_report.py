"""What a report holds, and what it keeps closed."""

from __future__ import annotations

import re

import pytest

from cogs.report import may_show_all, program_version, report_text
from data import Kind, Status
from klondike import Game
from tests.cogs.hall import Hall, record


def field(text: str, name: str) -> str:
    """Read one line of a report."""
    found = re.search(rf"^{name}: (.*)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


async def test_k38_a_report_can_be_played_again(hall: Hall) -> None:
    """Code and log of a report give the very game back: actions, score and result."""
    turn = await hall.play(await hall.start(rules="D3V"), "d d d u redo d w3 d d")
    for _ in range(12):
        turn = await hall.play(turn, "d")
    ended = (await hall.sessions.resign(turn.record.id, turn.record.player_discord_id)).record
    text = report_text(ended)
    code, _, log = field(text, "deal code"), *text.partition("\nlog:\n")[1:]
    fresh = Game.from_code(code)
    again = Game.replay(fresh.deal, fresh.rules, " ".join(log.split()))
    assert (again.ply, again.score, str(again.outcome())) == (ended.ply, ended.score, "Outcome.GIVEN_UP")
    assert field(text, "action") == str(ended.ply)
    assert field(text, "revision") == str(ended.revision)
    assert field(text, "rules") == "D3V"
    assert field(text, "result") == "given_up"
    assert field(text, "booked") == str(ended.booked)


def test_a_report_names_nobody_and_no_place() -> None:
    """No Discord id, of a person, a server, a channel, a message or an interaction, stands in it."""
    secret = dict.fromkeys(
        ("player_discord_id", "guild_discord_id", "channel_id", "message_id", "last_interaction"),
        987654321987654321,
    )
    ended = record(status=Status.WON, ended_at=5_000, started_at=1_000, active_ms=2_500, **secret)
    text = report_text(ended)
    assert "987654321" not in text
    assert field(text, "started") == "1970-01-01T00:00:01+00:00"
    assert field(text, "ended") == "1970-01-01T00:00:05+00:00"
    assert field(text, "time played") == "2 s"
    assert text.endswith("log:\n(empty)\n")


def test_rules_that_are_no_longer_known_do_not_hide_the_deal() -> None:
    """A game of an older version is reported with the number of its deal."""
    old = record(status=Status.ENDED_BY_UPDATE, rules="D9X", deal=77)
    assert field(report_text(old), "deal code") == "(deal 77)"


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("status", Status)
def test_only_a_game_that_is_over_for_everybody_is_open_to_all(kind: Kind, status: Status) -> None:
    """An open game stays closed; so does one of a day or a race that others may still play."""
    alone_and_over = kind in {Kind.FREE, Kind.TOGETHER} and status is not Status.OPEN
    assert may_show_all(record(kind=kind, status=status)) is alone_and_over


def test_a_program_that_was_only_copied_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its metadata the program says that its version is unknown."""
    assert program_version()
    monkeypatch.setattr("cogs.report.PROGRAM", "no-such-program-anywhere")
    assert program_version() == "unknown"
