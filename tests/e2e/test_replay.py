"""Games that are over, shown again: step by step, and as an animated picture."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import pytest
from PIL import Image

import cogs.clips
from data import Kind, NewGame, games
from data.periods import day_of
from klondike import Deal, Game, Rules
from localdiscord import Callback
from localdiscord.faults import error
from tests.e2e.acts import give_up
from tests.e2e.reading import PATIENCE, game_of, is_written, labels, says, until
from tests.winning import LINES, WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord import Message, Seat
    from tests.e2e.house import House

TOKENS: Final = ("d", "d", "u", "d", "d", "d")
"""What is played in most games here: five draws, one of them undone."""
STEPS: Final = 4
OPEN: Final = "only once a game is over"


async def played(
    house: House, tokens: tuple[str, ...] = TOKENS, *, number: int = 6, draw: int = 1, scoring: str = "normal"
) -> Message:
    """Start a game of Alice's, play in it, and give its board."""
    board = await house.deal(number=number, draw=draw, scoring=scoring)
    game = game_of(board)
    for begin in range(0, len(tokens), 40):
        line = " ".join(tokens[begin : begin + 40])
        turn = await house.bot.sessions.play_text(game, house.alice.user.id, line)
        assert turn.line is not None
        assert turn.line.refusal is None
    return board


async def ended(house: House, *args: Any, **options: Any) -> Message:
    """Play a game, give it up, and give its board."""
    board = await played(house, *args, **options)
    await give_up(house.alice)
    await says(board, "Given up after")
    return board


async def made(message: Message) -> Message:
    """Wait until an animated picture is there in place of its progress."""
    await until(lambda: message.image is not None or "Making" not in message.text)
    return message


async def asked(seat: Seat, **options: object) -> Message:
    """Ask for an animated picture and give the answer, once it is there."""
    reply = await seat.slash("/klondike replay", animated=True, **options)
    assert reply.ephemeral
    return await made(reply.shown)


@dataclass
class Held:
    """A painter that is held up.

    :ivar begun: whether it has come so far.
    :ivar release: lets it go on.
    """

    begun: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)


@contextmanager
def slow(house: House, monkeypatch: pytest.MonkeyPatch, *, boards: int = 1) -> Iterator[Held]:
    """Hold pictures up after so many boards."""
    held, animate = Held(), house.bot.easel.animate

    def painted(views: Any, say: Any, look: Any, footer: Any, progress: Any) -> Any:
        told = 0

        def hold(share: float) -> None:
            nonlocal told
            told += 1
            progress(share)
            while told == boards and not held.release.wait(0.01):
                held.begun.set()
                progress(share)

        return animate(views, say, look, footer, hold)

    monkeypatch.setattr(house.bot.easel, "animate", painted)
    try:
        yield held
    finally:
        held.release.set()


def boards_in(gif: bytes | None) -> int:
    """Count the boards of a GIF."""
    assert gif is not None
    image = Image.open(BytesIO(gif))
    assert image.format == "GIF"
    return int(getattr(image, "n_frames", 1))


async def someone_plays(house: House, deal: int) -> int:
    """Let Bob have an open game of a deal in direct messages, under other rules."""
    new = NewGame(
        player_discord_id=house.bob.user.id,
        guild_discord_id=0,
        name="bob",
        deal=deal,
        rules="D3N",
        rules_version=1,
        draw=3,
        scoring="normal",
        now=1,
    )
    return (await house.store.transact(lambda conn: games.start(conn, new))).id


# Step by step


async def test_a_game_is_stepped_from_the_deal_to_its_end(house: House) -> None:
    """Each step shows the board that an action led to and says what was done; undone ones are left out."""
    board = await ended(house)
    end = board.alt
    reply = await house.alice.slash("/klondike replay")
    assert reply.ephemeral
    film = reply.shown
    assert labels(film) == ["Back", "Next", "Animated picture", "Start", "10 back", "10 on", "End"]
    assert "**Replay** · game" in film.text
    assert "1 action that was undone is left out." in film.text
    assert f"Move 0 of {STEPS}" in film.text
    assert {one.label for one in film.buttons if one.disabled} == {"Back", "Start", "10 back"}
    pictures = {film.image}
    for step in range(1, STEPS + 1):
        turned = await house.alice.click(film, "Next")
        assert turned.kind is Callback.UPDATE
        assert f"Move {step} of {STEPS}" in film.text
        assert "Drew " in film.text
        pictures.add(film.image)
    assert len(pictures) == STEPS + 1
    assert "Given up after 4 moves. Final score: **0**." in film.text
    assert film.alt == end
    assert {one.label for one in film.buttons if one.disabled} == {"Next", "End", "10 on"}
    await house.alice.click(film, "Back")
    assert f"Move {STEPS - 1} of {STEPS}" in film.text
    assert "Given up" not in film.text
    await house.alice.click(film, "Start")
    assert f"Move 0 of {STEPS}" in film.text
    await house.alice.click(film, "End")
    assert "Given up after 4 moves" in film.text


