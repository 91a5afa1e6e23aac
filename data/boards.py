"""Units on rankings and figures: boards of a server, a player's own lists and bankroll.

Ranks are competition ranks (1, 1, 3). Equals stand in the order in which they first played (anywhere).
Private places have no boards, and members who are not listed appear on none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, func, select

from data import schema
from data.periods import ALL_TIME
from data.records import BoardPage, BoardRow, ListClass, Standing
from data.seats import guild_id_of, player_id_of
from data.standings import standing_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Column, ColumnElement, Connection, Row, ScalarSelect, Select

__all__ = [
    "Board",
    "ListOf",
    "balance",
    "bankroll",
    "best_score",
    "fewest_moves",
    "page",
    "player_stats",
    "rank_of",
    "rate",
    "streak",
    "top",
    "wins",
]

_VEGAS: Final = "V"

_member: Final = schema.member
_standing: Final = schema.standing


@dataclass(frozen=True, slots=True)
class ListOf:
    """Which list of a server a board ranks; `period` is a key of `data.periods`."""

    guild_discord_id: int
    draw: int
    scoring: str
    cls: ListClass = ListClass.CLEAN
    period: str = ALL_TIME


@dataclass(frozen=True, slots=True)
class Board:
    """A ranking of a server: made by the functions below, asked by the units `top`, `rank_of` and `page`.

    :ivar within: which rows of its table it is made of, one for each player.
    :ivar earned: who of them is on it; with the value and the player's id, one index holds all that it takes.
    :ivar games: what a row tells besides, and `wins`; asked of the rows that are shown only.
    :ivar least_first: whether the least value is the best.
    """

    within: ColumnElement[bool]
    earned: ColumnElement[bool]
    value: Column[int]
    games: ColumnElement[int]
    wins: ColumnElement[int]
    least_first: bool = False

    @property
    def player_id(self) -> Column[int]:
        """The player of a row."""
        return self.value.table.c.player_id

    @property
    def order(self) -> tuple[ColumnElement[Any], ...]:
        """How the rows stand: equals in the order in which they first played."""
        return (self.value if self.least_first else self.value.desc(), self.player_id)

    def better(self, value: int) -> ColumnElement[bool]:
        """Tell whether a row stands before all that have this value."""
        return self.value < value if self.least_first else self.value > value

    def places(self, *among: ColumnElement[bool]) -> Select[int, int]:
        """Ask for those on it, or a part of them, in no order."""
        return select(self.player_id, self.value.label("value")).where(self.within, self.earned, *among)


def bankroll(guild_discord_id: int) -> Board:
    """Return the board of bankrolls in dollars, over all who have ever booked a ranked Vegas game there.

    Its games and wins are those of all ranked Vegas games that have ended, draw 1 and draw 3.
    """
    # A game with help stands in the clean list as well, but its win only in the assisted one.
    games = _vegas_sum(_standing.c.games, ListClass.CLEAN)
    won = _vegas_sum(_standing.c.wins, ListClass.CLEAN, ListClass.ASSISTED)
    within, earned = _member.c.guild_id == _public(guild_discord_id), and_(_member.c.listed, _member.c.booked)
    return Board(within, earned, _member.c.balance, games, won)


def wins(of: ListOf) -> Board:
    """Return the board of games won, over all who have won one."""
    return _of_list(of, _standing.c.wins, _standing.c.wins > 0)


def best_score(of: ListOf) -> Board:
    """Return the board of best scores, over all who have ended a scored game."""
    return _of_list(of, _standing.c.best_score, _standing.c.best_score.is_not(None))


def rate(of: ListOf) -> Board:
    """Return the board of wins in a thousand games, over all who have ended enough games to be ranked."""
    return _of_list(of, _standing.c.rate, _standing.c.rate.is_not(None))


def streak(of: ListOf) -> Board:
    """Return the board of most wins in a row, over all who have won a game."""
    return _of_list(of, _standing.c.best_streak, _standing.c.best_streak > 0)


def fewest_moves(of: ListOf) -> Board:
    """Return the board of fewest moves in a won game, the least first, over all who have won one."""
    least = _standing.c.fewest_moves
    return _of_list(of, least, least.is_not(None), least_first=True)


def top(conn: Connection, board: Board, *, limit: int, offset: int = 0) -> list[BoardRow]:
    """Return at most `limit` rows of a board, after leaving out the first `offset`."""
    places = board.places().order_by(*board.order).limit(limit).offset(offset)
    rows = _told(conn, board, places)
    if not rows:
        return []
    rank, value, ranked = 1 + _ahead(conn, board, rows[0].value), rows[0].value, []
    for place, row in enumerate(rows, start=offset + 1):
        if row.value != value:
            rank, value = place, row.value
        ranked.append(_line(rank, row))
    return ranked


def rank_of(conn: Connection, board: Board, player_discord_id: int) -> BoardRow | None:
    """Return the row of one player on a board, or None when they are not on it."""
    own = _own(conn, board, player_discord_id)
    return None if own is None else _line(1 + _ahead(conn, board, own.value), own)


def page(
    conn: Connection, board: Board, reader_discord_id: int, *, size: int, number: int | None = 1
) -> BoardPage:
    """Return a page of a board of `size` rows, and its reader's own row; read as one unit, they agree.

    A page beyond an end of the board is the page at that end; None is the page that the reader is on.
    """
    found = _own(conn, board, reader_discord_id)
    players, ahead = _counts(conn, board, None if found is None else found.value)
    own = None if found is None else _line(1 + ahead, found)
    if number is None:
        number = 1 if own is None else 1 + _before(conn, board, own) // size
    pages = max(-(-players // size), 1)
    number = min(max(number, 1), pages)
    rows = top(conn, board, limit=size, offset=(number - 1) * size)
    return BoardPage(tuple(rows), number, pages, players, own)


def player_stats(
    conn: Connection, player_discord_id: int, guild_discord_id: int, period: str = ALL_TIME
) -> list[Standing]:
    """Return a player's figures in every list of a server (0: the private place), in a fixed order.

    :param period: the key of the span of time, as in `data.periods`.
    """
    query = (
        select(_standing)
        .where(
            _standing.c.guild_id == guild_id_of(guild_discord_id),
            _standing.c.player_id == player_id_of(player_discord_id),
            _standing.c.period == period,
        )
        .order_by(_standing.c.draw, _standing.c.scoring, _standing.c["class"])
    )
    return [standing_of(row) for row in conn.execute(query).mappings()]


def balance(conn: Connection, player_discord_id: int, guild_discord_id: int) -> int | None:
    """Return a player's bankroll in a server in dollars, or None when they never booked a game there."""
    dollars: int | None = conn.scalar(
        select(_member.c.balance).where(
            _member.c.guild_id == guild_id_of(guild_discord_id),
            _member.c.player_id == player_id_of(player_discord_id),
            _member.c.booked,
        )
    )
    return dollars


