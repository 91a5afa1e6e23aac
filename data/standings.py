"""Counting: an ended game enters each list that the rule book gives it, exactly once."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, select, update

from data import schema
from data.dialect import insert
from data.periods import day_over, keys_at
from data.records import GameRecord, Kind, ListClass, Result, Standing, Status
from data.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, ScalarSelect

__all__ = ["COUNTED", "Entry", "ListKey", "add", "count", "entries", "is_daily_win", "standing_of"]

# The ends of a game that count; a game closed by an update is nobody's loss.
COUNTED: Final = (Status.WON, Status.GIVEN_UP)

_FIGURES: Final = (
    "games",
    "wins",
    "streak",
    "best_streak",
    "best_score",
    "scored",
    "score_sum",
    "moves",
    "active_ms",
    "fewest_moves",
)
"""The fields of a `Standing` that are columns under the same name."""

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
    """A list by its class, and what one ended game adds to it."""

    cls: ListClass
    result: Result


def entries(game: GameRecord) -> list[Entry]:
    """Return what an ended game adds to which lists of its player (of its players, when several play).

    An assisted one also counts as played and not won in the clean list: help launders no lost game. A race
    counts when it is over for all, by its ranks.
    """
    if game.status not in COUNTED or game.kind is Kind.RACE:
        return []
    result = Result(
        won=game.status == Status.WON,
        score=game.score if ListKey.parse(game.rules).scored else None,
        moves=game.moves,
        active_ms=game.active_ms,
    )
    if game.practice:
        return [Entry(ListClass.PRACTICE, result)]
    if game.kind is Kind.DAILY:
        return [Entry(ListClass.DAILY, replace(result, won=is_daily_win(game)))]
    if game.kind is Kind.TOGETHER:
        return [Entry(ListClass.TOGETHER, result)]
    if game.assisted:
        return [Entry(ListClass.ASSISTED, result), Entry(ListClass.CLEAN, Result(won=False))]
    return [Entry(ListClass.CLEAN, result)]


def is_daily_win(game: GameRecord) -> bool:
    """Tell whether a try of a daily deal was won without help, before its day was over for everybody."""
    if game.day is None or game.ended_at is None or game.practice or game.assisted:
        return False
    return game.status == Status.WON and game.ended_at < day_over(game.day)


def count(conn: Connection, game: GameRecord) -> None:
    """Enter a game that has just ended into its lists; the caller sees to it that this happens once."""
    for entry in entries(game):
        for player_id in _players(conn, game):
            add(conn, Seat(player_id, game.guild_id), game, entry)


def add(conn: Connection, seat: Seat, game: GameRecord, entry: Entry) -> None:
    """Enter a result into a seat's lists of one class, of every period that the game's end lies in."""
    assert game.ended_at is not None  # noqa: S101 - what counts has ended
    season: int = conn.execute(
        select(schema.guild.c.season).where(schema.guild.c.id == seat.guild_id)
    ).scalar_one()
    key = ListKey.parse(game.rules)
    for period in keys_at(game.ended_at, season):
        start = Standing(draw=key.draw, scoring=key.scoring, cls=entry.cls, period=period)
        _add(conn, seat, start, entry.result)


def _players(conn: Connection, game: GameRecord) -> list[int]:
    """List whose figures a game belongs to: its owner's, or those of all who did something in it."""
    if game.kind is not Kind.TOGETHER:
        return [game.player_id]
    deed = schema.deed.c
    return list(conn.scalars(select(deed.player_id).where(deed.game_id == game.id).distinct()))


def _add(conn: Connection, seat: Seat, start: Standing, result: Result) -> None:
    table, where = schema.standing, _row(seat, start)
    # The row is made first, so that PostgreSQL has one to lock when two games end at once.
    conn.execute(
        insert(conn, table)
        .values(
            guild_id=seat.guild_id,
            player_id=seat.player_id,
            listed=_listed(seat),
            **_keys(start),
            **_figures(start),
        )
        .on_conflict_do_nothing(index_elements=list(table.primary_key.columns.keys()))
    )
    found = conn.execute(select(table).where(where).with_for_update())
    counted = standing_of(found.mappings().one()).counting(result)
    conn.execute(update(table).where(where).values(**_figures(counted)))


def _listed(seat: Seat) -> ScalarSelect[bool]:
    member = schema.member.c
    mine = and_(member.guild_id == seat.guild_id, member.player_id == seat.player_id)
    return select(member.listed).where(mine).scalar_subquery()


def _row(seat: Seat, standing: Standing) -> ColumnElement[bool]:
    columns = schema.standing.c
    return and_(
        columns.guild_id == seat.guild_id,
        columns.player_id == seat.player_id,
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
    return {name: getattr(standing, name) for name in _FIGURES} | {"rate": standing.rate}


def standing_of(row: Mapping[Any, Any]) -> Standing:
    """Return the value of a row of the standing table."""
    return Standing(
        period=row["period"],
        draw=row["draw"],
        scoring=row["scoring"],
        cls=ListClass(row["class"]),
        **{name: row[name] for name in _FIGURES},
    )