async def test_the_board_of_an_ended_game_offers_it(house: House) -> None:
    """A private message of its own; the board stays as it is."""
    board = await ended(house)
    before = (board.text, board.image, labels(board))
    assert labels(board) == ["Play again", "Replay", "Result card"]
    reply = await house.alice.click(board, "Replay")
    assert reply.ephemeral
    assert f"Move 0 of {STEPS}" in reply.text
    assert (board.text, board.image, labels(board)) == before


async def test_a_won_game_ends_on_the_won_board(house: House) -> None:
    """With its moves, points and the result in words."""
    tokens = tuple(LINES[1].split())
    await played(house, tokens, number=WON[1])
    film = (await house.alice.slash("/klondike replay")).shown
    assert f"Move 0 of {len(tokens)}" in film.text
    await house.alice.click(film, "End")
    assert f"🏆 Won in {len(tokens)} moves! Final score: **" in film.text
    assert "to the foundation" in film.text
    assert "(+10)" in film.text
    assert "K♠ K♥ K♦ K♣" in (film.alt or "")


async def test_a_game_without_a_move_is_its_deal(house: House) -> None:
    """One board, which is both ends."""
    await ended(house, ())
    film = (await house.alice.slash("/klondike replay")).shown
    assert "Given up after 0 moves" in film.text
    assert {button.label for button in film.buttons if not button.disabled} == {"Animated picture"}
    assert boards_in((await asked(house.alice)).image) == 1


async def test_it_goes_on_after_a_restart(house: House) -> None:
    """What was shown before, also on the board, and pictures are made anew."""
    board = await ended(house)
    film = (await house.alice.slash("/klondike replay")).shown
    clip = await asked(house.alice)
    await house.alice.click(film, "Next")
    before = (film.text, film.alt)
    await house.restart()
    await house.alice.click(film, "Next")
    assert f"Move 2 of {STEPS}" in film.text
    await house.alice.click(film, "Back")
    assert (film.text, film.alt) == before
    assert f"Move 0 of {STEPS}" in (await house.alice.click(clip, "Step by step")).text
    assert f"Move 0 of {STEPS}" in (await house.alice.click(board, "Replay")).text
    again = (await house.alice.click(film, "Animated picture")).shown
    assert (await made(again)).image == clip.image


async def test_any_ended_game_can_be_chosen(house: House) -> None:
    """The list that appears while one types has the newest first; the last one is shown if none is named."""
    first = game_of(await ended(house))
    second = game_of(await ended(house, ("d",), draw=3, scoring="vegas"))
    await played(house, (), number=7)
    seat, command = house.alice, "/klondike replay"
    names = [choice.label for choice in await seat.autocomplete(command, focused="game")]
    day = r"Jun 1\d, 2025"
    assert re.fullmatch(rf"Game {second} · given up · -\$52 · Draw 3 · Vegas · {day}", names[0])
    assert re.fullmatch(rf"Game {first} · given up · 0 · Draw 1 · Normal · {day}", names[1])
    assert len(names) == 2
    for typed, found in (("vegas", [second]), (f"#{first}", [first]), ("given", [second, first]), ("x", [])):
        choices = await seat.autocomplete(command, focused="game", game=typed)
        assert [choice.value for choice in choices] == [str(game) for game in found]
    assert f"game {second} ·" in (await seat.slash(command)).text
    assert f"game {first} ·" in (await seat.slash(command, game=str(first))).text
    assert f"game {first} ·" in (await seat.slash(command, game=f"#{first}")).text
    assert await house.bob.autocomplete(command, focused="game") == []


async def test_where_no_picture_may_be_sent_it_is_in_letters(house: House) -> None:
    """And no animated picture is offered; who asks for one is told what is missing."""
    board = await ended(house)
    film = (await house.alice.slash("/klondike replay")).shown
    house.fake.deny(house.general, "attach")
    await house.fake.settled()
    written = (await house.alice.slash("/klondike replay")).shown
    assert is_written(written)
    assert labels(written) == ["Back", "Next", "Start", "10 back", "10 on", "End"]
    await house.alice.click(written, "Next")
    assert (is_written(written), f"Move 1 of {STEPS}" in written.text) == (True, True)
    for reply in (
        await house.alice.slash("/klondike replay", animated=True),
        await house.alice.click(film, "Animated picture"),
        await house.alice.click(board, custom_id=f"c:{game_of(board)}:all", force=True),
    ):
        assert "I need the permission **Attach Files**" in reply.text


