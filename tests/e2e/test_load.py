"""Many people at once: nobody meets an error, and every action is stored once."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from data import Store, audit
from klondike import Deal, Game, Rules
from tests.cogs.hall import Hall, seat
from tests.e2e.acts import cards_in
from tests.e2e.house import READERS
from tests.e2e.reading import PATIENCE, action_of, revision_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sqlalchemy import Connection

    from cogs.sessions import Turn
    from localdiscord import Message, Seat
    from tests.e2e.house import House

GAMES, LINES = 200, 3
PLAYERS, PRESSES = 20, 4


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """Give the use cases on a new store."""
    store = await Store.open(f"sqlite:///{tmp_path / 'klondike.db'}")
    try:
        yield Hall(store)
    finally:
        await store.close()


def actions_stored(conn: Connection) -> int:
    """Count the actions of all games."""
    return int(conn.execute(text("SELECT COALESCE(SUM(ply), 0) FROM game")).scalar_one())


@asynccontextmanager
async def held_snapshot(store: Store) -> AsyncIterator[None]:
    """Let a reader hold one snapshot meanwhile: it sees at the end what it saw at the beginning."""
    begun, over = threading.Event(), threading.Event()

    def look_twice(conn: Connection) -> tuple[int, int]:
        first = actions_stored(conn)
        begun.set()
        over.wait()
        return first, actions_stored(conn)

    reader = asyncio.create_task(store.read(look_twice))
    try:
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        yield
    finally:
        over.set()
        first, second = await reader
    assert first == second


def lines_of(turn: Turn) -> list[str]:
    """Choose lines of one to four legal actions for a game, by chance that is always the same."""
    random = Random(turn.record.deal)
    game = Game(Deal(turn.record.deal), Rules.parse(turn.record.rules))
    lines = []
    for _ in range(LINES):
        before = game.ply
        for _ in range(random.randint(1, 4)):
            game.push(random.choice(game.legal_moves))
        lines.append(" ".join(game.log.split()[before:]))
    return lines


async def play_lines(hall: Hall, turn: Turn) -> tuple[str, Turn]:
    """Play lines in a game, and give what the log should be with the game as it stands."""
    lines = lines_of(turn)
    for line in lines:
        turn = await hall.play(turn, line)
    return " ".join(lines), turn


async def test_d28_two_hundred_games_at_once_beside_a_reader(hall: Hall) -> None:
    """While a reader holds its snapshot, 200 people play: no error, and each action is stored once."""
    hall.deals.extend(range(GAMES))
    started = await asyncio.gather(*(hall.start(seat(player), "D1V") for player in range(1, GAMES + 1)))
    async with held_snapshot(hall.store):
        played = await asyncio.gather(*(play_lines(hall, turn) for turn in started))
    for expected, turn in played:
        stored = await hall.sessions.record(turn.record.id)
        assert stored == turn.record
        assert (stored.log, stored.revision) == (expected, LINES)
    assert len({turn.record.id for _, turn in played}) == GAMES
    assert await hall.store.read(actions_stored) == sum(turn.record.ply for _, turn in played)
    assert await hall.store.read(audit) == []


async def test_d28_more_readers_than_connections_keep_no_writer_waiting(hall: Hall) -> None:
    """With every reading connection held, and more readers queueing, all that was asked comes in the end."""
    turn = await hall.start()
    release = threading.Event()
    held = [asyncio.create_task(hall.store.read(lambda _: release.wait())) for _ in range(2 * READERS)]
    playing = asyncio.create_task(hall.play(turn, "d"))
    marking = hall.store.transact(actions_stored)  # a writer needs none of them
    try:
        assert await marking == 0
    finally:
        release.set()
    await asyncio.gather(*held)
    assert (await playing).record.log == "d"


def have_patience(house: House) -> None:
    """Let people wait for a machine that serves them all in one process; what is held here is no time."""
    house.fake.patience = house.fake._world.deadline = PATIENCE


def is_board_of(player: Seat, message: Message) -> bool:
    """Tell whether a message is a board that names a player."""
    return bool(message.image) and f"<@{player.user.id}>" in message.text


def board_of(house: House, player: Seat) -> Message:
    """Give a player's board; in a busy channel it moves down."""
    return [one for one in house.general.messages if is_board_of(player, one)][-1]


def shows(player: Seat, action: int) -> Callable[[Message], bool]:
    """Make the condition that a player's board shows an action."""
    return lambda message: is_board_of(player, message) and action_of(message) >= action


async def press_often(house: House, player: Seat, number: int) -> None:
    """Start a game and press, choose and type in turns, each as soon as the one before shows."""
    await player.slash("/klondike new", draw=1 + 2 * (number % 2), scoring="vegas")
    for turn in range(PRESSES):
        await player.channel.wait_for(shows(player, turn), timeout=PATIENCE)
        match (turn + number) % 3:
            case 0:
                await player.click(board_of(house, player), "🎴")
            case 1:
                await player.slash("/klondike move", text="d")
            case _:
                await player.select(board_of(house, player), "d")
    await player.channel.wait_for(shows(player, PRESSES), timeout=PATIENCE)


async def test_d28_twenty_players_at_once_through_the_bot(house: House) -> None:
    """Twenty people play at once while a reader holds its snapshot: every action is stored and shown once."""
    have_patience(house)
    players = [house.person(f"guest{number}") for number in range(PLAYERS)]
    async with held_snapshot(house.store):
        await asyncio.gather(*(press_often(house, player, n) for n, player in enumerate(players)))
        await house.fake.settled()
    for player in players:
        board = board_of(house, player)
        record = (await house.turn(board)).record
        assert record.player_discord_id == player.user.id
        assert (record.log, record.revision) == (" ".join("d" * PRESSES), PRESSES)
        assert (action_of(board), revision_of(board)) == (PRESSES, PRESSES)
    assert await house.store.read(actions_stored) == PLAYERS * PRESSES


async def test_k36_k37_twenty_presses_at_once_on_each_of_five_games(house: House) -> None:
    """Twenty presses at once on each of five boards: accepted = revision increase, and 52 cards on each."""
    have_patience(house)
    players = [house.person(f"guest{number}") for number in range(5)]
    for player in players:
        await player.slash("/klondike new")
    boards = [board_of(house, player) for player in players]
    pending = [
        player.click(board, "🎴") for _ in range(20) for player, board in zip(players, boards, strict=True)
    ]
    replies = Counter([reply.kind for reply in [await press for press in pending]])
    await house.fake.settled()
    assert replies.total() == 100
    for board in boards:
        turn = await house.turn(board)
        assert (turn.record.revision, turn.record.log, cards_in(turn.view)) == (1, "d", 52)
        assert (action_of(board), revision_of(board)) == (1, 1)
