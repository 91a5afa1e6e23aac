"""The one error table: every error that can reach a player has words, and nothing raw gets out."""

from __future__ import annotations

import logging
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, cast

import aiohttp
import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

import data.errors
import klondike.errors
from cogs import answering, faults
from cogs.choices import Choice, settle
from cogs.errors import _TABLE, SHOWN_TEXT, explain, link, quoted, refusal_text
from cogs.help import HelpCommands
from cogs.i18n import languages
from klondike import Card, CodeError, Deal, DealCode, Game, Help, IllegalMove, NotationError, Rules
from klondike.errors import (
    AmbiguousMove,
    CodePart,
    GameOver,
    NotationFault,
    NothingToRedo,
    NothingToUndo,
    Reason,
)
from klondike.line import play_line
from tests.cogs.hall import record
from tests.cogs.keys import families
from tests.cogs.voices import SAY, VOICES

if TYPE_CHECKING:
    from collections.abc import Iterator

RAW: Final = "Rawtext"
"""Stands in every error's own message, and may stand in no answer."""

HOSTILE: Final = [
    "`code` ```block``` ``",
    "@everyone <@123456789012345678>",
    "**bold** [x](http://y)",
    "x" * 5000,
    "a\nb\r\nc\u2028d",
    "\u202eright to left",
    "",
    "   ",
    "{player} {0} %s",
    "`",
    "\\`",
    "ˋ´＇",
]


def http(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    """Give an error as discord.py makes it from Discord's reply."""
    response = cast("Any", SimpleNamespace(status=status, reason=RAW))
    return kind(response, {"code": code, "message": RAW})


def known_errors() -> Iterator[Exception]:
    """Give an error of every kind that players are told about in words of its own."""
    seven, eight = Card.parse("7h"), Card.parse("8s")
    for reason in Reason:
        yield IllegalMove("35x2", reason, card=seven, onto=eight)
        yield IllegalMove("", reason)
    for fault in NotationFault:
        yield NotationError("taxi", fault)
    for part in CodePart:
        yield CodeError(part, "XX", shortest="KL1-D1N-AAAAAAG")
    for which in families()["option."]:
        yield faults.OptionConflict(which)
    yield from (GameOver("d"), AmbiguousMove("f4", ("fh4", "fd4")), NothingToUndo(), NothingToRedo())
    stored = record(id=987654321, revision=13579)
    lost = record(id=987654321, revision=13579, message_id=None)
    for where in (stored, lost):
        yield from (faults.NotYours(where), faults.OldBoard(where), faults.EndedByUpdate(where))
        yield faults.PlayedUnderOldRules(where)
        yield data.errors.DayTried(where)
        yield from (data.errors.GameAlreadyOpen(where), data.errors.GameNotOpen(where))
        yield from (data.errors.StaleRevision(where), data.errors.DuplicateInteraction(where))
    yield from (
        faults.NoGame(),
        faults.NoGame(stored),
        faults.NoGame(lost),
        faults.NoSuchGame(RAW),
        faults.UnknownBoard(987654321),
        faults.LogFull(RAW),
        *(faults.HelpRefused(kind) for kind in Help),
        faults.ServersOnly(RAW),
        *(faults.ServerNeeded(what) for what in families()["server.needed-"]),
        faults.NotPlayedHere((31, 32)),
        faults.NotPlayedHere(()),
        faults.StartersChoice(stored, None),
        faults.StartersChoice(stored, 10**12),
        faults.FiguresHidden("ann", private=False),
        faults.FiguresHidden("ann", private=True),
        faults.CannotGoOn(RAW),
        faults.NoOpponent(RAW),
        faults.NotChallenged(1, 2),
        faults.NotOver(RAW),
        faults.SearchMissing(loading=True),
        faults.SearchMissing(loading=False),
        faults.Busy(RAW),
        faults.ShownJustNow(RAW),
        faults.TooFast(RAW),
        faults.StillWorking(RAW),
        faults.Restarting(RAW),
        faults.MissingRights(("view",)),
        faults.MissingRights(("view", "send-in-threads", "attach")),
        faults.ThreadLocked(RAW),
        faults.ManagersOnly(RAW),
        faults.ServerCheckOnly(RAW),
        faults.NoSolver(RAW),
        faults.NoWinnableDeal(Rules.preset()),
    )
    yield from (data.errors.RaceRefused(why) for why in data.errors.RaceRefusal)
    yield from (data.errors.UnknownGame(987654321), data.errors.StoreClosed(RAW), answering.TooLate(RAW))
    yield from (data.errors.StoreFailing(RAW), data.errors.StoreDamaged(RAW))
    yield from (
        app_commands.CommandNotFound(RAW, []),
        app_commands.CommandSignatureMismatch(HelpCommands.help),
        http(discord.Forbidden, 403, 50013),
        http(discord.NotFound, 404, 10003),
    )


def troubles() -> Iterator[Exception]:
    """Give the errors that come from outside: Discord is away or has a fault of its own."""
    yield from (
        http(discord.DiscordServerError, 503, 0),
        http(discord.HTTPException, 429, 0),
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientError(),
    )


def unforeseen_errors() -> Iterator[Exception]:
    """Give errors that nobody foresaw, and those that only an operator can do something about."""
    yield from (
        RuntimeError(RAW),
        ValueError(RAW),
        KeyError(RAW),
        AssertionError(RAW),
        TimeoutError(RAW),
        OSError(RAW),
    )
    yield from (data.errors.DatabaseUnusable(RAW, RAW), data.errors.DatabaseTooNew(RAW, RAW))
    yield from (data.errors.DatabaseInUse(RAW, 1), data.errors.BackupUnfit(RAW, RAW))
    yield from (
        http(discord.HTTPException, 400, 50035),
        app_commands.CheckFailure(RAW),
        app_commands.TransformerError(RAW, discord.AppCommandOptionType.string, app_commands.Transformer()),
    )


def wrapped(error: Exception) -> Exception:
    """Give an error as discord.py hands it on from a command's body."""
    return app_commands.CommandInvokeError(HelpCommands.help, error)


def concrete(module: Any) -> set[type[Exception]]:
    """Give the error classes of a module that no other one refines, and those that are raised themselves."""
    classes = {
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Exception) and item.__module__ == module.__name__
    }
    bases = {base for item in classes for base in item.__bases__ if base in classes}
    return (classes - bases) | {IllegalMove} & classes


