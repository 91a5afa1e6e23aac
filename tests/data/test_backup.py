"""Backups: whole copies made while play goes on, and put back with the replaced database kept."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from data import BackupUnfit, DatabaseInUse, DatabaseTooNew, DatabaseUnusable, Store, audit, backup, claimed
from data.lock import claimed_file
from tests.data.house import House, vegas
from tests.data.waiting import PATIENCE, happened

if TYPE_CHECKING:
    from pathlib import Path

NOON = 1_750_000_000_000
NAME = "2025-06-15T15-06-40Z.db"


def listed(url: str) -> list[str]:
    """Name the files in the folder of backups, but the one that is locked."""
    return sorted(one.name for one in backup.folder_of(url).iterdir() if one.suffix != ".lock")


def ruin(path: Path) -> None:
    """Put something else in a database's place, and leave it a log."""
    path.write_bytes(b"no database any more, but its log is still there")
    path.with_name(f"{path.name}-wal").write_bytes(b"log")


async def games_in(url: str) -> int:
    """Count the games of a database whose books are right."""
    store = await Store.open(url)
    try:
        assert await store.read(audit) == []
        count: int = await store.read(
            lambda conn: conn.exec_driver_sql("SELECT COUNT(*) FROM game").scalar_one()
        )
        return count
    finally:
        await store.close()


def content(path: Path) -> bytes:
    """Give what stands in a file."""
    return path.read_bytes()


def damage(path: Path) -> None:
    """Overwrite what stands in a file, but not its first page."""
    whole = content(path)
    path.write_bytes(whole[:4096] + b"\x55" * (len(whole) - 4096))


async def test_a_backup_is_the_database_of_its_moment(house: House, url: str) -> None:
    """The copy holds all that was stored, also what stands in the log of SQLite alone."""
    await house.start(vegas())
    made = await asyncio.to_thread(backup.back_up, url, NOON)
    await house.start(vegas(102))
    assert made == backup.folder_of(url) / NAME
    assert listed(url) == [NAME]
    assert await games_in(f"sqlite:///{made}") == 1


