"""After a game and watching, through the real bot with real compiled search."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from cogs.workbench import WORKERS
from data import Kind, NewGame, games
from data.periods import day_of
from klondike import Deal, Game, Outcome, Rules
from localdiscord import Callback
from tests.e2e.acts import give_up
from tests.e2e.reading import game_of, is_written, labels, says, until
from tests.strategies import play_at_random

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cogs.workbench import Workbench
    from localdiscord import Message, Reply, Seat
    from tests.e2e.house import House

RULES: Final = Rules.preset(draw=3)
DEAL: Final = 1
"""Can be won with draw 3; `lost_log` plays it badly."""
FATAL: Final = 22
"""The move of `lost_log` after which it can no longer be won."""
HOPELESS: Final = 0
"""Cannot be won with draw 3."""


def lost_log() -> list[str]:
    """Give the actions of a game that can be won until move 22; some of them are undone."""
    game = play_at_random(Game(Deal(DEAL), RULES), Random(2), 80)
    assert "u" in game.log.split()
    return game.log.split()


async def played(house: House, tokens: list[str], *, number: int = DEAL) -> Message:
    """Start a game, play in it, and give its board."""
    board = await house.deal(number=number, draw=3, scoring="normal")
    game = game_of(board)
    for begin in range(0, len(tokens), 40):
        text = " ".join(tokens[begin : begin + 40])
        turn = await house.bot.sessions.play_text(game, house.alice.user.id, text)
        assert turn.line is not None
        assert turn.line.refusal is None
    return board


async def ended(house: House, tokens: list[str], *, number: int = DEAL) -> Message:
    """Play a game, give it up, and give its board."""
    board = await played(house, tokens, number=number)
    await give_up(house.alice)
    await says(board, "Given up after")
    return board


async def asked(seat: Seat, board: Message) -> Message:
    """Press "Was it winnable?" and give the answer, once it is there."""
    reply = await seat.click(board, "Was it winnable?")
    return await answered(reply)


async def answered(reply: Reply) -> Message:
    """Give a private answer once it is worked out."""
    assert reply.ephemeral
    await says(reply.shown, "**")
    return reply.shown


def failing(*_: Any, **__: Any) -> Any:
    """Stand in for a solver that has a fault."""
    raise ArithmeticError


@asynccontextmanager
async def occupied(bench: Workbench) -> AsyncIterator[None]:
    """Keep all of a workbench busy meanwhile."""
    release = threading.Event()
    busy = [asyncio.create_task(bench.run(lambda _: release.wait())) for _ in range(WORKERS)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        release.set()
        await asyncio.gather(*busy)


def step_of(film: Message) -> tuple[int, ...]:
    """Read the step that a film shows, and of how many."""
    found = re.search(r"Step (\d+)(?: of (\d+))?", film.text)
    assert found is not None, film.text
    return tuple(int(figure) for figure in found.groups() if figure)


# Was it winnable?


async def test_a_lost_game_is_told_its_verdict_and_where_it_turned(thinking_house: House) -> None:
    """The board of a game that was given up offers it, and the answer is its player's alone."""
    house = thinking_house
    board = await ended(house, lost_log())
    assert labels(board) == ["Play again", "Was it winnable?", "Replay", "Result card"]
    answer = await asked(house.alice, board)
    assert "**Yes**: this deal can be won (Draw 3 · Normal)" in (answer.text)
    assert re.search(rf"After move {FATAL} \(.+\) it could no longer be won", answer.text)
    assert labels(answer) == ["Show how to win", f"Show how to win from move {FATAL - 1}"]
    assert answer.ephemeral_for is house.alice.user


async def test_a_verdict_is_worked_out_once(thinking_house: House) -> None:
    """Who asks on and on is told the same, and nothing is searched for again."""
    house = thinking_house
    board = await ended(house, lost_log())
    first = await asked(house.alice, board)
    house.bot.compiled.solve = failing
    for _ in range(3):
        again = await asked(house.alice, board)
        assert (again.text, labels(again)) == (first.text, labels(first))


