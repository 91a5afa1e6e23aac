"""What a move, a look and a leaderboard cost as games pile up: the part `growth` of `benchmarks.load`.

Two bots run on stores made in bulk, whose books add up: 100 games of five members, and a million games of a
server of 50,000. They are asked in turns, by a member of each, in the same run.
"""

from __future__ import annotations

import shutil
import time
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import create_engine, insert, make_url

from benchmarks._programs import logged_in
from data import ListClass, Result, Standing, audit, schema
from data.migrate import migrate
from data.periods import keys_at
from data.standings import ListKey
from klondike import Deal, Game, Rules
from localdiscord import LocalDiscord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from localdiscord import Seat

GAMES, QUICK_GAMES, FEW = 1_000_000, 50_000, 100
EACH: Final = 20
"""Games of each member."""
ROUNDS, QUICK_ROUNDS = 60, 15
"""How often each thing is asked for, less the first round, which warms up."""
GUILD: Final = 500_000_000_000_000_000
"""The server's Discord id; the first member's is one more, and so on."""
CHUNK: Final = 500
"""Members whose games are written at once."""
LOGS: Final = 50
PLIES: Final = (60, 180)
"""How long the logs are, at least and at most."""
STAKE: Final = -52
RULES: Final = ("D3V", "D1N", "D3N")
WON: Final = 0.2
VERSION: Final = 2
"""Of the stores that this makes; another one is made anew."""
ACTS: Final = ("move", "show", "leaderboard")


@dataclass(slots=True)
class _Rows:
    """What is written at once, by table."""

    players: list[dict[str, Any]] = field(default_factory=list)
    members: list[dict[str, Any]] = field(default_factory=list)
    games: list[dict[str, Any]] = field(default_factory=list)
    ledger: list[dict[str, Any]] = field(default_factory=list)
    standings: list[dict[str, Any]] = field(default_factory=list)

    def write(self, conn: Connection) -> None:
        """Write it all, what is referred to first."""
        tables = (schema.player, schema.member, schema.game, schema.ledger, schema.standing)
        kinds = (self.players, self.members, self.games, self.ledger, self.standings)
        for table, rows in zip(tables, kinds, strict=True):
            conn.execute(insert(table), rows)