# What is refused


async def test_an_open_game_is_not_shown(house: House) -> None:
    """By no way: neither named nor unnamed, nor by controls that were made up (RULES.md section 5)."""
    board = await played(house)
    game, user = game_of(board), house.alice.user.id
    assert "Replay" not in labels(board)
    for reply in (
        await house.alice.slash("/klondike replay"),
        await house.alice.slash("/klondike replay", animated=True),
        await house.alice.slash("/klondike replay", game=str(game)),
        await house.alice.click(board, custom_id=f"f:playback:{game}:0:0", force=True),
        await house.alice.click(board, custom_id=f"f:playback:{game}:last:{user}", force=True),
        await house.alice.click(board, custom_id=f"c:{game}:own", force=True),
        await house.alice.click(board, custom_id=f"c:{game}:all", force=True),
    ):
        assert reply.ephemeral
        assert OPEN in reply.text


async def test_a_deal_that_somebody_plays_is_not_shown(house: House) -> None:
    """Anywhere, under whichever rules, also where a picture of it is kept; shown once that is over."""
    board = await ended(house)
    film = (await house.alice.slash("/klondike replay")).shown
    clip = await asked(house.alice)
    other = await someone_plays(house, 6)
    for reply in (
        await house.alice.slash("/klondike replay"),
        await house.alice.slash("/klondike replay", animated=True),
        await house.alice.click(board, "Replay"),
        await house.alice.click(film, "Next"),
        await house.alice.click(film, "Animated picture"),
        await house.alice.click(clip, "Show it to all"),
    ):
        assert reply.ephemeral
        assert "this deal is still being played" in reply.text
    await house.bot.sessions.resign(other, house.bob.user.id)
    assert f"Move 0 of {STEPS}" in (await house.alice.slash("/klondike replay")).text


async def test_a_deal_that_is_begun_meanwhile_is_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was promised is taken back."""
    await ended(house)
    with slow(house, monkeypatch):
        reply = await house.alice.slash("/klondike replay", animated=True)
        await someone_plays(house, 6)
    await says(reply.shown, "this deal is still being played")
    assert reply.shown.image is None


async def test_a_step_that_is_worked_out_meanwhile_is_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has begun the deal while the film was made."""
    await ended(house)
    shot = house.bot.films.shot

    async def slow_shot(asked: Any) -> Any:
        found = await shot(asked)
        await someone_plays(house, 6)
        return found

    monkeypatch.setattr(house.bot.films, "shot", slow_shot)
    reply = await house.alice.slash("/klondike replay")
    assert "this deal is still being played" in reply.text
    assert reply.shown.image is None


async def test_the_code_of_an_ended_game_is_as_shut_as_the_rest(house: House) -> None:
    """While somebody plays the deal its number is not told, nor by a question of before the end."""
    board = await played(house, ("d",))
    question = (await house.alice.slash("/klondike code")).shown
    await give_up(house.alice)
    await says(board, "Given up after")
    other = await someone_plays(house, 6)
    for reply in (
        await house.alice.slash("/klondike code"),
        await house.alice.click(question, "Show the code"),
    ):
        assert "Others may still play this deal" in reply.text
    await house.bot.sessions.resign(other, house.bob.user.id)
    assert "KL1-D1N-AAAAAAG" in (await house.alice.slash("/klondike code")).text


async def test_the_games_of_a_day_stay_closed(house: House) -> None:
    """Others may still play it when one has ended it."""
    board = await ended(house)
    user = house.alice.user.id
    new = NewGame(
        player_discord_id=user,
        guild_discord_id=house.home.id,
        name="alice",
        deal=99,
        rules="D1N",
        rules_version=1,
        draw=1,
        scoring="normal",
        now=1,
        kind=Kind.DAILY,
        day=day_of(house.now),
    )
    daily = (await house.store.transact(lambda conn: games.start(conn, new))).id
    await house.bot.sessions.resign(daily, user)
    assert len(await house.alice.autocomplete("/klondike replay", focused="game")) == 1
    for reply in (
        await house.alice.slash("/klondike replay", game=str(daily)),
        await house.alice.slash("/klondike replay", game=str(daily), animated=True),
        await house.alice.click(board, custom_id=f"c:{daily}:own", force=True),
    ):
        assert OPEN in reply.text
    reply = await house.alice.click(board, custom_id=f"k:{daily}:1:code-yes", force=True)
    assert "Others may still play this deal" in reply.text
    assert f"game {game_of(board)} ·" in (await house.alice.slash("/klondike replay")).text