async def test_a_verdict_that_comes_late_leaves_the_board(thinking_house: House) -> None:
    """A press that was deferred is answered beside the board, and the verdict takes that answer's place."""
    house = thinking_house
    board = await ended(house, lost_log())
    before = (board.text, board.image, labels(board))
    shelf = house.general.private
    async with house.held_reads():
        pending = house.alice.click(board, "Was it winnable?")
        await asyncio.sleep(2.2)
    await pending
    await until(lambda: any("**Yes**" in message.text for message in shelf))
    assert (board.text, board.image, labels(board)) == before
    assert board.ephemeral_for is None
    assert len([message for message in shelf if "🔎" in message.text]) == 1


async def test_the_line_is_stepped_to_the_won_board(thinking_house: House) -> None:
    """Every step is a board with what is done in it; the last one is won; the ends are a press away."""
    house = thinking_house
    answer = await asked(house.alice, await ended(house, lost_log()))
    opened = await house.alice.click(answer, "Show how to win")
    assert opened.ephemeral
    film = opened.shown
    _, total = step_of(film)
    assert [button.disabled for button in film.buttons] == [True, False, True, True, False, False]
    for step in range(1, total + 1):
        assert step_of(film) == (step, total)
        assert film.image is not None
        reply = await house.alice.click(film, "Next")
        assert reply.kind is Callback.UPDATE
    assert "🏆 Won in" in film.text
    assert "K♠ K♥ K♦ K♣" in (film.alt or "")
    assert [button.disabled for button in film.buttons] == [False, True, False, False, True, True]
    await house.alice.click(film, "Start")
    assert step_of(film) == (1, total)
    await house.alice.click(film, "End")
    await house.alice.click(film, "Back")
    assert step_of(film) == (total, total)


async def test_the_line_from_the_last_winnable_position_begins_there(thinking_house: House) -> None:
    """Its first picture is the player's own board of that moment."""
    house = thinking_house
    answer = await asked(house.alice, await ended(house, lost_log()))
    film = (await house.alice.click(answer, f"Show how to win from move {FATAL - 1}")).shown
    assert f"How to win from move {FATAL - 1}" in film.text
    assert f"{FATAL - 1} moves" in (film.alt or "")
    await house.alice.click(film, "End")
    assert "🏆 Won in" in film.text


async def test_a_line_goes_on_after_a_restart(thinking_house: House) -> None:
    """The same step of the same line, worked out anew."""
    house = thinking_house
    answer = await asked(house.alice, await ended(house, lost_log()))
    film = (await house.alice.click(answer, "Show how to win")).shown
    for _ in range(30):
        await house.alice.click(film, "Next")
    before = (film.text, film.alt)
    await house.restart()
    await house.alice.click(film, "Next")
    assert step_of(film)[0] == 32
    await house.alice.click(film, "Back")
    assert (film.text, film.alt) == before


async def test_a_won_game_shows_how_it_was_won(thinking_house: House) -> None:
    """Who won needs no proof: the line is their own."""
    house = thinking_house
    solve = house.bot.compiled.solve
    assert solve is not None
    line = [str(move) for move in solve(Game(Deal(DEAL), RULES)).line]
    board = await played(house, line[:-1])
    await house.alice.slash("/klondike move", text=line[-1])
    await says(board, "Won in")
    answer = await asked(house.alice, board)
    assert "you won it yourself" in answer.text
    assert labels(answer) == ["Show how to win"]
    film = (await house.alice.click(answer, "Show how to win")).shown
    await house.alice.click(film, "End")
    assert "🏆 Won in" in film.text


