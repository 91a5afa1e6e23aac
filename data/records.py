"""The values that go into the store and come out of it: plain, frozen, and ignorant of SQL."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from data.periods import day_over

__all__ = [
    "RATED_GAMES",
    "BoardPage",
    "BoardRow",
    "EndedGame",
    "GameRecord",
    "Habits",
    "HistoryPage",
    "Kind",
    "ListClass",
    "Member",
    "NewGame",
    "PlayerRecord",
    "PooledDeal",
    "Progress",
    "Result",
    "Standing",
    "Status",
]


RATED_GAMES: Final = 10
"""Games that it takes to be ranked by the rate of wins: one lucky game is no rate."""


class Kind(StrEnum):
    """What a game is played for; a player has one open game of each kind in a server."""

    FREE = "free"
    DAILY = "daily"
    RACE = "race"
    TOGETHER = "together"


class Status(StrEnum):
    """How a game stands; every status but `OPEN` is final."""

    OPEN = "open"
    WON = "won"
    GIVEN_UP = "given_up"
    ENDED_BY_UPDATE = "ended_by_update"


class ListClass(StrEnum):
    """The class of a list: games that were played in different ways, or for different things, never mix."""

    CLEAN = "clean"
    ASSISTED = "assisted"
    PRACTICE = "practice"
    DAILY = "daily"
    RACE = "race"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person; draw, scoring and take_back are the choices of the last new game, None before it."""

    id: int
    discord_id: int
    locale: str | None
    theme: str | None
    back: str | None
    draw: int | None
    scoring: str | None
    take_back: bool | None
    created_at: int


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays where they do not say otherwise; None for what was never chosen."""

    draw: int | None = None
    scoring: str | None = None
    take_back: bool | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a server (0: the private place) under the name that is shown there."""

    player_discord_id: int
    guild_discord_id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game about to start.

    `guild_discord_id` 0 is a private place. `rules` is the text of the rules ('D3V', 'D1C-unscored').
    `draw`, `scoring` and `take_back` are only remembered as the player's last choices. A game that
    `books` pays `buy_in` dollars (negative) at once. `now` is in milliseconds UTC. `replaces` is the
    open game that is given up for this one, if it still stands at the revision `replaces_at` (None: any).
    A `winnable` deal was asked for, which makes the game practice. `day` is that of a daily deal, in days
    since 1970 UTC. One that goes on where another game ended begins with that one's `log`, and the `ply`,
    `moves` and `assisted` that follow from it.
    """

    player_discord_id: int
    guild_discord_id: int
    name: str
    deal: int
    rules: str
    rules_version: int
    draw: int
    scoring: str
    now: int
    take_back: bool | None = None
    kind: Kind = Kind.FREE
    practice: bool = False
    winnable: bool = False
    day: int | None = None
    books: bool = False
    buy_in: int = 0
    score: int = 0
    interaction: int | None = None
    replaces: int | None = None
    replaces_at: int | None = None
    log: str = ""
    ply: int = 0
    moves: int = 0
    assisted: bool = False

    def __post_init__(self) -> None:
        if self.books and self.practice:
            raise ValueError("a practice game books nothing")
        if self.log and not self.practice:
            raise ValueError("a game that goes on where another ended is practice")
        if self.winnable and not self.practice:
            raise ValueError("a game asked to be winnable is practice")
        if self.books and self.kind is not Kind.FREE:
            raise ValueError(f"a {self.kind} game books nothing")
        if (self.day is not None) is not (self.kind is Kind.DAILY):
            raise ValueError("a daily deal, and nothing else, has a day")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One accepted action: `tokens` are appended to the log, everything else is the new total.

    `moves` are the actions that stand, undone ones not counted. `by` is who acted in a game of several.
    `booked` is what the game has booked in dollars with its buy-in, 0 for a game that books nothing.
    `active_ms` is the time played so far. `now` is in milliseconds UTC.
    """

    tokens: str
    ply: int
    moves: int
    score: int
    active_ms: int
    now: int
    booked: int = 0
    assisted: bool = False
    status: Status = Status.OPEN
    interaction: int | None = None
    by: Member | None = None