async def test_another_member_sees_nothing_of_it(house: House) -> None:
    """Neither by the controls of the board nor by its number; only what its player shows to all."""
    board = await ended(house)
    game = game_of(board)
    assert "This is the game of" in (await house.bob.click(board, "Replay")).text
    for custom_id in (f"f:playback:{game}:0:{house.alice.user.id}", f"c:{game}:own", f"c:{game}:all"):
        reply = await house.bob.click(board, custom_id=custom_id, force=True)
        assert reply.ephemeral
        assert "This is the game of" in reply.text
    assert "You have no game here" in (await house.bob.slash("/klondike replay")).text
    await house.deal(house.bob, number=7)
    reply = await house.bob.slash("/klondike replay", game=str(game))
    assert "You have ended no game of that number here" in reply.text


@pytest.mark.parametrize("wanted", ["999999", "the last one", "-1", "1" * 30, "#"])
async def test_a_game_that_there_is_not_is_told(house: House, wanted: str) -> None:
    """What is typed freely is a number or nothing."""
    await ended(house)
    reply = await house.alice.slash("/klondike replay", game=wanted)
    assert "You have ended no game of that number here" in reply.text


async def test_a_made_up_control_is_told(house: House) -> None:
    """Of no game, and of none that can be read."""
    board = await ended(house)
    for custom_id in ("c:99999:own", "c:", "c:1:everyone", "f:playback:99999:0:0", "f:playback:x:0:0"):
        reply = await house.alice.click(board, custom_id=custom_id, force=True)
        assert "no longer know which game this belongs to" in reply.text


# The animated picture


async def test_the_picture_shows_every_board(house: House) -> None:
    """Privately, below ten megabytes, with the result in words; its buttons lead on."""
    tokens = tuple(LINES[1].split())
    await played(house, tokens, number=WON[1])
    clip = await asked(house.alice)
    assert boards_in(clip.image) == len(tokens) + 1
    assert len(clip.image or b"") < 10_000_000
    assert f"🏆 Won in {len(tokens)} moves!" in clip.text
    assert "boards" not in clip.text
    assert labels(clip) == ["Step by step", "Show it to all"]
    assert "Animated picture of a whole game. At its end:" in (clip.alt or "")
    assert "K♠ K♥ K♦ K♣" in (clip.alt or "")
    assert clip.ephemeral_for is house.alice.user


async def test_a_long_game_says_that_boards_are_left_out(house: House) -> None:
    """More than fit into a minute."""
    await ended(house, ("d",) * 400)
    clip = await asked(house.alice)
    shown = boards_in(clip.image)
    assert shown < 401
    assert f"It shows {shown} of its 401 boards" in clip.text


async def test_progress_is_shown_while_it_is_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says at once that it is being made, then how far it is, then it is the picture."""
    monkeypatch.setattr(cogs.clips, "EVERY_SECONDS", 0.05)
    await ended(house)
    with slow(house, monkeypatch, boards=2) as held:
        reply = await house.alice.slash("/klondike replay", animated=True)
        assert reply.ephemeral
        assert "Making the picture… 0 %" in reply.text
        await says(reply.shown, "Making the picture… 40 %")
        assert reply.shown.image is None
        held.release.set()
        assert boards_in((await made(reply.shown)).image) == STEPS + 1
    assert "Making" not in reply.shown.text


async def test_progress_that_cannot_be_shown_stops_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture comes all the same."""
    monkeypatch.setattr(cogs.clips, "EVERY_SECONDS", 0.05)
    await ended(house)
    with slow(house, monkeypatch) as held:
        reply = await house.alice.slash("/klondike replay", animated=True)
        house.fake.fault("PATCH", r"/messages/@original$", error(403, 50013))
        await asyncio.sleep(0.3)
        held.release.set()
    assert boards_in((await made(reply.shown)).image) == STEPS + 1


async def test_it_can_be_shown_to_all(house: House) -> None:
    """Once made it is kept, and posted at once with its player's name and without controls."""
    await ended(house)
    clip = await asked(house.alice)
    before = len(house.general.messages)
    reply = await house.alice.click(clip, "Show it to all")
    assert not reply.ephemeral
    shared = reply.shown
    assert shared.image == clip.image
    assert f"**Replay** of a game of <@{house.alice.user.id}>" in shared.text
    assert labels(shared) == []
    assert len(house.general.messages) == before + 1