def _public(guild_discord_id: int) -> ScalarSelect[int]:
    """Return the row id of a server; none for the private place, where strangers would meet on a board."""
    columns = schema.guild.c
    return (
        select(columns.id)
        .where(columns.discord_id == guild_discord_id, columns.discord_id != 0)
        .scalar_subquery()
    )


def _of_list(
    of: ListOf, value: Column[int], earned: ColumnElement[bool], *, least_first: bool = False
) -> Board:
    columns = _standing.c
    within = and_(
        columns.guild_id == _public(of.guild_discord_id),
        columns.period == of.period,
        columns.draw == of.draw,
        columns.scoring == of.scoring,
        columns["class"] == of.cls,
    )
    return Board(within, and_(columns.listed, earned), value, columns.games, columns.wins, least_first)


def _told(conn: Connection, board: Board, places: Select[int, int]) -> Sequence[Row[Any]]:
    """Return some places of a board with all that their rows tell; nobody else's row is looked at."""
    shown, player, table = places.subquery(), schema.player, board.value.table
    rows = shown.join(table, and_(board.within, board.player_id == shown.c.player_id))
    if table is not _member:
        same = and_(_member.c.guild_id == table.c.guild_id, _member.c.player_id == table.c.player_id)
        rows = rows.join(_member, same)
    told = (
        select(
            player.c.discord_id,
            _member.c.name,
            board.value.label("value"),
            board.games.label("games"),
            board.wins.label("wins"),
        )
        .select_from(rows.join(player, player.c.id == board.player_id))
        .order_by(*board.order)
    )
    return conn.execute(told).all()


def _vegas_sum(figure: ColumnElement[int], *classes: ListClass) -> ColumnElement[int]:
    """Return the sum of a figure over the lists of a member's ranked Vegas games."""
    columns = _standing.c
    return (
        select(func.coalesce(func.sum(figure), 0))
        .where(
            # SQLite uses no index for an expression: it finds the player's own few rows, instead of going
            # through a whole board of the server.
            columns.guild_id + 0 == _member.c.guild_id,
            columns.player_id == _member.c.player_id,
            columns.period == ALL_TIME,
            columns.scoring == _VEGAS,
            columns["class"].in_(classes),
        )
        .correlate(_member)
        .scalar_subquery()
    )


def _own(conn: Connection, board: Board, player_discord_id: int) -> Row[Any] | None:
    """Return what the row of one player tells, or None when they are not on the board."""
    row_id = conn.scalar(select(player_id_of(player_discord_id)))
    rows = _told(conn, board, board.places(board.player_id == row_id))
    return rows[0] if rows else None


def _counts(conn: Connection, board: Board, value: int | None) -> tuple[int, int]:
    """Return how many are on the board, and how many of them stand before a value, counted in one go."""
    if value is None:
        return _count(conn, board), 0
    ahead = func.count().filter(board.better(value))
    counted = conn.execute(select(func.count(), ahead).where(board.within, board.earned)).one()
    return counted[0], counted[1]


def _ahead(conn: Connection, board: Board, value: int) -> int:
    """Return how many on the board stand before all that have this value."""
    return _count(conn, board, board.better(value))


def _before(conn: Connection, board: Board, row: BoardRow) -> int:
    """Return how many stand before a row, equals who played here first included."""
    earlier = and_(board.value == row.value, board.player_id < player_id_of(row.discord_id))
    return _ahead(conn, board, row.value) + _count(conn, board, earlier)


def _count(conn: Connection, board: Board, *among: ColumnElement[bool]) -> int:
    """Return how many there are on the board, or among a part of it."""
    count = select(func.count()).where(board.within, board.earned, *among)
    counted: int = conn.execute(count).scalar_one()
    return counted


def _line(rank: int, row: Row[Any]) -> BoardRow:
    return BoardRow(rank, row.discord_id, row.name, row.value, row.games, row.wins)
