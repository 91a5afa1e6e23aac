"""Tricks to get onto a list or to dollars without earning them: each by its name, none of them pays."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from cogs.choices import Choice
from data import GameNotOpen, ListClass, boards
from klondike import Deal, DealCode, Game, Help, Rules
from tests.cogs.hall import ANN, BEN, CLUB, PRIVATE, Hall, seat
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.sessions import Turn

STAKE, WHOLE = -52, 208
PUB: Final = 901
CODE: Final = "KL1-D1V-2IRL2D-PIBXEO"
LINE: Final = 40


def won_vegas() -> tuple[DealCode, list[str]]:
    """Give a recorded clean win in Vegas that nothing of was undone."""
    path = Path(__file__).parents[1] / "klondike" / "golden" / "golden_logs.json"
    logs: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    log: str = next(one["log"] for one in logs if one["code"] == CODE)
    code = DealCode.parse(CODE)
    return code, list(Game.replay(code.deal, code.rules, log).standing)


async def play_all(hall: Hall, turn: Turn, tokens: Iterable[str]) -> Turn:
    """Play tokens on as few lines as they fit."""
    left = list(tokens)
    while left:
        turn = await hall.play(turn, " ".join(left[:LINE]))
        assert turn.line is not None
        assert turn.line.refusal is None
        del left[:LINE]
    return turn


async def win(hall: Hall, **start: Any) -> Turn:
    """Win a game of the recorded deal; a start without a choice is a random deal that is this one."""
    code, tokens = won_vegas()
    assert code.deal.number is not None
    hall.deals.append(code.deal.number)
    return await play_all(hall, await hall.start(**{"rules": "D1V", **start}), tokens)


async def lists(hall: Hall, player: int = ANN, guild: int = CLUB) -> dict[ListClass, tuple[int, int, int]]:
    """Give games, wins and best streak by list; for tests that play under one set of rules."""
    found = await hall.store.read(lambda conn: boards.player_stats(conn, player, guild))
    return {one.cls: (one.games, one.wins, one.best_streak) for one in found}


async def ranked(hall: Hall, guild: int = CLUB) -> set[tuple[str, int]]:
    """Give who stands on any ranked board of a server, with the value."""
    asked = [
        boards.bankroll(guild),
        *(
            kind(boards.ListOf(guild, draw, letter, cls))
            for kind in (boards.wins, boards.best_score)
            for draw in (1, 3)
            for letter in "NVCTB"
            for cls in (ListClass.CLEAN, ListClass.ASSISTED)
        ),
    ]
    rows = [
        await hall.store.read(lambda conn, one=one: boards.top(conn, one, limit=10))  # type: ignore[misc]
        for one in asked
    ]
    return {(row.name, row.value) for found in rows for row in found}


async def help_with(hall: Hall, turn: Turn, kind: Help) -> Turn:
    """Take help in an open game."""
    return await hall.sessions.take_help(turn.record.id, turn.record.player_discord_id, kind)


async def test_an_honest_win_earns(hall: Hall) -> None:
    """What all the tricks are after: it can be had."""
    await win(hall)
    assert await hall.balance() == WHOLE
    assert await lists(hall) == {ListClass.CLEAN: (1, 1, 1)}


async def test_resigning_on_and_on_costs_a_stake_each_time(hall: Hall) -> None:
    """No game that is given up pays anything back, whether by resigning or by a new one."""
    for number in range(1, 6):
        turn = await hall.start(rules="D1V")
        await hall.sessions.resign(turn.record.id, ANN)
        assert await hall.balance() == number * STAKE
    turn = await hall.start(rules="D1V")
    for number in range(7, 10):
        turn = await hall.start(rules="D1V", replaces=turn.record.id)
        assert await hall.balance() == number * STAKE
    assert await lists(hall) == {ListClass.CLEAN: (8, 0, 0)}


async def test_starting_for_a_good_deal_costs_a_stake_each_time(hall: Hall) -> None:
    """Whoever starts anew until the first cards please pays for each look."""
    for number in range(5):
        hall.deals.append(number)
        turn = await hall.start(rules="D3V")
        with pytest.raises(GameNotOpen):
            await hall.sessions.resign((await hall.sessions.resign(turn.record.id, ANN)).record.id, ANN)
    assert await hall.balance() == 5 * STAKE


@pytest.mark.parametrize(
    "choice",
    [Choice(code=CODE), Choice(rules=Rules.parse("D1V"), code=CODE)],
    ids=["typed", "on a button"],
)
async def test_a_code_that_is_played_again_earns_nothing(hall: Hall, choice: Choice) -> None:
    """A won deal is won again by its code: practice, however often."""
    await win(hall)
    for _ in range(2):
        turn = await play_all(hall, await hall.start(choice=choice), won_vegas()[1])
        assert turn.record.practice
        assert turn.view.score == WHOLE
    assert await hall.balance() == WHOLE
    assert await lists(hall) == {ListClass.CLEAN: (1, 1, 1), ListClass.PRACTICE: (2, 2, 2)}
    assert {value for _, value in await ranked(hall)} == {WHOLE, 1}


async def test_two_accounts_one_explores_and_the_other_plays(hall: Hall) -> None:
    """The second account needs the code, and whatever is played by a code is practice."""
    _, tokens = won_vegas()
    await win(hall)
    code = str(hall.sessions.code(await hall.sessions.last(seat())))
    turn = await play_all(hall, await hall.start(seat(BEN), choice=Choice(code=code)), tokens)
    assert turn.record.practice
    assert (await hall.balance(BEN) or 0, await lists(hall, BEN)) == (0, {ListClass.PRACTICE: (1, 1, 1)})
    assert {name for name, _ in await ranked(hall)} == {"player 101"}


async def test_an_open_game_s_code_is_help_for_the_one_who_shows_it(hall: Hall) -> None:
    """A second account may look the deal through; the first then wins nothing that counts."""
    code, tokens = won_vegas()
    assert code.deal.number is not None
    hall.deals.append(code.deal.number)
    turn = await hall.start(rules="D1V")
    shown = await help_with(hall, turn, Help.CODE)
    await hall.start(seat(BEN), choice=Choice(code=str(hall.sessions.code(shown))))
    turn = await play_all(hall, turn, tokens)
    assert turn.view.score == WHOLE
    assert await hall.balance() == STAKE
    assert await lists(hall) == {ListClass.CLEAN: (1, 0, 0), ListClass.ASSISTED: (1, 1, 1)}


async def test_one_account_in_two_servers_and_at_home(hall: Hall) -> None:
    """Each place has its own deals, bankroll and lists; what is private is on no board."""
    await win(hall, where=seat(guild=PUB))
    await win(hall, where=seat(guild=PRIVATE))
    await hall.start(rules="D1V")
    assert [await hall.balance(guild=place) for place in (CLUB, PUB, PRIVATE)] == [STAKE, WHOLE, WHOLE]
    assert await lists(hall) == {}
    assert await ranked(hall) == {("player 101", STAKE)}


async def test_the_same_deal_at_home_and_in_the_server(hall: Hall) -> None:
    """What was tried in private is played in the server by its code, and so as practice."""
    _, tokens = won_vegas()
    await play_all(hall, await hall.start(seat(guild=PRIVATE), choice=Choice(code=CODE)), tokens)
    turn = await play_all(hall, await hall.start(choice=Choice(code=CODE)), tokens)
    assert turn.record.practice
    assert await ranked(hall) == set()


@pytest.mark.parametrize("way", ["hint", "code", "peek"])
async def test_help_taken_late_counts_for_the_whole_game(hall: Hall, way: str) -> None:
    """A win that was as good as certain is assisted all the same: no dollar more, no clean win, no streak."""
    await win(hall)
    code, tokens = won_vegas()
    assert code.deal.number is not None
    hall.deals.append(code.deal.number)
    turn = await play_all(hall, await hall.start(rules="D1V"), tokens[:40])
    if way == "peek":
        while not turn.view.assisted:
            turn = await hall.play(turn, "u")
        turn = await play_all(
            hall, turn, tokens[len(Game.replay(code.deal, code.rules, turn.record.log).standing) : 40]
        )
    else:
        turn = await help_with(hall, turn, Help.HINT if way == "hint" else Help.CODE)
    booked = turn.record.booked
    turn = await play_all(hall, turn, tokens[40:])
    assert (turn.view.score, turn.record.booked) == (WHOLE, booked)
    assert await hall.balance() == WHOLE + booked < 2 * WHOLE
    assert await lists(hall) == {ListClass.CLEAN: (2, 1, 1), ListClass.ASSISTED: (1, 1, 1)}


async def test_peeking_and_undoing_on_and_on_books_nothing(hall: Hall) -> None:
    """Draws are looked at and undone: once that is help, dollars can only fall."""
    turn = await win_until_help(hall)
    least = turn.record.booked
    for token in Random(1).choices(["d", "u", "redo", "1f", "2f", "3f", "4f", "5f", "6f", "7f", "wf"], k=200):
        turn = await hall.play(turn, token)
        assert turn.record.booked <= least
        least = turn.record.booked
    assert await hall.balance() == least


async def win_until_help(hall: Hall) -> Turn:
    """Play some of the recorded game, and look at a card by an undone draw."""
    code, tokens = won_vegas()
    assert code.deal.number is not None
    hall.deals.append(code.deal.number)
    turn = await play_all(hall, await hall.start(rules="D1V"), tokens[:20])
    turn = await hall.play(turn, "d")
    return await hall.play(turn, "u")


async def test_a_card_carried_up_and_down_pays_once(hall: Hall) -> None:
    """Taken back and sent home again, and undone and redone: the dollars are those of the first time (K1)."""
    code, tokens = won_vegas()
    assert code.deal.number is not None
    hall.deals.append(code.deal.number)
    turn = await hall.start(rules="D1V")
    carried = 0
    for token in tokens:
        turn = await hall.play(turn, token)
        down = next((move for move in turn.view.legal_moves if move.source.suit is not None), None)
        if down is None or turn.view.outcome is not None:
            continue
        booked = turn.record.booked
        for text in (str(down), f"{down.target}f", "u2", "redo2", "u2", "redo2", "u2"):
            turn = await hall.play(turn, text)
            assert turn.record.booked <= booked
        assert turn.record.booked == booked
        carried += 1
        if carried == 4:
            break
    assert carried
    assert await hall.balance() == turn.record.booked


async def test_a_deal_that_is_asked_to_be_winnable_earns_nothing(hall: Hall) -> None:
    """It is practice from the first card."""
    code, tokens = won_vegas()
    choice = Choice(rules=Rules.parse("D1V"), winnable=True)
    turn = await play_all(hall, await hall.start(choice=choice, deal=code.deal), tokens)
    assert turn.record.practice
    assert (await hall.balance() or 0, await lists(hall)) == (0, {ListClass.PRACTICE: (1, 1, 1)})
    assert await ranked(hall) == set()


async def test_a_won_game_is_not_won_again(hall: Hall) -> None:
    """Undo, redo, finish, the last move again, giving up: it stays one win (K11)."""
    turn = await win(hall)
    for text in ("u", "redo", "finish", "d", won_vegas()[1][-1]):
        with pytest.raises(GameNotOpen):
            await hall.play(turn, text)
    with pytest.raises(GameNotOpen):
        await hall.sessions.resign(turn.record.id, ANN)
    with pytest.raises(GameNotOpen):
        await help_with(hall, turn, Help.HINT)
    assert await hall.balance() == WHOLE
    assert await lists(hall) == {ListClass.CLEAN: (1, 1, 1)}


@pytest.mark.parametrize("draw", [1, 3])
async def test_a_known_line_under_other_rules_is_practice_too(hall: Hall, draw: int) -> None:
    """The deal's number under another scoring is another code, and as chosen."""
    for letter in "NVCTB":
        code = DealCode.parse(
            f"KL1-D{draw}{letter}-" + str(DealCode(Deal(WON[draw]), Rules.parse(f"D{draw}N")))[8:]
        )
        turn = await play_all(hall, await hall.start(choice=Choice(code=str(code))), LINES[draw].split())
        assert turn.view.outcome is not None
        assert turn.record.practice
    assert await ranked(hall) == set()


def test_the_recorded_game_is_a_clean_win() -> None:
    """Also without what was undone in it."""
    code, tokens = won_vegas()
    game = Game.replay(code.deal, code.rules, tokens)
    assert (game.score, game.booked, game.assisted) == (WHOLE, WHOLE, False)