def ids(error: Exception) -> str:
    """Name an error in a test's id."""
    return type(error).__name__


def check_words(text: str, error: Exception) -> None:
    """Hold an answer against what every answer must be."""
    assert text
    assert text == text.strip()
    assert not re.search(r"\{\w*\}", text)
    assert RAW not in text
    assert "Traceback" not in text
    assert type(error).__name__ not in text
    assert "987654321" not in text
    assert len(text) <= 1000


@pytest.mark.parametrize("language", languages())
def test_every_error_has_words(language: str, caplog: pytest.LogCaptureFixture) -> None:
    """Each known error, also as discord.py wraps it, is told in words of its own, and nothing is logged."""
    seen = set()
    for error in known_errors():
        for given_error in (error, wrapped(error)):
            text = explain(VOICES[language], given_error)
            check_words(text, error)
            assert text != VOICES[language]("error.unexpected", incident="")
        seen.add(type(error))
    assert caplog.records == []
    unforeseen = {type(error) for error in unforeseen_errors()}
    for module in (klondike.errors, faults, data.errors):
        assert concrete(module) <= seen | unforeseen, "an error class that this test does not know"
    outside = {aiohttp.ClientError, discord.DiscordServerError, discord.HTTPException}
    assert set(_TABLE) - {data.errors.GameConflict, app_commands.CommandInvokeError} - outside <= seen


