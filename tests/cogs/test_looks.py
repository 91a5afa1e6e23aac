"""The looks of players: kept, believed for a while, and made once, beside everything else."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final

import cogs.easel
from cogs.easel import Easel
from cogs.looks import DEFAULT_LOOK, FRESH_SECONDS, KEPT, Look, Looks
from cogs.wardrobe import sample
from data import players
from klondike import Suit
from renderer import THEMES
from tests.cogs.hall import ANN, BEN
from tests.cogs.voices import SAY

if TYPE_CHECKING:
    import pytest
    from sqlalchemy import Connection

    from data import PlayerRecord
    from tests.cogs.hall import Hall

OTHER: Final = next(Look(theme) for theme in THEMES if theme != DEFAULT_LOOK.theme)
PATIENCE: Final = 20.0


class Clock:
    """Seconds that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


async def test_whoever_has_chosen_nothing_has_the_default_look(hall: Hall) -> None:
    """Neither a stranger nor a player who chose something else has another one."""
    await hall.store.transact(lambda conn: players.set_locale(conn, BEN, "fi", now=1))
    looks = Looks(hall.sessions)
    assert [await looks.of(player) for player in (ANN, BEN)] == [DEFAULT_LOOK] * 2
    assert DEFAULT_LOOK.theme in THEMES


async def test_a_choice_is_kept_and_is_one_players_alone(hall: Hall) -> None:
    """It stands at once and after a restart, and can be taken back."""
    looks = Looks(hall.sessions)
    assert await looks.of(ANN) == DEFAULT_LOOK
    await looks.choose(ANN, OTHER)
    for reader in (looks, Looks(hall.sessions)):
        assert [await reader.of(player) for player in (ANN, BEN)] == [OTHER, DEFAULT_LOOK]
    await looks.choose(ANN, DEFAULT_LOOK)
    assert [await reader.of(ANN) for reader in (looks, Looks(hall.sessions))] == [DEFAULT_LOOK] * 2


async def test_a_look_that_is_no_more_falls_back(hall: Hall) -> None:
    """A name that an earlier version knew is drawn as the default look."""
    await hall.store.transact(lambda conn: players.set_look(conn, ANN, "paisley", "paisley", now=1))
    assert await Looks(hall.sessions).of(ANN) == DEFAULT_LOOK


async def test_what_another_process_stored_is_seen_in_a_minute(hall: Hall) -> None:
    """A look is read once and believed until then, so that a press reads nothing."""
    clock = Clock()
    looks = Looks(hall.sessions, clock)
    assert await looks.of(ANN) == DEFAULT_LOOK
    await Looks(hall.sessions).choose(ANN, OTHER)
    clock.now = FRESH_SECONDS - 1
    assert await looks.of(ANN) == DEFAULT_LOOK
    clock.now = FRESH_SECONDS
    assert await looks.of(ANN) == OTHER


async def test_a_choice_made_while_it_is_read_wins(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader that began before it does not bring the old look back."""
    looks, find = Looks(hall.sessions), players.find
    reading, release = threading.Event(), threading.Event()

    def slow(conn: Connection, player: int) -> PlayerRecord | None:
        found = find(conn, player)
        reading.set()
        release.wait(PATIENCE)
        return found

    monkeypatch.setattr(players, "find", slow)
    reader = asyncio.create_task(looks.of(ANN))
    await asyncio.to_thread(reading.wait, PATIENCE)
    await looks.choose(ANN, OTHER)
    release.set()
    assert await reader == OTHER
    assert await looks.of(ANN) == OTHER


async def test_looks_of_many_players_take_little_memory(hall: Hall) -> None:
    """Those asked for longest ago are forgotten."""
    looks = Looks(hall.sessions)
    for player in range(1, KEPT + 3):
        await looks.of(player)
        await looks.of(1)
    assert len(looks._kept) == KEPT
    assert {1, KEPT + 2} <= set(looks._kept)
    assert 2 not in looks._kept


async def test_sprites_are_made_once_and_keep_no_other_board_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """While two players wait for the first board in a look, a board in another one is painted."""
    made, threads, release = [], [], threading.Event()

    def make(theme: str, _: str) -> None:
        made.append(theme)
        threads.append(threading.current_thread())
        if theme == OTHER.theme:
            release.wait(PATIENCE)

    monkeypatch.setattr(cogs.easel, "prepare", make)
    monkeypatch.setattr(cogs.easel, "render_board", lambda *_, theme, **__: theme.encode())
    easel, view = Easel(), sample()
    move = view.legal_moves[0]
    await easel.warm()
    waiting = [asyncio.create_task(easel.show(view, SAY, OTHER, move)) for _ in range(3)]
    assert await easel.show(view, SAY, action=move) == DEFAULT_LOOK.theme.encode()
    assert not any(task.done() for task in waiting)
    release.set()
    assert set(await asyncio.gather(*waiting)) == {OTHER.theme.encode()}
    await easel.show(view, SAY, OTHER, move)
    easel.close()
    assert threading.main_thread() not in threads
    assert made.count(DEFAULT_LOOK.theme) == 1
    assert set(made) == {DEFAULT_LOOK.theme, OTHER.theme}
    assert len(set(threads)) == 1, "two looks at once would take both cores"


def test_the_sample_shows_every_kind_of_place() -> None:
    """All suits face up, court cards, face-down cards, a fan, an empty column, foundations of both kinds."""
    view = sample()
    up = [card for column in view.columns for card in column.up]
    assert {card.suit for card in up} == set(Suit)
    assert any(card.rank > 10 for card in up)
    assert any(column.down for column in view.columns)
    assert any(not column.up for column in view.columns)
    assert len(view.fan) == 3
    assert view.stock
    assert {bool(height) for height in view.foundations} == {True, False}
    assert view.outcome is None
