"""The books balance whatever breaks off: a unit in its middle, its caller, or the whole process."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from data import Status, Store, audit, games
from tests.data.house import ANN, BEN, CLUB, PUB, STAKE, House, vegas

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from data import GameRecord

SEATS: Final = ((ANN, CLUB), (ANN, PUB), (BEN, CLUB), (BEN, 0))
MOST_STATEMENTS: Final = 64
"""More than any unit of a game has; behind the last one comes the commit."""


class Broken(BaseException):
    """What breaks a unit off, such as a machine without memory."""


@dataclass(frozen=True)
class Step:
    """What somebody does, and what breaks off meanwhile.

    :ivar at: the statement of its unit before which that happens.
    """

    seat: int
    paid: int
    deed: str
    fault: str
    at: int


STEPS = st.lists(
    st.builds(
        Step,
        seat=st.integers(0, len(SEATS) - 1),
        paid=st.integers(0, 52),
        deed=st.sampled_from(["play", "play", "play", "help", "win", "give up", "replace"]),
        fault=st.sampled_from(["none", "unit", "caller", "process"]),
        at=st.integers(1, MOST_STATEMENTS),
    ),
    min_size=4,
    max_size=14,
)


@given(steps=STEPS)
@settings(max_examples=12, deadline=None)
def test_the_books_balance_whatever_breaks_off(template: Path, steps: list[Step]) -> None:
    """After each step, and in what a killed process would have left of it, the audit finds nothing."""
    asyncio.run(_played(template, steps))


async def _played(template: Path, steps: list[Step]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "klondike.db"
        copyfile(template, path)
        house = House(await Store.open(f"sqlite:///{path}"))
        try:
            for number, step in enumerate(steps):
                await _step(house, path, step, number)
                assert await house.problems() == []
        finally:
            await house.store.close()


async def _step(house: House, path: Path, step: Step, number: int) -> None:
    seat = SEATS[step.seat]
    before = await house.store.read(lambda conn: games.open_game(conn, *seat))
    act = _deed(house, seat, before, step)
    if step.fault == "unit":
        with _every_statement(house.store, _breaking(step.at)) as count:
            broken = await _breaks(act)
        assert broken == (count() >= step.at)
        after = await house.store.read(lambda conn: games.open_game(conn, *seat))
        assert not broken or after == before
    elif step.fault == "caller":
        task = asyncio.ensure_future(act)
        for _ in range(step.at - 1):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    elif step.fault == "process":
        left = path.with_name(f"left-{number}")
        with _every_statement(house.store, _copying(path, left, step.at)):
            await act
        assert await _problems_in(left) == []
    else:
        await act


def _deed(
    house: House, seat: tuple[int, int], game: GameRecord | None, step: Step
) -> Coroutine[Any, Any, GameRecord]:
    """Give one deed at a seat: a start where no game is open there."""
    if game is None or step.deed == "replace":
        return house.start(vegas(*seat, replaces=game.id if game else None))
    score = STAKE + 5 * step.paid
    assisted = game.assisted or step.deed == "help"
    booked = min(score, game.booked) if assisted else score
    status = {"win": Status.WON, "give up": Status.GIVEN_UP}.get(step.deed, Status.OPEN)
    return house.act(game, score=score, booked=booked, assisted=assisted, status=status)


async def _breaks(act: Coroutine[Any, Any, GameRecord]) -> bool:
    try:
        await act
    except Broken:
        return True
    return False


def _breaking(at: int) -> Callable[[int], None]:
    def break_off(count: int) -> None:
        if count == at:
            raise Broken

    return break_off


def _copying(path: Path, left: Path, at: int) -> Callable[[int], None]:
    """Keep what is in the files before a statement: a process that is killed there leaves the same."""

    def copy(count: int) -> None:
        if count <= at:
            copyfile(path, left)
            log = Path(f"{path}-wal")
            if log.exists():
                copyfile(log, f"{left}-wal")

    return copy


@contextmanager
def _every_statement(store: Store, do: Callable[[int], None]) -> Iterator[Callable[[], int]]:
    """Do something before each statement that the store's writer carries out, and before the commit."""
    engine, count = store._writer._engine, 0

    def before(*_: object) -> None:
        nonlocal count
        count += 1
        do(count)

    for name in ("before_cursor_execute", "commit"):
        event.listen(engine, name, before)
    try:
        yield lambda: count
    finally:
        for name in ("before_cursor_execute", "commit"):
            event.remove(engine, name, before)


async def _problems_in(path: Path) -> list[str]:
    store = await Store.open(f"sqlite:///{path}")
    try:
        return await store.read(audit)
    finally:
        await store.close()


async def test_every_place_to_break_off_is_tried(house: House) -> None:
    """A unit has fewer statements than are counted to, so that the commit is among the places."""
    with _every_statement(house.store, lambda _: None) as count:
        game = await house.start(vegas())
        started = count()
        await house.act(game, score=STAKE + 5, booked=STAKE + 5, status=Status.GIVEN_UP)
        acted = count() - started
        await house.start(vegas(replaces=(await house.start(vegas())).id))
    replaced = count() - 2 * started - acted
    assert min(acted, started, replaced) > 4
    assert max(acted, started, replaced) < MOST_STATEMENTS