@pytest.mark.parametrize("error", [*troubles()], ids=ids)
def test_trouble_on_discords_side_is_told_and_logged_in_a_line(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """The player hears that what was done is kept; the log says what happened, without a traceback."""
    assert explain(SAY, error) == SAY("error.discord")
    (logged,) = caplog.records
    assert (logged.levelno, logged.exc_info) == (logging.WARNING, None)


@pytest.mark.parametrize("error", [*unforeseen_errors(), *map(wrapped, unforeseen_errors())], ids=ids)
def test_an_unforeseen_error_is_logged_once_with_the_number_that_is_told(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """The player reads a number and nothing of the error; the log has the same number and the error."""
    text = explain(SAY, error)
    check_words(text, error)
    (logged,) = caplog.records
    number = re.search(r"number (\w+)", text)
    assert number is not None
    assert logged.getMessage() == f"incident {number[1]}"
    assert logged.levelno == logging.ERROR
    assert logged.exc_info is not None
    assert logged.exc_info[1] is (
        error.original if isinstance(error, app_commands.CommandInvokeError) else error
    )


def test_two_incidents_have_two_numbers(caplog: pytest.LogCaptureFixture) -> None:
    """The number finds one entry of the log."""
    assert len({explain(SAY, RuntimeError()) for _ in range(20)}) == 20
    assert len(caplog.records) == 20


def test_reasons_differ() -> None:
    """No two reasons, faults or parts are told in the same words."""
    texts = [explain(SAY, IllegalMove("", reason)) for reason in Reason]
    assert len(set(texts)) == len(texts)
    texts = [explain(SAY, NotationError("x", fault)) for fault in NotationFault]
    assert len(set(texts)) == len(texts)
    texts = [explain(SAY, CodeError(part, "x", "y")) for part in CodePart]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    "line", ["7h 8s", "xyzzy", "35", "f4", "wf", "r", "finish", "99", "d 2c", "1", "kd e", ""]
)
def test_a_refused_line_ends_with_what_would_work(line: str) -> None:
    """A refusal gives the reason and one example, and the example works."""
    game = Game(Deal(6), Rules.preset())
    try:
        error: Exception | None = play_line(game, line).refusal
    except NotationError as refused:
        error = refused
    assert error is not None
    text = refusal_text(SAY, error, game.view)
    example = text.rsplit("`", 2)[1]
    assert play_line(game, example).refusal is None


@pytest.mark.parametrize("error", [NothingToUndo(), NothingToRedo()], ids=ids)
def test_nothing_to_undo_needs_no_example(error: Exception) -> None:
    """Whoever wants to undo has typed no wrong move."""
    assert "`" not in refusal_text(SAY, error, Game(Deal(6), Rules.preset()).view)


def test_a_finished_game_has_no_example() -> None:
    """After the end the refusal stands alone."""
    game = Game(Deal(6), Rules.preset())
    game.resign()
    assert refusal_text(SAY, GameOver("d"), game.view) == "`d`: The game is over."


@pytest.mark.parametrize("text", HOSTILE)
def test_quoted_text_stays_inside_its_code(text: str) -> None:
    """A player's own text cannot leave its code, end its line, turn it around or fill the screen."""
    check_quoted(quoted(text))


@given(st.text(max_size=200))
def test_any_quoted_text_stays_inside_its_code(text: str) -> None:
    """Whatever is typed."""
    check_quoted(quoted(text))


def check_quoted(shown: str) -> None:
    """Hold a quoted text against what it must be."""
    assert shown[0] == shown[-1] == "`"
    assert shown.count("`") == 2
    assert 3 <= len(shown) <= SHOWN_TEXT + 3
    assert len(shown.splitlines()) == 1
    assert "\u202e" not in shown


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_make_harmless_errors(text: str) -> None:
    """Texts that come from players keep to their code in every error that repeats them."""
    errors: list[Exception] = [
        NotationError(text),
        AmbiguousMove(text, (text, text)),
        IllegalMove(text, Reason.BURIED),
    ]
    errors += [CodeError(part, text) for part in CodePart]
    for error in errors:
        words = explain(SAY, error)
        assert words.count("`") % 2 == 0
        assert "\n" not in words
        assert len(words) <= 500
        outside = "".join(words.split("`")[::2])
        assert "@everyone" not in outside
        assert "<@" not in outside


@pytest.mark.parametrize(
    "code", ["", "-", "KL2-D1N-AAAAAAG", "KL1-D1N-AAAAAA1", "KL1-D2N-AAAAAAG", "KL1-D1X-AAAAAAG"]
)
def test_a_wrong_code_is_told_by_its_part(code: str) -> None:
    """Each part of a code has its own words."""
    with pytest.raises(CodeError) as caught:
        settle(Choice(code=code), None)
    check_words(explain(SAY, caught.value), caught.value)


def test_a_longer_form_of_a_code_is_told_the_shorter_one() -> None:
    """Who types twelve letters where seven do is shown the seven, and they work."""
    with pytest.raises(CodeError) as caught:
        DealCode.parse("KL1-D1N-AAAAAA-AAAAAG")
    shorter = explain(SAY, caught.value).rsplit("`", 2)[1]
    assert DealCode.parse(shorter).deal.number == 6


def test_links_lead_to_the_board() -> None:
    """A board has an address in a server, and none in a private place or where it was never placed."""
    assert link(record()) == "https://discord.com/channels/900/31/32"
    assert link(record(guild_discord_id=0)) == ""
    assert link(record(message_id=None)) == ""
    assert link(record(channel_id=None)) == ""