async def test_a_deal_that_cannot_be_won_says_so(thinking_house: House) -> None:
    """It is proved, and there is no line; also where it was given up at once."""
    house = thinking_house
    board = await ended(house, [], number=HOPELESS)
    answer = await asked(house.alice, board)
    assert "**No**" in answer.text
    assert labels(answer) == []
    again = await answered(await house.alice.slash("/klondike verdict"))
    assert again.text == answer.text


async def test_an_open_game_tells_nothing(thinking_house: House) -> None:
    """Neither the command, nor a control that was made up, nor a film of it (RULES.md section 5)."""
    house = thinking_house
    board = await played(house, lost_log())
    game = game_of(board)
    replies = [
        await house.alice.slash("/klondike verdict"),
        await house.alice.click(board, custom_id=f"k:{game}:0:verdict", force=True),
        await house.alice.click(board, custom_id=f"f:line:{game}:0:0:0", force=True),
        await house.alice.click(board, custom_id=f"f:line:{game}:0:last:{house.alice.user.id}", force=True),
    ]
    for reply in replies:
        assert reply.ephemeral
        assert "only once a game is over" in reply.text
    assert "Was it winnable?" not in labels(board)


async def test_a_game_that_others_still_play_tells_nothing(thinking_house: House) -> None:
    """A daily deal that one has ended is the same for all, until its day is over (RULES.md section 5)."""
    house = thinking_house
    board = await ended(house, lost_log())
    seat = house.alice.user.id
    new = NewGame(
        player_discord_id=seat,
        guild_discord_id=house.home.id,
        name="Alice",
        deal=DEAL,
        rules="D3N",
        rules_version=1,
        draw=3,
        scoring="normal",
        now=1,
        kind=Kind.DAILY,
        day=day_of(house.now),
    )
    daily = await house.store.transact(lambda conn: games.start(conn, new))
    await house.bot.sessions.resign(daily.id, seat)
    for custom_id in (f"k:{daily.id}:1:verdict", f"f:line:{daily.id}:0:0:0", f"f:line:{daily.id}:0:0:{seat}"):
        reply = await house.alice.click(board, custom_id=custom_id, force=True)
        assert "only once a game is over for everybody" in reply.text


@pytest.mark.parametrize("who", ["alice", "bob"])
async def test_a_deal_that_is_still_played_somewhere_tells_nothing(thinking_house: House, who: str) -> None:
    """Also in direct messages and under other rules; told once that is over (RULES.md section 5)."""
    house = thinking_house
    board = await ended(house, lost_log())
    answer = await asked(house.alice, board)
    player = getattr(house, who).user
    new = NewGame(
        player_discord_id=player.id,
        guild_discord_id=0,
        name=who,
        deal=DEAL,
        rules="D1N",
        rules_version=1,
        draw=1,
        scoring="normal",
        now=1,
    )
    other = await house.store.transact(lambda conn: games.start(conn, new))
    for reply in (
        await house.alice.click(board, "Was it winnable?"),
        await house.alice.slash("/klondike verdict"),
        await house.alice.click(answer, "Show how to win"),
    ):
        assert "this deal is still being played" in reply.text
    await house.bot.sessions.resign(other.id, player.id)
    assert "**Yes**" in (await asked(house.alice, board)).text


async def test_a_deal_that_is_begun_during_the_search_is_not_told(thinking_house: House) -> None:
    """What was promised is taken back."""
    house = thinking_house
    board = await ended(house, lost_log())
    solve, release = house.bot.compiled.solve, threading.Event()
    assert solve is not None

    def slow(*args: Any, **options: Any) -> Any:
        release.wait()
        return solve(*args, **options)

    house.bot.compiled.solve = slow
    try:
        reply = await house.alice.click(board, "Was it winnable?")
        await house.deal(house.bob, number=DEAL)
    finally:
        release.set()
    await says(reply.shown, "this deal is still being played")
    assert labels(reply.shown) == []


