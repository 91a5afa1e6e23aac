"""The tables. Times are integer milliseconds UTC and money is whole dollars; no table reads a clock."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

__all__ = [
    "challenge",
    "daily",
    "deed",
    "game",
    "guild",
    "guild_change",
    "ledger",
    "member",
    "meta",
    "metadata",
    "player",
    "pool",
    "race",
    "racer",
    "standing",
]

# From the first migration on: a constraint without a name cannot be altered later.
_NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# SQLite gives away row ids by itself only to a column whose type is exactly INTEGER.
_ID: Final = BigInteger().with_variant(Integer, "sqlite")
# Discord's ids, milliseconds and deal numbers below 2^60 all need 64 bits.
_BIG: Final = BigInteger().with_variant(Integer, "sqlite")

metadata: Final = MetaData(naming_convention=_NAMES)

meta: Final = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Small facts of the installation, such as the hash of the synchronised commands."""

player: Final = Table(
    "player",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("discord_id", _BIG, nullable=False, unique=True),
    Column("locale", Text),
    Column("theme", Text),
    Column("back", Text),
    Column("draw", Integer),
    Column("scoring", Text),
    Column("take_back", Boolean),
    Column("created_at", _BIG, nullable=False),
    sqlite_autoincrement=True,
)
"""A person, everywhere; draw, scoring and take_back are the choices of the last new game."""

guild: Final = Table(
    "guild",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("discord_id", _BIG, nullable=False, unique=True),
    Column("settings", Text, nullable=False, server_default=text("'{}'")),
    Column("house", _BIG, nullable=False, server_default=text("0")),
    Column("departed", _BIG, nullable=False, server_default=text("0")),
    Column("season", Integer, nullable=False, server_default=text("1")),
    Column("announced_day", Integer),
    sqlite_autoincrement=True,
)
"""A server; discord_id 0 stands for direct messages and servers where the bot is no member.

`settings` is a JSON object. `house` is what the players have lost to the house, `departed` keeps the balances
of erased players. `season` numbers the seasons of its lists, `announced_day` is the newest day whose deal was
announced there.
"""

