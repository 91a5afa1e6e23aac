"""Daily deals, races, games that several play, seasons, and lists by month and week with more figures."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from collections.abc import Iterable

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BOARDS: Final = ("wins DESC", "best_score DESC", "best_streak DESC", "rate DESC", "fewest_moves")
_LIST: Final = ("guild_id", "period", "draw", "scoring", "class", "listed")
_TRY: Final = sa.text("kind = 'daily' AND NOT practice")
_DAILY: Final = sa.text("kind = 'daily'")
_TOGETHER: Final = sa.text("kind = 'together' AND status = 'open'")
_RATED: Final = 10
_BATCH: Final = 1000
_SEATS_AT_ONCE: Final = 100


def upgrade() -> None:
    """Add the tables and columns, and work out from the stored games what the new figures are."""
    _add_columns()
    _create_change()
    _create_deed()
    _create_daily()
    _create_race()
    _create_racer()
    _create_challenge()
    _count_moves()
    _fill_lists()
    _order_boards()


def _add_columns() -> None:
    zero = sa.text("0")
    op.add_column("guild", sa.Column("season", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.add_column("guild", sa.Column("announced_day", sa.Integer()))
    op.add_column("game", sa.Column("day", sa.Integer()))
    op.add_column("game", sa.Column("moves", sa.Integer(), server_default=zero, nullable=False))
    op.create_index(
        "uq_game_daily_try",
        "game",
        ["player_id", "day"],
        unique=True,
        sqlite_where=_TRY,
        postgresql_where=_TRY,
    )
    op.create_index(
        "ix_game_daily", "game", ["guild_id", "day"], sqlite_where=_DAILY, postgresql_where=_DAILY
    )
    op.create_index(
        "ix_game_together",
        "game",
        ["guild_id", "channel_id"],
        sqlite_where=_TOGETHER,
        postgresql_where=_TOGETHER,
    )
    op.add_column("standing", sa.Column("scored", sa.Integer(), server_default=zero, nullable=False))
    for name in ("score_sum", "moves", "active_ms"):
        op.add_column("standing", sa.Column(name, _BIG, server_default=zero, nullable=False))
    for name in ("fewest_moves", "rate"):
        op.add_column("standing", sa.Column(name, sa.Integer()))
    op.add_column("standing", sa.Column("listed", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("member", sa.Column("booked", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("member", sa.Column("wish", sa.Boolean()))


def _create_change() -> None:
    op.create_table(
        "guild_change",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guild_change"),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_guild_change_guild_id_guild"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_guild_change_player_id_player"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_guild_change_guild_id", "guild_change", ["guild_id"])
    op.create_index("ix_guild_change_player_id", "guild_change", ["player_id"])


def _create_deed() -> None:
    op.create_table(
        "deed",
        sa.Column("game_id", _BIG, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_deed"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_deed_game_id_game"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_deed_player_id_player"),
    )
    op.create_index("ix_deed_player_id", "deed", ["player_id"])


def _create_daily() -> None:
    op.create_table(
        "daily",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("deal", _BIG, nullable=False),
        sa.Column("proven", sa.Boolean(), nullable=False),
        sa.Column("made_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily"),
    )


def _create_race() -> None:
    op.create_table(
        "race",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("guild_id", _BIG, nullable=False),
        sa.Column("host_id", _BIG, nullable=False),
        sa.Column("channel_id", _BIG, nullable=True),
        sa.Column("message_id", _BIG, nullable=True),
        sa.Column("deal", _BIG, nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("limit_ms", _BIG, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", _BIG, nullable=False),
        sa.Column("started_at", _BIG, nullable=True),
        sa.Column("ended_at", _BIG, nullable=True),
        sa.Column("asked", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("rematch_of", _BIG, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_race"),
        sa.UniqueConstraint("rematch_of", name="uq_race_rematch_of"),
        sa.ForeignKeyConstraint(["rematch_of"], ["race.id"], name="fk_race_rematch_of_race"),
        sa.ForeignKeyConstraint(["guild_id"], ["guild.id"], name="fk_race_guild_id_guild"),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name="fk_race_host_id_player"),
        sqlite_autoincrement=True,
    )
    for name in ("guild_id", "host_id", "message_id", "status"):
        op.create_index(f"ix_race_{name}", "race", [name])


def _create_racer() -> None:
    op.create_table(
        "racer",
        sa.Column("race_id", _BIG, nullable=False),
        sa.Column("player_id", _BIG, nullable=False),
        sa.Column("ready", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("joined_at", _BIG, nullable=False),
        sa.Column("game_id", _BIG, nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("race_id", "player_id", name="pk_racer"),
        sa.UniqueConstraint("game_id", name="uq_racer_game_id"),
        sa.ForeignKeyConstraint(["race_id"], ["race.id"], name="fk_racer_race_id_race"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_racer_player_id_player"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_racer_game_id_game"),
    )
    op.create_index("ix_racer_player_id", "racer", ["player_id"])


def _create_challenge() -> None:
    op.create_table(
        "challenge",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("game_id", _BIG, nullable=False),
        sa.Column("host", _BIG, nullable=False),
        sa.Column("guest", _BIG, nullable=False),
        sa.Column("channel_id", _BIG, nullable=True),
        sa.Column("message_id", _BIG, nullable=True),
        sa.Column("host_game_id", _BIG, nullable=True),
        sa.Column("guest_game_id", _BIG, nullable=True),
        sa.Column("shown", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("created_at", _BIG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
        sa.UniqueConstraint("host_game_id", name="uq_challenge_host_game_id"),
        sa.UniqueConstraint("guest_game_id", name="uq_challenge_guest_game_id"),
        *(
            sa.ForeignKeyConstraint([f"{name}_id"], ["game.id"], name=f"fk_challenge_{name}_id_game")
            for name in ("game", "host_game", "guest_game")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_challenge_game_id", "challenge", ["game_id"])


def _order_boards() -> None:
    """Lay the boards out anew: each is read from one index, in order, without looking at members."""
    op.execute(
        """UPDATE standing SET listed = (SELECT member.listed FROM member
          WHERE member.guild_id = standing.guild_id AND member.player_id = standing.player_id)"""
    )
    op.execute(
        """UPDATE member SET booked = EXISTS (SELECT 1 FROM ledger
          WHERE ledger.guild_id = member.guild_id AND ledger.player_id = member.player_id)"""
    )
    op.drop_index("ix_member_guild_id_balance", "member")
    op.create_index(
        "ix_member_board", "member", ["guild_id", "listed", "booked", sa.text("balance DESC"), "player_id"]
    )
    for name in ("wins", "best_score"):
        op.drop_index(f"ix_standing_board_{name}", "standing")
    for value in _BOARDS:
        op.create_index(
            f"ix_standing_board_{value.split()[0]}", "standing", [*_LIST, sa.text(value), "player_id"]
        )


def _count_moves() -> None:
    conn = op.get_bind()
    last = 0
    while rows := conn.execute(
        sa.text("SELECT id, log FROM game WHERE id > :last ORDER BY id LIMIT :batch"),
        {"last": last, "batch": _BATCH},
    ).all():
        conn.execute(
            sa.text("UPDATE game SET moves = :moves WHERE id = :id"),
            [{"id": row.id, "moves": _standing_moves(row.log.split())} for row in rows],
        )
        last = rows[-1].id


def _standing_moves(log: Iterable[str]) -> int:
    """Count the actions of a log that stand: hints and codes that were asked for, and giving up, are none."""
    moves = 0
    for action in log:
        if action not in {"hint", "code", "resign"}:
            moves += -1 if action == "u" else 1
    return moves


class _Figures:
    """What a list of one player adds up to."""

    def __init__(self) -> None:
        self.games = self.wins = self.streak = self.best_streak = 0
        self.scored = self.score_sum = self.moves = self.active_ms = 0
        self.best_score: int | None = None
        self.fewest_moves: int | None = None

    def lose(self) -> None:
        """Count a game that was won or lost in another list."""
        self.games, self.streak = self.games + 1, 0

    def count(self, row: Any) -> None:
        """Count a game."""
        self.lose() if row.status != "won" else self._win(row)
        self.moves, self.active_ms = self.moves + row.moves, self.active_ms + row.active_ms
        if not row.rules.endswith("-unscored"):
            best = row.score if self.best_score is None else max(self.best_score, row.score)
            self.scored, self.score_sum, self.best_score = self.scored + 1, self.score_sum + row.score, best

    def _win(self, row: Any) -> None:
        self.games, self.wins, self.streak = self.games + 1, self.wins + 1, self.streak + 1
        self.best_streak = max(self.best_streak, self.streak)
        self.fewest_moves = row.moves if self.fewest_moves is None else min(self.fewest_moves, row.moves)

    @property
    def rate(self) -> int | None:
        """Wins in a thousand games."""
        return self.wins * 1000 // self.games if self.games >= _RATED else None


_OLD: Final = ("games", "wins", "streak", "best_streak", "best_score")
_NEW: Final = ("scored", "score_sum", "moves", "active_ms", "fewest_moves", "rate")
_FIGURES: Final = (*_OLD, *_NEW)


_SEATS: Final = sa.text(
    """SELECT guild_id, player_id FROM member
       WHERE guild_id > :guild OR (guild_id = :guild AND player_id > :player)
       ORDER BY guild_id, player_id LIMIT :batch"""
)
_ENDED: Final = sa.text(
    """SELECT guild_id, player_id, rules, practice, assisted, status, score, moves, active_ms, ended_at
       FROM game WHERE guild_id = :guild AND player_id = :player
         AND kind = 'free' AND status IN ('won', 'given_up') ORDER BY ended_at, id"""
)


def _fill_lists() -> None:
    """Work out the lists by month and week, and the new figures of those of all time.

    It goes from player to player, so that a large database takes no more memory than a small one.
    """
    conn = op.get_bind()
    last: tuple[int, int] = (0, 0)
    while rows := conn.execute(_SEATS, {"guild": last[0], "player": last[1], "batch": _SEATS_AT_ONCE}).all():
        lists: defaultdict[tuple[Any, ...], _Figures] = defaultdict(_Figures)
        for guild, player in rows:
            for row in conn.execute(_ENDED, {"guild": guild, "player": player}):
                _enter(lists, row)
        _store(lists)
        last = tuple(rows[-1])


def _enter(lists: defaultdict[tuple[Any, ...], _Figures], row: Any) -> None:
    """Enter a game into every list that it belongs to."""
    ended = datetime.fromtimestamp(row.ended_at / 1000, UTC)
    for period in ("all", f"{ended:%Y-%m}", f"{ended:%G-W%V}"):
        key = (row.guild_id, row.player_id, period, int(row.rules[1]), row.rules[2])
        cls = "practice" if row.practice else "assisted" if row.assisted else "clean"
        lists[*key, cls].count(row)
        if cls == "assisted":
            lists[*key, "clean"].lose()


def _store(lists: dict[tuple[Any, ...], _Figures]) -> None:
    columns = ("guild_id", "player_id", "period", "draw", "scoring", "class")
    filled = [
        dict(zip(columns, key, strict=True)) | {name: getattr(figures, name) for name in _FIGURES}
        for key, figures in lists.items()
    ]
    spans = [one for one in filled if one["period"] != "all"]
    all_time = [one for one in filled if one["period"] == "all"]
    conn = op.get_bind()
    if spans:
        names = (*columns, *_FIGURES)
        values = ", ".join(f":{name}" for name in names)
        conn.execute(sa.text(f"INSERT INTO standing ({', '.join(names)}) VALUES ({values})"), spans)  # noqa: S608
    if all_time:
        changes = ", ".join(f"{name} = :{name}" for name in _NEW)
        where = " AND ".join(f"{name} = :{name}" for name in columns)
        conn.execute(sa.text(f"UPDATE standing SET {changes} WHERE {where}"), all_time)  # noqa: S608