async def test_it_is_shown_to_all_once_in_a_minute(house: House) -> None:
    """Nobody fills a channel with it, neither with the kept one nor with new ones."""
    await ended(house)
    clip = await asked(house.alice)
    await house.alice.click(clip, "Show it to all")
    before = len(house.general.messages)
    again = await house.alice.click(clip, "Show it to all")
    assert again.ephemeral
    assert "posted here a moment ago" in again.text
    house.bot.clips._kept.clear()
    anew = (await house.alice.click(clip, "Show it to all")).shown
    await says(anew, "posted here a moment ago")
    assert len(house.general.messages) == before


async def test_it_is_made_anew_to_be_shown_to_all(house: House) -> None:
    """After a restart its progress is private, and the picture is for all."""
    await ended(house)
    clip = await asked(house.alice)
    await house.restart()
    reply = await house.alice.click(clip, "Show it to all")
    assert reply.ephemeral
    await says(reply.shown, "Here it is, for all to see.")
    shared = house.general.messages[-1]
    assert shared.image == clip.image
    assert shared.ephemeral_for is None


async def test_one_picture_at_a_time_is_made_for_a_player(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second wish is told so; steps can be turned meanwhile, and others are not kept out."""
    await ended(house)
    film = (await house.alice.slash("/klondike replay")).shown
    with slow(house, monkeypatch) as held:
        reply = await house.alice.slash("/klondike replay", animated=True)
        second = await house.alice.click(film, "Animated picture")
        assert "I am still working on what you asked for before." in second.text
        await house.alice.click(film, "Next")
        assert f"Move 1 of {STEPS}" in film.text
        held.release.set()
        await made(reply.shown)
    assert boards_in(reply.shown.image) == STEPS + 1


async def test_a_stop_breaks_off_what_is_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says so, and the bot stops in time."""
    await ended(house)
    with slow(house, monkeypatch) as held:
        reply = await house.alice.slash("/klondike replay", animated=True)
        await until(held.begun.is_set)
        rescue = threading.Timer(PATIENCE, held.release.set)  # or a fault would block the loop for ever
        rescue.start()
        await house.restart()
        rescue.cancel()
        assert not held.release.is_set()
    assert "I am restarting" in reply.shown.text


async def test_what_takes_too_long_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the answer can still be changed."""
    monkeypatch.setattr(cogs.clips, "LONGEST_SECONDS", 0.5)
    await ended(house)
    with slow(house, monkeypatch):
        reply = await house.alice.slash("/klondike replay", animated=True)
        await says(reply.shown, "I have too much to work out at the moment")


async def test_a_painter_that_fails_is_told_in_place(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The next wish is met."""
    await ended(house)
    with monkeypatch.context() as patch:
        patch.setattr(house.bot.easel, "animate", failing)
        reply = await house.alice.slash("/klondike replay", animated=True)
        await says(reply.shown, "Something went wrong on my side")
    caplog.clear()  # that one is an incident, and logged as one
    assert boards_in((await asked(house.alice)).image) == STEPS + 1


async def test_it_works_in_a_direct_message(house: House) -> None:
    """Private games are listed and shown there, those of the server are not."""
    await ended(house)
    there = house.alice.user.at(house.fake.direct(house.alice.user))
    await there.slash("/klondike new", draw=3)
    await give_up(there)
    names = [choice.label for choice in await there.autocomplete("/klondike replay", focused="game")]
    assert len(names) == 1
    assert "Draw 3" in names[0]
    assert boards_in((await asked(there)).image) == 1


def failing(*_: Any) -> Any:
    """Stand in for a painter that has a fault."""
    raise ArithmeticError


def test_the_played_game_is_what_the_tests_take_it_for() -> None:
    """Four actions stand in it."""
    assert len(Game.replay(Deal(6), Rules.preset(), TOKENS).standing) == STEPS


async def test_a_replay_is_turned_by_ten(house: House) -> None:
    """On and back by ten moves, never past an end; where ten back would be one back, that is closed."""
    await house.deal()
    await house.alice.slash("/klondike move", text="d23")
    await give_up(house.alice)
    film = (await house.alice.slash("/klondike replay")).shown
    places = []
    for press in ("10 on", "10 on", "10 on", "10 back", "Back", "10 back", "10 back"):
        await house.alice.click(film, press)
        places.append(int(film.text.splitlines()[-1].split()[2]))
    assert places == [10, 20, 23, 13, 12, 2, 0]
    closed = {one.label for one in film.buttons if one.disabled}
    assert closed == {"Back", "Start", "10 back"}
    await house.alice.click(film, "Next")
    assert next(one.disabled for one in film.buttons if one.label == "10 back")