@dataclass(frozen=True, slots=True)
class EndedGame:
    """What a list tells of a game that is over; `ended_at` is in milliseconds UTC."""

    id: int
    rules: str
    status: Status
    score: int
    ended_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game as it is stored, with its owner and its server.

    `player_id` and `guild_id` are row ids of the store, the `…_discord_id` are Discord's. `buy_in` is
    None for a game that books nothing. Times in milliseconds UTC, money in dollars.
    """

    id: int
    player_id: int
    player_discord_id: int
    guild_id: int
    guild_discord_id: int
    kind: Kind
    practice: bool
    winnable: bool
    day: int | None
    channel_id: int | None
    message_id: int | None
    deal: int
    rules: str
    rules_version: int
    log: str
    ply: int
    moves: int
    revision: int
    last_interaction: int | None
    status: Status
    score: int
    booked: int
    buy_in: int | None
    assisted: bool
    started_at: int
    active_ms: int
    updated_at: int
    ended_at: int | None

    @property
    def books(self) -> bool:
        """Whether it is a ranked Vegas game, whose dollars go to the bankroll."""
        return self.buy_in is not None

    @property
    def is_try(self) -> bool:
        """Whether it is its player's one ranked game on the deal of a day."""
        return self.kind is Kind.DAILY and not self.practice

    @property
    def ended_in_time(self) -> bool:
        """Whether a game on the deal of a day ended before that day was over for everybody."""
        return self.day is not None and self.ended_at is not None and self.ended_at < day_over(self.day)

    @property
    def is_open(self) -> bool:
        """Whether it can still be played."""
        return self.status == Status.OPEN

    def after(self, progress: Progress) -> GameRecord:
        """Return the game as it stands after `progress`, one revision later."""
        return replace(
            self,
            log=" ".join(part for part in (self.log, progress.tokens.strip()) if part),
            ply=progress.ply,
            moves=progress.moves,
            revision=self.revision + 1,
            last_interaction=self.last_interaction if progress.interaction is None else progress.interaction,
            status=progress.status,
            score=progress.score,
            booked=progress.booked,
            assisted=progress.assisted,
            active_ms=progress.active_ms,
            updated_at=progress.now,
            ended_at=None if progress.status == Status.OPEN else progress.now,
        )

    def ended(self, status: Status, now: int) -> GameRecord:
        """Return the game ended as it lies at `now` (milliseconds UTC), one revision later."""
        return replace(self, revision=self.revision + 1, status=status, updated_at=now, ended_at=now)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of a player's ended games.

    :ivar number: which page it is, from 1 to `pages`; without games there is one empty page.
    :ivar games: how many there are on all pages.
    """

    rows: tuple[GameRecord, ...]
    number: int
    pages: int
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledDeal:
    """A deal that can be won under a class of rules; `line` wins it, canonical moves with spaces between."""

    id: int
    rules_class: str
    deal: int
    line: str


@dataclass(frozen=True, slots=True)
class Result:
    """What one ended game adds to a list.

    :ivar score: None leaves the best and the mean score alone.
    :ivar moves: None where the game counts here as played and no more; its moves and time then stand in
        another list.
    """

    won: bool
    score: int | None = None
    moves: int | None = None
    active_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's figures in one list.

    `best_score` is None until a scored game has ended in it, `fewest_moves` (of a won game) until one is won.
    """

    draw: int
    scoring: str
    cls: ListClass
    period: str = "all"
    games: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    best_score: int | None = None
    scored: int = 0
    score_sum: int = 0
    moves: int = 0
    active_ms: int = 0
    fewest_moves: int | None = None

    @property
    def rate(self) -> int | None:
        """Wins in a thousand games, rounded down; None until there are enough games to rank."""
        return self.wins * 1000 // self.games if self.games >= RATED_GAMES else None

    def counting(self, result: Result) -> Standing:
        """Return the figures with one more ended game."""
        streak = self.streak + 1 if result.won else 0
        fewest = result.moves if result.won else None
        return replace(
            self,
            games=self.games + 1,
            wins=self.wins + result.won,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            best_score=max(_known(self.best_score, result.score), default=None),
            scored=self.scored + (result.score is not None),
            score_sum=self.score_sum + (result.score or 0),
            moves=self.moves + (result.moves or 0),
            active_ms=self.active_ms + result.active_ms,
            fewest_moves=min(_known(self.fewest_moves, fewest), default=None),
        )


def _known(*values: int | None) -> list[int]:
    return [value for value in values if value is not None]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a board: competition rank (1, 1, 3), the player, and the figure that ranks them."""

    rank: int
    discord_id: int
    name: str
    value: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a board for one reader, all of it from one moment.

    :ivar number: which page it is, from 1 to `pages`; a board that nobody is on has one empty page.
    :ivar players: how many are on the board.
    :ivar own: the reader's row wherever it stands, None when they are not on the board.
    """

    rows: tuple[BoardRow, ...]
    number: int
    pages: int
    players: int
    own: BoardRow | None