async def test_another_member_learns_nothing_of_a_game(thinking_house: House) -> None:
    """Verdict and line are the player's own."""
    house = thinking_house
    board = await ended(house, lost_log())
    for custom_id in ("", f"f:line:{game_of(board)}:0:0:0"):
        reply = await house.bob.click(board, "Was it winnable?", custom_id=custom_id, force=bool(custom_id))
        assert reply.ephemeral
        assert "This is the game of" in reply.text


@pytest.mark.parametrize("tail", ["99999:0:0", "500:0:0"])
async def test_a_line_from_nowhere_is_told(thinking_house: House, tail: str) -> None:
    """A made-up place is no place."""
    house = thinking_house
    board = await ended(house, lost_log())
    reply = await house.alice.click(board, custom_id=f"f:line:{game_of(board)}:{tail}", force=True)
    assert "no longer know which game this belongs to" in reply.text


async def test_without_a_solver_nothing_is_offered_and_the_command_says_so(house: House) -> None:
    """The bot goes on; what was offered before a restart without one is answered as well."""
    board = await ended(house, lost_log())
    assert labels(board) == ["Play again", "Replay", "Result card"]
    game = game_of(board)
    replies = [
        await house.alice.slash("/klondike verdict"),
        await house.alice.click(board, custom_id=f"k:{game}:0:verdict", force=True),
        await house.alice.click(board, custom_id=f"f:line:{game}:0:0:0", force=True),
        await house.alice.click(board, custom_id="f:watch:strong:KL1D1NAAAAAAG:3:0", force=True),
    ]
    for reply in replies:
        assert "I have no solver here, so I cannot work that out" in reply.text


