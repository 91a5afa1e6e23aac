"""Units on rankings and figures: boards of a server, a player's own lists and bankroll.

Ranks are competition ranks (1, 1, 3). Equals stand in the order in which they first played (anywhere).
Private places have no boards, and members who are not listed appear on none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, exists, func, or_, select

from data import schema
from data.periods import ALL_TIME
from data.records import BoardPage, BoardRow, ListClass, Standing
from data.seats import guild_id_of, player_id_of
from data.standings import standing_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, ScalarSelect, Select

__all__ = [
    "Board",
    "balance",
    "bankroll",
    "best_score",
    "page",
    "player_stats",
    "rank_of",
    "top",
    "wins",
]

_VEGAS: Final = "V"

_member: Final = schema.member
_standing: Final = schema.standing


@dataclass(frozen=True, slots=True)
class Board:
    """A ranking of a server: made by `bankroll`, `wins` or `best_score`, asked by the units below.

    :ivar everybody: the question for all who are on it, without columns yet.
    :ivar columns: what a row tells besides its player.
    """

    everybody: Select[Any]
    columns: tuple[ColumnElement[Any], ...]
    value: ColumnElement[int]
    player_id: ColumnElement[int]

    @property
    def rows(self) -> Select[Any]:
        """The question for all its rows, in no order."""
        player = schema.player
        return self.everybody.add_columns(player.c.discord_id, *self.columns).join(
            player, player.c.id == self.player_id
        )


def bankroll(guild_discord_id: int) -> Board:
    """Return the board of bankrolls in dollars, over all who have ever booked a ranked Vegas game there.

    Its games and wins are those of all ranked Vegas games that have ended, draw 1 and draw 3.
    """
    # A game with help stands in the clean list as well, but its win only in the assisted one.
    games = _vegas_sum(_standing.c.games, ListClass.CLEAN)
    won = _vegas_sum(_standing.c.wins, ListClass.CLEAN, ListClass.ASSISTED)
    everybody = (
        select()
        .select_from(_member)
        .where(_member.c.guild_id == _public(guild_discord_id), _has_booked(), _member.c.listed)
    )
    return Board(everybody, _figures(_member.c.balance, games, won), _member.c.balance, _member.c.player_id)


def wins(guild_discord_id: int, draw: int, scoring: str, cls: ListClass = ListClass.CLEAN) -> Board:
    """Return the board of games won in one list, over all who have won one."""
    return _of_list(_standing.c.wins, _list(guild_discord_id, draw, scoring, cls), _standing.c.wins > 0)


def best_score(guild_discord_id: int, draw: int, scoring: str, cls: ListClass = ListClass.CLEAN) -> Board:
    """Return the board of best scores in one list, over all who have ended a scored game in it."""
    scored = _standing.c.best_score.is_not(None)
    return _of_list(_standing.c.best_score, _list(guild_discord_id, draw, scoring, cls), scored)


def top(conn: Connection, board: Board, *, limit: int, offset: int = 0) -> list[BoardRow]:
    """Return at most `limit` rows of a board, after leaving out the first `offset`."""
    query = board.rows.order_by(board.value.desc(), board.player_id).limit(limit).offset(offset)
    rows = conn.execute(query).all()
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
    query = board.rows.where(board.player_id == player_id_of(player_discord_id))
    row = conn.execute(query).first()
    if row is None:
        return None
    return _line(1 + _ahead(conn, board, row.value), row)


def page(
    conn: Connection, board: Board, reader_discord_id: int, *, size: int, number: int | None = 1
) -> BoardPage:
    """Return a page of a board of `size` rows, and its reader's own row; read as one unit, they agree.

    A page beyond an end of the board is the page at that end; None is the page that the reader is on.
    """
    own = rank_of(conn, board, reader_discord_id)
    if number is None:
        number = 1 if own is None else 1 + _before(conn, board, own) // size
    players = _count(conn, board)
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
            _has_booked(),
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


def _list(guild_discord_id: int, draw: int, scoring: str, cls: ListClass) -> ColumnElement[bool]:
    columns = _standing.c
    return and_(
        columns.guild_id == _public(guild_discord_id),
        columns.period == ALL_TIME,
        columns.draw == draw,
        columns.scoring == scoring,
        columns["class"] == cls,
    )


def _of_list(value: ColumnElement[int], in_list: ColumnElement[bool], earned: ColumnElement[bool]) -> Board:
    everybody = (
        select()
        .select_from(_standing)
        .join(
            _member,
            and_(_member.c.guild_id == _standing.c.guild_id, _member.c.player_id == _standing.c.player_id),
        )
        .where(in_list, earned, _member.c.listed)
    )
    figures = _figures(value, _standing.c.games, _standing.c.wins)
    return Board(everybody, figures, value, _standing.c.player_id)


def _figures(
    value: ColumnElement[int], games: ColumnElement[int], won: ColumnElement[int]
) -> tuple[ColumnElement[Any], ...]:
    return (_member.c.name, value.label("value"), games.label("games"), won.label("wins"))


def _vegas_sum(figure: ColumnElement[int], *classes: ListClass) -> ColumnElement[int]:
    """Return the sum of a figure over the lists of a member's ranked Vegas games."""
    columns = _standing.c
    return (
        select(func.coalesce(func.sum(figure), 0))
        .where(
            columns.guild_id == _member.c.guild_id,
            columns.player_id == _member.c.player_id,
            columns.period == ALL_TIME,
            columns.scoring == _VEGAS,
            columns["class"].in_(classes),
        )
        .correlate(_member)
        .scalar_subquery()
    )


def _has_booked() -> ColumnElement[bool]:
    """Return whether the ledger knows the member."""
    ledger = schema.ledger
    return (
        exists()
        .where(ledger.c.player_id == _member.c.player_id, ledger.c.guild_id == _member.c.guild_id)
        .correlate(_member)
    )


def _ahead(conn: Connection, board: Board, value: int) -> int:
    """Return how many on the board have more than `value`."""
    return _count(conn, board, board.value > value)


def _before(conn: Connection, board: Board, row: BoardRow) -> int:
    """Return how many stand before a row, equals who played here first included."""
    earlier = and_(board.value == row.value, board.player_id < player_id_of(row.discord_id))
    return _count(conn, board, or_(board.value > row.value, earlier))


def _count(conn: Connection, board: Board, *among: ColumnElement[bool]) -> int:
    """Return how many there are on the board, or among a part of it."""
    counted: int = conn.execute(board.rows.with_only_columns(func.count()).where(*among)).scalar_one()
    return counted


def _line(rank: int, row: Row[Any]) -> BoardRow:
    return BoardRow(rank, row.discord_id, row.name, row.value, row.games, row.wins)
