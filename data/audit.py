"""The books, checked: what must hold after every transaction, and so after every crash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["audit"]

# Each query finds what should not be: the first column is the id of the row, the second what it shows.
_CHECKS: Final = {
    "guild {0}: house + departed + balances = {1}, not 0": """
        SELECT guild.id, guild.house + guild.departed + COALESCE(SUM(member.balance), 0) AS total
        FROM guild LEFT JOIN member ON member.guild_id = guild.id
        GROUP BY guild.id, guild.house, guild.departed
        HAVING guild.house + guild.departed + COALESCE(SUM(member.balance), 0) <> 0""",
    "player {0}: a balance differs from its ledger by {1}": """
        SELECT member.player_id, member.balance - COALESCE(SUM(ledger.delta), 0) AS difference
        FROM member LEFT JOIN ledger
          ON ledger.guild_id = member.guild_id AND ledger.player_id = member.player_id
        GROUP BY member.guild_id, member.player_id, member.balance
        HAVING member.balance <> COALESCE(SUM(ledger.delta), 0)""",
    "game {0}: its ledger differs from what is booked by {1}": """
        SELECT game.id, COALESCE(SUM(ledger.delta), 0) - game.booked AS difference
        FROM game LEFT JOIN ledger ON ledger.game_id = game.id
        GROUP BY game.id, game.booked HAVING COALESCE(SUM(ledger.delta), 0) <> game.booked""",
    "game {0}: clean, but its ledger differs from its score by {1}": """
        SELECT game.id, SUM(ledger.delta) - game.score AS difference
        FROM game JOIN ledger ON ledger.game_id = game.id WHERE NOT game.assisted
        GROUP BY game.id, game.score HAVING SUM(ledger.delta) <> game.score""",
    "game {0}: it has {1} buy-ins": """
        SELECT ledger.game_id, SUM(CASE WHEN ledger.reason = 'buy-in' THEN 1 ELSE 0 END) AS stakes
        FROM ledger GROUP BY ledger.game_id
        HAVING SUM(CASE WHEN ledger.reason = 'buy-in' THEN 1 ELSE 0 END) <> 1""",
    "game {0}: a ledger row ({1}) is booked on another seat, or the game is practice": """
        SELECT game.id, ledger.reason
        FROM ledger JOIN game ON game.id = ledger.game_id
        WHERE ledger.guild_id <> game.guild_id OR ledger.player_id <> game.player_id OR game.practice""",
    "player {0}: {1} more games counted than ended": """
        SELECT player_id, difference FROM (SELECT seat.player_id,
          COALESCE((SELECT SUM(games) FROM standing WHERE period = 'all' AND class IN ('clean', 'practice')
            AND standing.guild_id = seat.guild_id AND standing.player_id = seat.player_id), 0)
          - (SELECT COUNT(*) FROM game WHERE (kind = 'free' OR practice) AND status IN ('won', 'given_up')
            AND game.guild_id = seat.guild_id AND game.player_id = seat.player_id) AS difference
        FROM member AS seat) AS counted WHERE difference <> 0""",
    "player {0}: {1} more wins counted than won": """
        SELECT player_id, difference FROM (SELECT seat.player_id,
          COALESCE((SELECT SUM(wins) FROM standing
            WHERE period = 'all' AND class IN ('clean', 'assisted', 'practice')
            AND standing.guild_id = seat.guild_id AND standing.player_id = seat.player_id), 0)
          - (SELECT COUNT(*) FROM game WHERE (kind = 'free' OR practice) AND status = 'won'
            AND game.guild_id = seat.guild_id AND game.player_id = seat.player_id) AS difference
        FROM member AS seat) AS counted WHERE difference <> 0""",
    "player {0}: {1} more daily tries counted than ended": """
        SELECT player_id, difference FROM (SELECT seat.player_id,
          COALESCE((SELECT SUM(games) FROM standing WHERE period = 'all' AND class = 'daily'
            AND standing.guild_id = seat.guild_id AND standing.player_id = seat.player_id), 0)
          - (SELECT COUNT(*) FROM game WHERE kind = 'daily' AND NOT practice AND status IN ('won', 'given_up')
            AND game.guild_id = seat.guild_id AND game.player_id = seat.player_id) AS difference
        FROM member AS seat) AS counted WHERE difference <> 0""",
    "player {0}: a list in which whether they are listed is {1}, and not so in the server": """
        SELECT standing.player_id, standing.listed
        FROM standing JOIN member
          ON member.guild_id = standing.guild_id AND member.player_id = standing.player_id
        WHERE standing.listed <> member.listed""",
    "player {0}: whether a game was ever booked is {1}, and not so in the ledger": """
        SELECT member.player_id, member.booked FROM member
        WHERE member.booked <> EXISTS (SELECT 1 FROM ledger
          WHERE ledger.guild_id = member.guild_id AND ledger.player_id = member.player_id)""",
    "player {0}: {1} more races counted than were over": """
        SELECT player_id, difference FROM (SELECT seat.player_id,
          COALESCE((SELECT SUM(games) FROM standing WHERE period = 'all' AND class = 'race'
            AND standing.guild_id = seat.guild_id AND standing.player_id = seat.player_id), 0)
          - (SELECT COUNT(*) FROM racer JOIN race ON race.id = racer.race_id
            JOIN game ON game.id = racer.game_id
            WHERE race.status = 'over' AND game.status IN ('won', 'given_up')
            AND race.guild_id = seat.guild_id AND racer.player_id = seat.player_id) AS difference
        FROM member AS seat) AS counted WHERE difference <> 0""",
    "race {0}: it is over, but game {1} is open or has no rank": """
        SELECT race.id, game.id FROM race JOIN racer ON racer.race_id = race.id
        JOIN game ON game.id = racer.game_id
        WHERE race.status = 'over' AND (game.status = 'open' OR racer.rank IS NULL)""",
    "game {0}: those who played it together did {1} actions of which its log knows nothing": """
        SELECT game.id, SUM(deed.count) - game.ply AS difference
        FROM game JOIN deed ON deed.game_id = game.id
        GROUP BY game.id, game.ply HAVING SUM(deed.count) <> game.ply""",
}


def audit(conn: Connection) -> list[str]:
    """Return every problem in the books, one line each; empty when all is well.

    It reads all games and the whole ledger: meant for tests and for a look by hand, not for each press.
    """
    problems = []
    for problem, query in _CHECKS.items():
        rows = conn.execute(text(query)).all()
        problems += [problem.format(*row) for row in rows]
    return problems
