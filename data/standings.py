"""Counting: an ended game enters each list that the rule book gives it, exactly once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, select, update

from data import schema
from data.dialect import insert
from data.records import GameRecord, Kind, ListClass, Standing, Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

__all__ = ["COUNTED", "Entry", "ListKey", "count", "entries", "standing_of"]

# The ends of a game that count; a game closed by an update is nobody's loss.
COUNTED: Final = (Status.WON, Status.GIVEN_UP)

_RULES: Final = re.compile(r"D(?P<draw>\d+)(?P<scoring>[A-Z])(?P<unscored>-unscored)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ListKey:
    """What sets one list apart from another within a server and period; `scored` is False without points."""

    draw: int
    scoring: str
    scored: bool

    @classmethod
    def parse(cls, rules: str) -> ListKey:
        """Read the text of rules: `ListKey.parse("D3V")` is `ListKey(3, "V", scored=True)`.

        :raises ValueError: with the text, when it is not one
        """
        match = _RULES.fullmatch(rules)
        if match is None:
            raise ValueError(f"not the text of rules: {rules!r}")
        return cls(int(match["draw"]), match["scoring"], scored=match["unscored"] is None)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one ended game adds to the list of one class; a `score` of None leaves its best score alone."""

    cls: ListClass
    won: bool
    score: int | None


def entries(game: GameRecord) -> list[Entry]:
    """Return what an ended game adds to which lists.

    An assisted one also counts as played and not won in the clean list: help launders no lost game.
    """
    if game.kind != Kind.FREE or game.status not in COUNTED:
        return []  # daily games, races and games together have lists of their own
    won = game.status == Status.WON
    score = game.score if ListKey.parse(game.rules).scored else None
    if game.practice:
        return [Entry(ListClass.PRACTICE, won, score)]
    if game.assisted:
        return [Entry(ListClass.ASSISTED, won, score), Entry(ListClass.CLEAN, won=False, score=None)]
    return [Entry(ListClass.CLEAN, won, score)]


def count(conn: Connection, game: GameRecord) -> None:
    """Enter a game that has just ended into its lists; the caller sees to it that this happens once."""
    key = ListKey.parse(game.rules)
    for entry in entries(game):
        start = Standing(draw=key.draw, scoring=key.scoring, cls=entry.cls)
        _add(conn, game, start, entry)


def _add(conn: Connection, game: GameRecord, start: Standing, entry: Entry) -> None:
    table, where = schema.standing, _row(game, start)
    # The row is made first, so that PostgreSQL has one to lock when two games end at once.
    conn.execute(
        insert(conn, table)
        .values(guild_id=game.guild_id, player_id=game.player_id, **_keys(start), **_figures(start))
        .on_conflict_do_nothing(index_elements=list(table.primary_key.columns.keys()))
    )
    found = conn.execute(select(table).where(where).with_for_update())
    counted = standing_of(found.mappings().one()).counting(won=entry.won, score=entry.score)
    conn.execute(update(table).where(where).values(**_figures(counted)))


def _row(game: GameRecord, standing: Standing) -> ColumnElement[bool]:
    columns = schema.standing.c
    return and_(
        columns.guild_id == game.guild_id,
        columns.player_id == game.player_id,
        *(columns[name] == value for name, value in _keys(standing).items()),
    )


def _keys(standing: Standing) -> dict[str, Any]:
    return {
        "period": standing.period,
        "draw": standing.draw,
        "scoring": standing.scoring,
        "class": standing.cls,
    }


def _figures(standing: Standing) -> dict[str, Any]:
    return {
        "games": standing.games,
        "wins": standing.wins,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "best_score": standing.best_score,
    }


def standing_of(row: Mapping[Any, Any]) -> Standing:
    """Return the value of a row of the standing table."""
    return Standing(
        period=row["period"],
        draw=row["draw"],
        scoring=row["scoring"],
        cls=ListClass(row["class"]),
        games=row["games"],
        wins=row["wins"],
        streak=row["streak"],
        best_streak=row["best_streak"],
        best_score=row["best_score"],
    )