async def test_a_solver_that_fails_or_is_busy_is_told_in_place(
    thinking_house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The answer that was promised says so, the bot goes on, and the next question is answered."""
    house = thinking_house
    board = await ended(house, lost_log())
    bench, solve = house.bot.workbench, house.bot.compiled.solve
    house.bot.workbench._wait = 0.05
    async with occupied(bench):
        reply = await house.alice.click(board, "Was it winnable?")
        await says(reply.shown, "I have too much to work out at the moment")
    house.bot.compiled.solve = failing
    reply = await house.alice.click(board, "Was it winnable?")
    await says(reply.shown, "Something went wrong on my side")
    caplog.clear()  # that one is an incident, and logged as one
    house.bot.compiled.solve = solve
    assert "**Yes**" in (await asked(house.alice, board)).text


async def test_a_member_has_one_thing_worked_out_at_a_time(thinking_house: House) -> None:
    """A second press is answered at once and does nothing; others are not kept out."""
    house = thinking_house
    board = await ended(house, lost_log())
    solve, release, asked_for = house.bot.compiled.solve, threading.Event(), []
    assert solve is not None

    def slow(*args: Any, **options: Any) -> Any:
        asked_for.append(args)
        release.wait()
        return solve(*args, **options)

    house.bot.compiled.solve = slow
    try:
        first = await house.alice.click(board, "Was it winnable?")
        await until(lambda: asked_for)
        for reply in (
            await house.alice.click(board, "Was it winnable?"),
            await house.alice.slash("/klondike verdict"),
            await house.alice.slash("/klondike watch"),
        ):
            assert "I am still working on what you asked for before." in reply.text
        assert len(asked_for) == 1
        film = (await house.bob.slash("/klondike watch")).shown
        assert step_of(film) == (1,)
    finally:
        release.set()
    assert "**Yes**" in (await answered(first)).text
    assert "**Yes**" in (await asked(house.alice, board)).text


async def test_a_solver_that_is_still_loading_is_told_as_such(house: House) -> None:
    """After a restart it takes a while to be there."""
    await ended(house, lost_log())
    house.bot.compiled.loading = True
    assert "not ready yet" in (await house.alice.slash("/klondike verdict")).text


async def test_where_no_picture_may_be_sent_films_are_in_letters(thinking_house: House) -> None:
    """Lines and watched games alike."""
    house = thinking_house
    answer = await asked(house.alice, await ended(house, lost_log()))
    house.fake.deny(house.general, "attach")
    await house.fake.settled()
    film = (await house.alice.click(answer, "Show how to win")).shown
    public = await watched(house)
    for one in (film, public):
        assert is_written(one)
        await house.alice.click(one, "Next")
        assert (is_written(one), step_of(one)[0]) == (True, 2)


async def test_no_game_has_no_verdict(house: House) -> None:
    """Who has never played is told how to start."""
    assert "You have no game here" in (await house.alice.slash("/klondike verdict")).text


# Watch


async def watched(house: House, **options: object) -> Message:
    """Start a film in the general channel and give its message."""
    house.deals.append(2)
    reply = await house.alice.slash("/klondike watch", **options)
    assert not reply.ephemeral
    return reply.shown


async def test_watch_shows_a_game_with_its_reasons_and_books_nothing(thinking_house: House) -> None:
    """For all to see, step by step, to its end; nothing of it is stored."""
    house = thinking_house
    film = await watched(house, draw=3, scoring="vegas")
    assert "played by the strong hint" in film.text
    assert "💡" in film.text
    assert step_of(film) == (1,)
    texts = [film.text]
    for step in range(2, 6):
        await house.alice.click(film, "Next")
        assert step_of(film) == (step,)
        texts.append(film.text)
    assert len(set(texts)) == len(texts)
    await house.alice.click(film, "End")
    assert "The end, after" in film.text
    await house.alice.click(film, "Back")
    assert step_of(film)[0] == step_of(film)[1]
    for command in ("bankroll", "stats", "show"):
        text = (await house.alice.slash(f"/klondike {command}")).text
        assert any(words in text for words in ("no bankroll", "None yet", "no game here")), text


async def test_a_watched_game_goes_on_after_a_restart(thinking_house: House) -> None:
    """The hints find the same moves and reasons again."""
    house = thinking_house
    film = await watched(house)
    pages = []
    for _ in range(12):
        pages.append((film.text.rsplit("-#", 1)[0], film.alt))
        await house.alice.click(film, "Next")
    await house.restart()
    for page in reversed(pages):
        await house.alice.click(film, "Back")
        assert (film.text.rsplit("-#", 1)[0], film.alt) == page


async def test_another_member_turns_a_copy(thinking_house: House) -> None:
    """The public page stays as it is, and the copy goes its own way."""
    house = thinking_house
    film = await watched(house)
    before = film.text
    reply = await house.bob.click(film, "Next")
    assert reply.ephemeral
    copy = reply.shown
    assert step_of(copy)[0] == 2
    turned = await house.bob.click(copy, "Next")
    assert turned.kind is Callback.UPDATE
    assert step_of(copy)[0] == 3
    assert film.text == before


async def test_without_compiled_search_the_simple_hint_plays_and_says_so(house: House) -> None:
    """To its end as well."""
    film = await watched(house)
    assert "played by the simple hint" in film.text
    assert "💡" in film.text
    await house.alice.click(film, "End")
    assert "The end, after" in film.text
    await house.restart()
    await house.alice.click(film, "Start")
    assert step_of(film)[0] == 1


async def test_a_stop_breaks_off_what_is_worked_out(thinking_house: House) -> None:
    """A whole watched game under way ends with the bot, which says that it restarts."""
    house = thinking_house
    film = await watched(house, draw=1)
    pending = house.alice.click(film, "End")
    await asyncio.sleep(0.1)
    await house.restart()
    reply = await pending
    assert "restarting" in reply.text or "The end" in film.text


def test_the_lost_game_is_what_the_tests_take_it_for() -> None:
    """It is open at its end, and longer than the move that loses it."""
    game = Game.replay(Deal(DEAL), RULES, lost_log())
    assert game.outcome() is not Outcome.WON
    assert len(game.standing) > FATAL