def make(path: Path, games: int) -> None:
    """Make a store of ended games at `path`, whose standings, ledger and balances add up."""
    chance, logs = Random(games), list(_logs())
    migrate(make_url(f"sqlite:///{path}"))
    engine = create_engine(f"sqlite:///{path}")
    members = range(1, games // EACH + 1)
    with engine.begin() as conn:
        conn.execute(insert(schema.guild), {"id": 1, "discord_id": GUILD})
        paid = 0
        for begin in range(0, len(members), CHUNK):
            rows = _Rows()
            paid += sum(_member(rows, number, chance, logs) for number in members[begin : begin + CHUNK])
            rows.write(conn)
        conn.execute(schema.guild.update().values(house=-paid))
        problems = audit(conn)
    engine.dispose()
    assert not problems, problems[:3]  # noqa: S101 - a store that does not add up measures nothing


def _logs() -> Iterator[list[str]]:
    for number in range(LOGS):
        chance = Random(number)
        game = Game(Deal(number), Rules.parse("D3N"))
        for _ in range(chance.randint(*PLIES)):
            game.push(chance.choice(game.legal_moves))
        yield game.log.split()


def _member(rows: _Rows, number: int, chance: Random, logs: list[list[str]]) -> int:
    """Add a member with all their games, and give their balance."""
    standings: dict[tuple[str, str], Standing] = {}
    dollars = 0
    for at in range(EACH):
        rules, won = RULES[at % len(RULES)], chance.random() < WON
        game = _game(number, at, rules, chance, won=won) | _log(chance.choice(logs))
        rows.games.append(game)
        if rules == RULES[0]:
            rows.ledger += _booked(game)
            dollars += game["booked"]
        result = Result(won=won, score=game["score"], moves=game["moves"], active_ms=game["active_ms"])
        for period in keys_at(game["ended_at"]):
            before = standings.get((rules, period)) or _empty(rules, period)
            standings[rules, period] = before.counting(result)
    who = {"guild_id": 1, "player_id": number}
    rows.players.append({"id": number, "discord_id": GUILD + number, "created_at": number})
    rows.members.append({**who, "name": f"Member {number}", "balance": dollars, "booked": True})
    for one in standings.values():
        figures = asdict(one)
        rows.standings.append({**who, **figures, "class": figures.pop("cls"), "rate": one.rate})
    return dollars


def _empty(rules: str, period: str) -> Standing:
    key = ListKey.parse(rules)
    return Standing(draw=key.draw, scoring=key.scoring, cls=ListClass.CLEAN, period=period)


def _game(member: int, at: int, rules: str, chance: Random, *, won: bool) -> dict[str, Any]:
    number = (member - 1) * EACH + at + 1
    home = 52 if won else chance.randrange(40)
    books = rules == RULES[0]
    score = STAKE + 5 * home if books else 10 * home
    return {
        "id": number,
        "player_id": member,
        "guild_id": 1,
        "kind": "free",
        "channel_id": GUILD,
        "message_id": GUILD + number,
        "deal": chance.getrandbits(60),
        "rules": rules,
        "rules_version": 1,
        "revision": number % 100,
        "status": "won" if won else "given_up",
        "score": score,
        "booked": score if books else 0,
        "assisted": False,
        "started_at": number,
        "active_ms": 300_000,
        "updated_at": number + 300_000,
        "ended_at": number + 300_000,
    }


def _log(tokens: list[str]) -> dict[str, Any]:
    return {"log": " ".join(tokens), "ply": len(tokens), "moves": len(tokens)}


def _booked(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    entry = {name: game[name] for name in ("guild_id", "player_id")} | {"game_id": game["id"]}
    yield {**entry, "reason": "buy-in", "delta": STAKE, "at": game["started_at"]}
    yield {**entry, "reason": "winnings", "delta": game["booked"] - STAKE, "at": game["ended_at"]}


def stored(games: int, folder: Path) -> Path:
    """Give a store of so many games, made at the first use and kept in the folder."""
    path = folder / f"growth-{VERSION}-{games}.db"
    if not path.is_file():
        begun = path.with_suffix(".part")
        begun.unlink(missing_ok=True)
        make(begun, games)
        begun.rename(path)
    return path


class Reader:
    """A member in the middle of the board, whose games and place are asked for."""

    def __init__(self, fake: LocalDiscord, games: int) -> None:
        self._fake = fake
        self._home = fake.guild("Home", number=GUILD)
        user = fake.user("reader", number=GUILD + games // EACH // 2)
        self._home.add(user)
        self._table = self._home.channel("table")
        self._seat: Seat = user.at(self._table)
        self.took: dict[str, list[float]] = {act: [] for act in ACTS}

    async def begin(self) -> None:
        """Start a game."""
        await self._seat.slash("/klondike new", draw=3)
        await self._fake.settled()

    async def ask(self, number: int) -> None:
        """Ask for everything once and note the seconds until the answer."""
        await self._timed("move", text="u" if number % 2 else "d")
        await self._timed("show")
        await self._timed("leaderboard", board="wins")

    async def _timed(self, act: str, **options: object) -> None:
        begin = time.perf_counter()
        reply = await self._seat.slash(f"/klondike {act}", **options)
        self.took[act].append(time.perf_counter() - begin)
        assert reply.text  # noqa: S101 - it was answered
        await self._fake.settled(quiet=0.01)

    def typical(self, act: str) -> float:
        """Give the median seconds of an act, the first left out."""
        return median(self.took[act][1:])


async def measure(*, quick: bool, folder: Path) -> None:
    """Measure and print."""
    sizes = (FEW, QUICK_GAMES if quick else GAMES)
    async with AsyncExitStack() as stack:
        readers = []
        for games in sizes:
            place = Path(stack.enter_context(TemporaryDirectory(dir=folder)))
            shutil.copyfile(stored(games, folder), place / "klondike.db")
            fake = await stack.enter_async_context(LocalDiscord())
            reader = Reader(fake, games)
            await stack.enter_async_context(logged_in("klondike", fake, place))
            await reader.begin()
            readers.append(reader)
        for number in range(QUICK_ROUNDS if quick else ROUNDS):
            for reader in readers if number % 2 else readers[::-1]:
                await reader.ask(number)
    few, many = readers
    print(f"growth.games {sizes[1]}")
    for act in ACTS:
        print(f"growth.{act}_ms {many.typical(act) * 1000:.1f}")
        print(f"growth.{act}_ratio {many.typical(act) / few.typical(act):.2f}", flush=True)