async def test_play_goes_on_in_the_middle_of_a_backup(
    house: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held in the middle of its copy, a backup keeps nobody waiting, and holds what was there before."""
    monkeypatch.setattr(backup, "STEPS", 10)
    reached, go_on = threading.Event(), threading.Event()
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    def hold() -> bool:
        nonlocal steps
        steps -= 1
        if steps == 0:
            reached.set()
            go_on.wait(PATIENCE)
        return False

    game = await house.start(vegas())
    await asyncio.to_thread(backup.back_up, url, NOON - 1000, stop=count)
    steps //= 2
    copying = asyncio.create_task(asyncio.to_thread(backup.back_up, url, NOON, stop=hold))
    await happened(reached)
    for _ in range(20):
        game = await house.act(game)
    await house.start(vegas(102))
    assert not copying.done()
    go_on.set()
    made = await copying
    with closing(sqlite3.connect(made)) as conn:
        assert conn.execute("SELECT ply FROM game").fetchall() == [(0,)]


async def test_a_backup_that_is_broken_off_leaves_nothing(
    house: House, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to stop, or killed before: there is no file that could be taken for a backup."""
    monkeypatch.setattr(backup, "STEPS", 10)
    await house.start(vegas())
    with pytest.raises(DatabaseUnusable):
        backup.back_up(url, NOON, stop=lambda: True)
    assert listed(url) == []
    (backup.folder_of(url) / "old.partial").write_bytes(b"half")
    backup.back_up(url, NOON)
    assert listed(url) == [NAME]


async def test_a_damaged_database_makes_no_backup(house: House, url: str, path: Path) -> None:
    """What cannot be read or whose books are wrong is no backup, and the older ones stay."""
    await house.start(vegas())
    await house.store.transact(lambda conn: conn.exec_driver_sql("UPDATE guild SET house = house + 1"))
    with pytest.raises(BackupUnfit, match="house"):
        backup.back_up(url, NOON)
    await house.store.close()
    damage(path)
    with pytest.raises(DatabaseUnusable, match="make restore"):
        backup.back_up(url, NOON)
    assert listed(url) == []


async def test_two_backups_at_once_are_one_too_many(house: House, url: str) -> None:
    """The second is refused, since both would take the same name."""
    await house.start(vegas())
    backup.back_up(url, NOON)
    with claimed_file(backup.folder_of(url) / "being-written"), pytest.raises(DatabaseInUse):
        backup.back_up(url, NOON + 1000)


async def test_only_the_oldest_of_the_bots_own_backups_go(store: Store, url: str) -> None:
    """Of the scheduled ones so many stay; those that somebody made by hand all do."""
    assert store is not None
    by_hand = backup.back_up(url, NOON)
    made = [backup.back_up(url, NOON + 1000 * turn, scheduled=True) for turn in range(1, 5)]
    backup.prune(url, 2)
    assert backup.scheduled_backups(url) == made[2:]
    assert by_hand.exists()


async def test_a_backup_is_put_back_and_the_replaced_database_kept(house: House, url: str) -> None:
    """After a restore the games are those of the backup; those of before lie beside them, whole."""
    await house.start(vegas())
    made = backup.back_up(url, NOON)
    await house.start(vegas(102))
    await house.store.close()
    aside = backup.restore(url, made, NOON)
    assert aside is not None
    await (await Store.open(url)).close()
    assert aside.name == f"klondike.db.replaced-{NAME.removesuffix('.db')}"
    assert await games_in(url) == 1
    assert await games_in(f"sqlite:///{aside}") == 2


async def test_the_log_of_a_killed_bot_is_kept_with_its_database(house: House, url: str, path: Path) -> None:
    """What was stored but not yet folded into the file is in the database that is kept."""
    made = backup.back_up(url, NOON)
    await house.start(vegas())
    log = path.with_name("klondike.db-wal")
    left = {one: content(one) for one in (path, log)}
    await house.store.close()
    for one, whole in left.items():
        one.write_bytes(whole)
    aside = backup.restore(url, made, NOON)
    assert aside is not None
    assert await games_in(url) == 0
    # Put back in its turn, it brings what stands in its log alone.
    backup.restore(url, aside, NOON + 1000)
    assert await games_in(url) == 1


async def test_a_damaged_database_can_be_replaced(house: House, url: str, path: Path) -> None:
    """A restore works where it is needed most, and where there is nothing yet."""
    await house.start(vegas())
    made = backup.back_up(url, NOON)
    await house.store.close()
    ruin(path)
    aside = backup.restore(url, made, NOON)
    assert aside is not None
    assert content(aside.with_name(f"{aside.name}-wal")) == b"log"
    assert await games_in(url) == 1
    elsewhere = f"sqlite:///{path.with_name('new')}/klondike.db"
    assert backup.restore(elsewhere, made, NOON) is None
    assert await games_in(elsewhere) == 1


async def test_what_is_no_good_backup_changes_nothing(house: House, url: str, path: Path) -> None:
    """A damaged file, another program's, a newer version's, none at all; or a bot is running."""
    await house.start(vegas())
    made = backup.back_up(url, NOON)
    await house.store.close()
    before = content(path)
    newer, foreign, broken = (made.with_name(name) for name in ("newer", "foreign", "broken"))
    for copy in (newer, broken):
        copy.write_bytes(made.read_bytes())
    damage(broken)
    with closing(sqlite3.connect(newer)) as conn, conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
    with closing(sqlite3.connect(foreign)) as conn, conn:
        conn.execute("CREATE TABLE recipes (name)")
    for file, error in (
        (newer, DatabaseTooNew),
        (foreign, DatabaseUnusable),
        (broken, DatabaseUnusable),
        (made.with_name("absent"), DatabaseUnusable),
    ):
        with pytest.raises(error):
            backup.restore(url, file, NOON)
    with claimed(url), pytest.raises(DatabaseInUse):
        backup.restore(url, made, NOON)
    assert content(path) == before
