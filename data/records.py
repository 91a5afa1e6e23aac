"""The values that go into the store and come out of it: plain, frozen, and ignorant of SQL."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

__all__ = [
    "BoardPage",
    "BoardRow",
    "EndedGame",
    "GameRecord",
    "Kind",
    "ListClass",
    "NewGame",
    "PlayerRecord",
    "PooledDeal",
    "Progress",
    "Standing",
    "Status",
]


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
    """The class of a list: games without help, with help, and on chosen codes never mix."""

    CLEAN = "clean"
    ASSISTED = "assisted"
    PRACTICE = "practice"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game about to start.

    `guild_discord_id` 0 is a private place. `rules` is the text of the rules ('D3V', 'D1C-unscored').
    `draw`, `scoring` and `take_back` are only remembered as the player's last choices. A game that
    `books` pays `buy_in` dollars (negative) at once. `now` is in milliseconds UTC. `replaces` is the
    open game that is given up for this one, if it still stands at the revision `replaces_at` (None: any).
    A `winnable` deal was asked for, which makes the game practice.
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
    books: bool = False
    buy_in: int = 0
    score: int = 0
    interaction: int | None = None
    replaces: int | None = None
    replaces_at: int | None = None

    def __post_init__(self) -> None:
        if self.books and self.practice:
            raise ValueError("a practice game books nothing")
        if self.winnable and not self.practice:
            raise ValueError("a game asked to be winnable is practice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One accepted action: `tokens` are appended to the log, everything else is the new total.

    `booked` is what the game has booked in dollars with its buy-in, 0 for a game that books nothing.
    `active_ms` is the time played so far. `now` is in milliseconds UTC.
    """

    tokens: str
    ply: int
    score: int
    active_ms: int
    now: int
    booked: int = 0
    assisted: bool = False
    status: Status = Status.OPEN
    interaction: int | None = None


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
    channel_id: int | None
    message_id: int | None
    deal: int
    rules: str
    rules_version: int
    log: str
    ply: int
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
    def is_open(self) -> bool:
        """Whether it can still be played."""
        return self.status == Status.OPEN

    def after(self, progress: Progress) -> GameRecord:
        """Return the game as it stands after `progress`, one revision later."""
        return replace(
            self,
            log=" ".join(part for part in (self.log, progress.tokens.strip()) if part),
            ply=progress.ply,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PooledDeal:
    """A deal that can be won under a class of rules; `line` wins it, canonical moves with spaces between."""

    id: int
    rules_class: str
    deal: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's figures in one list; `best_score` is None until a scored game has ended in it."""

    draw: int
    scoring: str
    cls: ListClass
    period: str = "all"
    games: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    best_score: int | None = None

    def counting(self, *, won: bool, score: int | None) -> Standing:
        """Return the figures with one more ended game; a `score` of None leaves the best one alone."""
        streak = self.streak + 1 if won else 0
        scores = [value for value in (self.best_score, score) if value is not None]
        return replace(
            self,
            games=self.games + 1,
            wins=self.wins + won,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            best_score=max(scores, default=None),
        )


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