guild_change: Final = Table(
    "guild_change",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("guild_id", _ID, ForeignKey("guild.id"), nullable=False, index=True),
    Column("player_id", _ID, ForeignKey("player.id"), index=True),
    Column("what", Text, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("at", _BIG, nullable=False),
    sqlite_autoincrement=True,
)
"""What those who manage a server have changed in it; who it was is NULL once that player is erased."""

game: Final = Table(
    "game",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("player_id", _ID, ForeignKey("player.id"), nullable=False),
    Column("guild_id", _ID, ForeignKey("guild.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("winnable", Boolean, nullable=False, server_default=false()),
    Column("day", Integer),
    Column("channel_id", _BIG),
    Column("message_id", _BIG, index=True),
    Column("deal", _BIG, nullable=False),
    Column("rules", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("log", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("moves", Integer, nullable=False, server_default=text("0")),
    Column("revision", Integer, nullable=False),
    Column("last_interaction", _BIG),
    Column("status", Text, nullable=False),
    Column("score", Integer, nullable=False),
    Column("booked", Integer, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("started_at", _BIG, nullable=False),
    Column("active_ms", _BIG, nullable=False),
    Column("updated_at", _BIG, nullable=False),
    Column("ended_at", _BIG),
    # The latest game of a player in a server.
    Index(None, "player_id", "guild_id", "id"),
    # Without it, the id of a deleted game is given away again and an old button hits a stranger's game.
    sqlite_autoincrement=True,
)
"""A game: its deal, rules and log of every action; never a snapshot of piles.

`winnable` was asked for: such a game is practice too. `day` is set for a daily deal, in days since 1970 UTC.
`ply` counts all actions of the log, `moves` those that stand.
"""

one_open_game: Final = Index(
    "uq_game_open",
    game.c.player_id,
    game.c.guild_id,
    game.c.kind,
    unique=True,
    sqlite_where=game.c.status == "open",
    postgresql_where=game.c.status == "open",
)
"""One open game for each player, server and kind."""

one_try_a_day: Final = Index(
    "uq_game_daily_try",
    game.c.player_id,
    game.c.day,
    unique=True,
    sqlite_where=text("kind = 'daily' AND NOT practice"),
    postgresql_where=text("kind = 'daily' AND NOT practice"),
)
"""One ranked try of the daily deal for each player, in whichever place."""

tries_of_a_day: Final = Index(
    "ix_game_daily",
    game.c.guild_id,
    game.c.day,
    sqlite_where=text("kind = 'daily'"),
    postgresql_where=text("kind = 'daily'"),
)
"""A server's list of a day."""

open_together: Final = Index(
    "ix_game_together",
    game.c.guild_id,
    game.c.channel_id,
    sqlite_where=text("kind = 'together' AND status = 'open'"),
    postgresql_where=text("kind = 'together' AND status = 'open'"),
)
"""The open games that are played together in a channel."""

deed: Final = Table(
    "deed",
    metadata,
    Column("game_id", _ID, ForeignKey("game.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", _ID, ForeignKey("player.id"), nullable=False, index=True),
    Column("count", Integer, nullable=False),
    Column("at", _BIG, nullable=False),
)
"""Who did what in a game that several play: the last `count` actions of the log up to `ply`."""

daily: Final = Table(
    "daily",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("deal", _BIG, nullable=False),
    Column("proven", Boolean, nullable=False),
    Column("made_at", _BIG, nullable=False),
)
"""The deal of each day that anybody has asked for; `proven` when the solver has found it winnable."""

race: Final = Table(
    "race",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("guild_id", _ID, ForeignKey("guild.id"), nullable=False, index=True),
    Column("host_id", _ID, ForeignKey("player.id"), nullable=False, index=True),
    Column("channel_id", _BIG),
    Column("message_id", _BIG, index=True),
    Column("deal", _BIG),
    Column("rules", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("limit_ms", _BIG, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_at", _BIG, nullable=False),
    Column("started_at", _BIG),
    Column("ended_at", _BIG),
    Column("asked", Text, nullable=False, server_default=text("''")),
    Column("rematch_of", _ID, ForeignKey("race.id"), unique=True),
    Index(None, "status"),
    sqlite_autoincrement=True,
)
"""A race of several members on one deal; `status` is 'lobby', 'running', 'over' or 'called_off'.

There is no deal before the start. `asked` are the Discord ids of those who were asked to join a lobby, with
spaces between.
"""

racer: Final = Table(
    "racer",
    metadata,
    Column("race_id", _ID, ForeignKey("race.id"), primary_key=True),
    Column("player_id", _ID, ForeignKey("player.id"), primary_key=True, index=True),
    Column("ready", Boolean, nullable=False, server_default=false()),
    Column("joined_at", _BIG, nullable=False),
    Column("game_id", _ID, ForeignKey("game.id"), unique=True),
    Column("rank", Integer),
)
"""Who is in a race, with the game of each once it runs and the rank once it is over."""

challenge: Final = Table(
    "challenge",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("game_id", _ID, ForeignKey("game.id"), nullable=False, index=True),
    Column("host", _BIG, nullable=False),
    Column("guest", _BIG, nullable=False),
    Column("channel_id", _BIG),
    Column("message_id", _BIG),
    Column("host_game_id", _ID, ForeignKey("game.id"), unique=True),
    Column("guest_game_id", _ID, ForeignKey("game.id"), unique=True),
    Column("shown", Integer, nullable=False, server_default=text("0")),
    Column("created_at", _BIG, nullable=False),
    sqlite_autoincrement=True,
)
"""A member (`host`) who asked another (`guest`, both Discord ids) to play the deal of a game; each has one
game of it, practice. `shown` counts the results that its message tells."""

member: Final = Table(
    "member",
    metadata,
    Column("guild_id", _ID, ForeignKey("guild.id"), primary_key=True),
    Column("player_id", _ID, ForeignKey("player.id"), primary_key=True, index=True),
    Column("name", Text, nullable=False),
    Column("balance", _BIG, nullable=False, server_default=text("0")),
    Column("booked", Boolean, nullable=False, server_default=false()),
    Column("listed", Boolean, nullable=False, server_default=true()),
    Column("wish", Boolean),
)
"""A player in a server: the display name last seen, the bankroll, and whether boards may list them.

`booked` tells whether a ranked Vegas game was ever booked, `wish` what the player has said about being
listed: NULL for nothing, so that `listed` is as the server has it.
"""

Index(
    "ix_member_board",
    member.c.guild_id,
    member.c.listed,
    member.c.booked,
    member.c.balance.desc(),
    member.c.player_id,
)

standing: Final = Table(
    "standing",
    metadata,
    Column("guild_id", _ID, ForeignKey("guild.id"), primary_key=True),
    Column("player_id", _ID, ForeignKey("player.id"), primary_key=True, index=True),
    Column("period", Text, primary_key=True),
    Column("draw", Integer, primary_key=True, autoincrement=False),
    Column("scoring", Text, primary_key=True),
    Column("class", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("best_score", Integer),
    Column("scored", Integer, nullable=False, server_default=text("0")),
    Column("score_sum", _BIG, nullable=False, server_default=text("0")),
    Column("moves", _BIG, nullable=False, server_default=text("0")),
    Column("active_ms", _BIG, nullable=False, server_default=text("0")),
    Column("fewest_moves", Integer),
    Column("rate", Integer),
    Column("listed", Boolean, nullable=False, server_default=true()),
)
"""One row for each list that a player is in; games of different rules never meet in one row.

`score_sum` adds up the scores of `scored` games, `moves` and `active_ms` those of all games of this list.
`rate` is wins in a thousand games, NULL until there are enough games to rank. `listed` is the
member's: a board comes out of one index, in order, and is counted in it.
"""

# The boards, one index for each thing they are ordered by; of fewest moves the least is the best.
for _value in (
    standing.c.wins.desc(),
    standing.c.best_score.desc(),
    standing.c.best_streak.desc(),
    standing.c.rate.desc(),
    standing.c.fewest_moves,
):
    _name = _value.name if isinstance(_value, Column) else _value.element.name
    Index(
        f"ix_standing_board_{_name}",
        standing.c.guild_id,
        standing.c.period,
        standing.c.draw,
        standing.c.scoring,
        standing.c["class"],
        standing.c.listed,
        _value,
        standing.c.player_id,
    )

ledger: Final = Table(
    "ledger",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("guild_id", _ID, ForeignKey("guild.id"), nullable=False),
    Column("player_id", _ID, ForeignKey("player.id"), nullable=False),
    Column("game_id", _ID, ForeignKey("game.id"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("delta", Integer, nullable=False),
    Column("at", _BIG, nullable=False),
    UniqueConstraint("game_id", "reason"),
    Index(None, "player_id", "guild_id"),
    sqlite_autoincrement=True,
)
"""Every dollar: one 'buy-in' for each booked game, and 'winnings' kept equal to what is booked."""

pool: Final = Table(
    "pool",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("rules_class", Text, nullable=False, index=True),
    Column("deal", _BIG, nullable=False),
    Column("line", Text, nullable=False),
    Column("made_at", _BIG, nullable=False),
    UniqueConstraint("deal", "rules_class"),
    sqlite_autoincrement=True,
)
"""Deals that can be won under a class of rules, each with a line that wins it, until they are dealt."""
