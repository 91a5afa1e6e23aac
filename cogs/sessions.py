"""The use cases: start, show, play, give up. Imports no Discord; knows players and servers by their ids.

Every change goes one way: the game's lock, the stored record, replay, the action, one transaction.
Only when that is on the disk is the turn real and handed out.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from cogs.choices import Choice, settle
from cogs.faults import (
    EndedByUpdate,
    HelpRefused,
    LogFull,
    NoGame,
    NotYours,
    PlayedUnderOldRules,
    ServerNeeded,
    UnknownBoard,
)
from cogs.memory import Memory
from cogs.together import may_act, require_resign
from cogs.winnable import start_from_pool
from data import (
    DuplicateInteraction,
    GameAlreadyOpen,
    GameNotOpen,
    GameRecord,
    Kind,
    Member,
    NewGame,
    Progress,
    RaceRefusal,
    RaceRefused,
    StaleRevision,
    Status,
    UnknownGame,
    deeds,
    games,
    guilds,
    players,
    races,
)
from data.periods import day_over
from klondike import RULES_VERSION, Deal, DealCode, Game, Help, KlondikeError, Outcome, Rules
from klondike.line import LineResult, look_ahead, play_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cogs.advice import Advice
    from data import Store
    from klondike import PlayerView

__all__ = ["Seat", "Sessions", "Turn"]

MAX_GAP_MS: Final = 2 * 60 * 1000
"""Active time: a pause between two actions counts at most two minutes (FAULTS K41)."""

CHANGES: Final = 16
"""Games that are changed at the same time. More would be done no sooner, but keep the event loop so long that
those who wait could not even be told in time that their answer will come."""

MAX_PLIES: Final = 5_000
"""Actions that one game's log may hold, undone ones included: twenty times a long game. Its replay after a
restart runs on the event loop and must stay far below what other players would notice."""

_POOLED: Final = Deal(0)
"""Stands for a deal that is taken from the pool only when its game is stored."""

_SHOWN: Final = frozenset({Status.OPEN, Status.WON, Status.GIVEN_UP})

_WITHOUT: Final = {
    Help.HINT: frozenset({Kind.RACE}),
    Help.CODE: frozenset({Kind.DAILY, Kind.RACE}),
}
"""Where help is refused: the code of a deal that others play, and hints where all run against each other."""

_SHARED: Final[dict[str, Any]] = {"kind": Kind.TOGETHER, "books": False}
"""What is different about a game that several play: it is not ranked (RULES.md section 5)."""

_STATUS: Final = {None: Status.OPEN, Outcome.WON: Status.WON, Outcome.GIVEN_UP: Status.GIVEN_UP}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in a place: Discord ids, with guild 0 for direct messages and servers without the bot."""

    player: int
    guild: int
    name: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A game after something was asked of it.

    :ivar line: what was done and what refused; None when nothing was asked.
    :ivar stale: the asker saw an older board, so nothing was done.
    :ivar marked: this very turn has made the game assisted.
    :ivar advice: the hint that is shown with it.
    :ivar ended: somebody who manages the server has just ended it.
    """

    record: GameRecord
    view: PlayerView
    line: LineResult | None = None
    stale: bool = False
    marked: bool = False
    advice: Advice | None = None
    ended: bool = False


class Sessions:
    """The games of all players.

    :param clock: milliseconds UTC.
    :param randbits: the source of random deals, such as `secrets.randbits`.
    :ivar listeners: told of each game after it was changed, or could not be since its time was up.
    """

    def __init__(self, store: Store, *, clock: Callable[[], int], randbits: Callable[[int], int]) -> None:
        self.store = store
        self.clock = clock
        self.listeners: list[Callable[[GameRecord], None]] = []
        self._randbits = randbits
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._memory = Memory()
        self._changes = asyncio.Semaphore(CHANGES)

    # Starting

    async def start(  # noqa: PLR0913 - who starts what, in place of what
        self,
        seat: Seat,
        choice: Choice,
        *,
        interaction: int,
        replaces: int | None = None,
        revision: int | None = None,
        deal: Deal | None = None,
    ) -> Turn:
        """Start a game and book its buy-in where it is a ranked Vegas game.

        :param replaces: the open game that is given up for it.
        :param revision: the revision at which its player agreed to give it up; None for any.
        :param deal: where a winnable deal is asked for, one that was found; None takes it from the pool.
        :raises NoWinnableDeal: the pool has none; nothing has changed.
        :raises ServerNeeded: a game for several is asked for in a private place.
        :raises StaleRevision: the game to be replaced has moved on since.
        :raises GameAlreadyOpen: there is an open game, and it is not the one to be replaced.
        :raises EndedByUpdate: that open game no longer replays and has been closed.
        :raises OptionConflict: the options do not go together.
        :raises CodeError: the code is none.
        """
        if choice.together and not seat.guild:
            raise ServerNeeded("together")
        code = settle(
            choice, await self.store.read(lambda conn: players.habits(conn, seat.player, seat.guild))
        )
        from_pool = choice.winnable and deal is None
        game = Game(deal or code.deal or (_POOLED if from_pool else self.random_deal()), code.rules)
        new = replace(
            self.new_game(
                seat, game, practice=choice.winnable or code.deal is not None, interaction=interaction
            ),
            winnable=choice.winnable,
            **(_SHARED if choice.together else {}),
            replaces=replaces,
            replaces_at=revision,
        )
        return await self.begin(seat, new, start_from_pool if from_pool else games.start)

    async def begin(
        self, seat: Seat, new: NewGame, start: Callable[[Connection, NewGame], GameRecord] = games.start
    ) -> Turn:
        """Store a new game by the unit `start`, which may add to it what else belongs to its start.

        :raises StaleRevision: the game to be replaced has moved on since.
        :raises GameAlreadyOpen: there is an open game of its kind, and it is not the one to be replaced.
        :raises EndedByUpdate: that open game no longer replays and has been closed.
        """
        async with self._lock(new.replaces if new.replaces is not None else seat):
            if new.replaces is not None:
                await self.by_id(new.replaces)  # one that no longer replays is closed, not given up
            try:
                record = await self.store.transact(lambda conn: start(conn, new))
            except DuplicateInteraction as again:
                return await self._turn(again.record, stale=True)
            except GameAlreadyOpen as error:
                await self.replay(error.record)  # one that no longer replays does not stand in the way
                raise
            if new.replaces is not None:
                self._memory.forget(new.replaces)
                self._tell(await self.record(new.replaces))
        game = await self.replay(record)
        self._memory.keep(record, game)
        return self._memory.note(Turn(record, game.view))

    def new_game(self, seat: Seat, game: Game, *, practice: bool, interaction: int | None) -> NewGame:
        """Describe a free game that starts now; whoever starts one of another kind says what is different."""
        rules = game.rules
        assert game.deal.number is not None  # noqa: S101 - a chosen or random deal has a number
        return NewGame(
            player_discord_id=seat.player,
            guild_discord_id=seat.guild,
            name=seat.name,
            deal=game.deal.number,
            rules=str(rules),
            rules_version=RULES_VERSION,
            draw=rules.draw,
            scoring=rules.scoring.value,
            take_back=rules.take_back,
            now=self.clock(),
            practice=practice,
            books=rules.books_money and not practice,
            buy_in=rules.points.start,
            score=game.score,
            interaction=interaction,
        )

    def random_deal(self) -> Deal:
        """Choose a deal, as for a new game."""
        return Deal.random(self._randbits)

    # Looking

    async def current(self, seat: Seat, channel: int | None = None) -> Turn:
        """Give the open game of a seat, of several the one that was played on last.

        :param channel: where to look for a game that is played together too.
        :raises NoGame: there is none.
        :raises EndedByUpdate: the newest one could not go on; its player may not have been told yet.
        """
        record = await self._at_hand(seat, channel)
        if record is None or record.status not in {Status.OPEN, Status.ENDED_BY_UPDATE}:
            raise await self.no_game(seat)
        return await self._turn(record)

    async def last(self, seat: Seat, channel: int | None = None) -> Turn:
        """Give the open game of a seat, or the one that ended last.

        :param channel: where to look for an open game that is played together too.
        :raises NoGame: there has never been one.
        """
        record = await self._at_hand(seat, channel)
        if record is None:
            raise await self.no_game(seat)
        return await self._turn(record)

    async def no_game(self, seat: Seat) -> NoGame:
        """Make the error of a seat without a game, which tells of the player's open game in another place."""
        return NoGame(await self.store.read(lambda conn: games.open_elsewhere(conn, seat.player, seat.guild)))

    async def record(self, game_id: int) -> GameRecord:
        """Give a game as it is stored.

        :raises UnknownBoard: there is no such game.
        """
        record = await self.store.read(lambda conn: games.by_id(conn, game_id))
        if record is None:
            raise UnknownBoard(game_id)
        return record

    async def recalled(self, game_id: int) -> GameRecord:
        """Give an open game as this process stored it last, any other one as it is stored.

        Storing an action of it is refused when another process has moved it on meanwhile.

        :raises UnknownBoard: there is no such game.
        """
        known = self._memory.known(game_id)
        return known.record if known and known.record.is_open else await self.record(game_id)

    async def by_id(self, game_id: int) -> Turn:
        """Give a game by its id.

        :raises UnknownBoard: there is no such game.
        """
        return await self._turn(await self.record(game_id))

    async def glance(self, seat: Seat, channel: int | None = None) -> Turn | None:
        """Give the open game of a seat, from memory where that is the newest; None where there is none.

        :param channel: where to look for a game that is played together too.
        """
        record = await self._open_record(seat, channel)
        if record is None:
            return None
        known = self._memory.known(record.id)
        return known if known and known.record.revision == record.revision else await self._turn(record)

    async def ahead(self, turn: Turn, text: str) -> PlayerView | None:
        """Give what the player of an open game would see after a line, without playing it.

        None where not all of it can be done, and where it would show a card that was never seen.
        """
        game = self._memory.live(turn.record) or await self.replay(turn.record)
        self._memory.keep(turn.record, game)
        return look_ahead(game, text)

    async def owner_of_message(self, message_id: int) -> GameRecord | None:
        """Give the game whose board a message is."""
        return await self.store.read(lambda conn: games.by_message(conn, message_id))

    async def is_over_for_all(self, record: GameRecord) -> bool:
        """Tell whether all of a game may be shown: it is over, and nobody plays the same deal anywhere."""
        return not record.is_open and await self.is_over_everywhere(record.deal, record.day)

    async def is_over_everywhere(self, deal: int, day: int | None = None) -> bool:
        """Tell whether a deal may be shown: its day is over, and nobody plays it anywhere."""
        now = self.clock()
        if day is not None and now < day_over(day):
            return False
        return not await self.store.read(lambda conn: games.is_played(conn, deal, now))

    async def require_code(self, record: GameRecord) -> None:
        """Refuse the deal code of a game while others play the same deal for a rank.

        :raises HelpRefused: it may not be told.
        """
        told = (
            record.kind not in _WITHOUT[Help.CODE] if record.is_open else await self.is_over_for_all(record)
        )
        if not told:
            raise HelpRefused(Help.CODE)

    async def is_contested(self, deal: int) -> bool:
        """Tell whether a deal is that of a day or a race which is not over for everybody."""
        now = self.clock()
        return await self.store.read(lambda conn: games.is_contested(conn, deal, now))

    def newest(self, turn: Turn) -> Turn:
        """Give the newest turn of the same game that this process knows, which may be a later one."""
        return self._memory.newest(turn)

    @staticmethod
    def code(turn: Turn) -> DealCode:
        """Give the deal code of a game. In an open game call `take_help` first."""
        return DealCode(Deal(turn.record.deal), turn.view.rules)

    # Changing

    async def play_text(  # noqa: PLR0913 - who plays what in which game by what
        self,
        game_id: int,
        player: int,
        text: str,
        *,
        revision: int | None = None,
        interaction: int | None = None,
        by: Seat | None = None,
    ) -> Turn:
        """Play a typed line, as far as it is legal; buttons and menus play the texts of their moves.

        :param by: the seat of whoever plays, without which nobody acts in a game that several play.

        :raises NotationError: the text is no line of moves; nothing was done.
        :raises NotYours: the game is another player's.
        :raises GameNotOpen: the game has ended.
        """
        return await self._change(game_id, player, lambda game: _play(game, text), revision, interaction, by)

    async def resign(
        self,
        game_id: int,
        player: int,
        *,
        revision: int | None = None,
        interaction: int | None = None,
        by: Seat | None = None,
    ) -> Turn:
        """Give a game up.

        :param by: as in `play_text`.
        :raises StartersChoice: it is another one's to give up.
        """
        await require_resign(self.store, await self.record(game_id), player, self.clock())
        return await self._change(game_id, player, _resign, revision, interaction, by)

    async def end(self, seat: Seat, game_id: int, revision: int) -> Turn:
        """End somebody's open game in the seat's server as given up; who may was checked before.

        :raises UnknownBoard: there is no such game in this server.
        :raises GameNotOpen: it has ended.
        :raises StaleRevision: it has moved on since it was asked about.
        """
        async with self._lock(game_id):
            record = await self.record(game_id)
            if record.guild_discord_id != seat.guild or not seat.guild:
                raise UnknownBoard(game_id)
            await self.by_id(game_id)  # one that no longer replays is closed, not given up
            now = self.clock()
            ended = await self.store.transact(
                lambda conn: guilds.end_game(conn, game_id, revision, seat.player, now)
            )
            self._memory.forget(game_id)
            self._tell(ended)
            return replace(await self._turn(ended), ended=True)

    async def take_help(  # noqa: PLR0913 - who asks for which game by what
        self,
        game_id: int,
        player: int,
        kind: Help,
        *,
        revision: int | None = None,
        interaction: int | None = None,
        by: Seat | None = None,
    ) -> Turn:
        """Mark an open game as assisted, since its code or a hint is about to be shown.

        :param by: as in `play_text`.
        :raises HelpRefused: others play the same deal for a rank.
        """
        self.allow_help(await self.recalled(game_id), kind)
        return await self._change(
            game_id, player, lambda game: _helped(game, kind), revision, interaction, by
        )

    @staticmethod
    def allow_help(record: GameRecord, kind: Help) -> None:
        """Refuse help that there is not in a game of this kind.

        :raises HelpRefused: others play the same deal for a rank.
        """
        if record.kind in _WITHOUT[kind]:
            raise HelpRefused(kind)

    def forget(self, game_id: int) -> None:
        """Read a game anew from the store, where it was changed otherwise than by its player."""
        self._memory.forget(game_id)

    async def place(self, turn: Turn, channel_id: int | None, message_id: int | None) -> Turn:
        """Remember which message is a game's board."""
        await self.store.transact(lambda conn: games.place(conn, turn.record.id, channel_id, message_id))
        newest = self.newest(turn)
        self._memory.note(_placed(newest, channel_id, message_id))
        return _placed(turn, channel_id, message_id)

    # How

    async def _at_hand(self, seat: Seat, channel: int | None) -> GameRecord | None:
        shared = None if channel is None else await self._open_record(seat, channel)
        return shared or await self.store.read(lambda conn: games.at_hand(conn, seat.player, seat.guild))

    async def _open_record(self, seat: Seat, channel: int | None) -> GameRecord | None:
        if channel is None:
            return await self.store.read(lambda conn: games.open_game(conn, seat.player, seat.guild))
        return await self.store.read(lambda conn: deeds.at_hand(conn, seat.player, seat.guild, channel))

    async def _change(  # noqa: PLR0913, PLR0917 - who changes which game by what
        self,
        game_id: int,
        player: int,
        change: Callable[[Game], LineResult],
        revision: int | None,
        interaction: int | None,
        by: Seat | None,
    ) -> Turn:
        async with self._lock(game_id), self._changes:
            record = await self.recalled(game_id)
            if revision is not None and record.revision != revision:
                record = await self.record(game_id)  # another process may have moved it on
            if not may_act(record, player, by):
                raise NotYours(record)
            if interaction is not None and record.last_interaction == interaction:
                return await self._turn(record, stale=True)
            if record.kind is Kind.RACE:
                await self._refuse_late(record)
            if not record.is_open:
                raise GameNotOpen(record)
            if revision is not None and record.revision != revision:
                return await self._turn(record, stale=True)
            game = self._memory.take(record) or await self.replay(record)
            line = change(game)
            if game.ply == record.ply:
                # Nothing is stored, so nothing tells whether the game still stands as it is remembered.
                stored = await self.record(game_id)
                if stored.revision != record.revision:
                    return await self._turn(stored, stale=True)
                self._memory.keep(record, game)
                return self._memory.note(Turn(record, game.view, line))
            return await self._append(record, game, line, interaction, by)

    async def _refuse_late(self, record: GameRecord) -> None:
        """Refuse to act in a race whose time was up before the game had ended.

        :raises RaceRefused: it was.
        """
        limit = await self.store.read(lambda conn: races.limit_of(conn, record.id))
        ended = self.clock() if record.ended_at is None else record.ended_at
        if limit is not None and ended >= limit:
            self._tell(record)
            raise RaceRefused(RaceRefusal.TIME_UP)

    def _tell(self, record: GameRecord) -> None:
        for listener in self.listeners:
            listener(record)

    async def _append(
        self, record: GameRecord, game: Game, line: LineResult, interaction: int | None, by: Seat | None
    ) -> Turn:
        progress = self._progress(record, game, interaction)
        if by is not None and record.kind is Kind.TOGETHER:
            progress = replace(progress, by=Member(by.player, by.guild, by.name))
        try:
            saved = await self.store.transact(lambda conn: games.append(conn, record, progress))
        except (StaleRevision, DuplicateInteraction) as stale:
            # Another process has moved this game on, perhaps with this very interaction.
            return await self._turn(stale.record, stale=True)
        except UnknownGame as gone:
            raise UnknownBoard(record.id) from gone
        self._memory.keep(saved, game)
        self._tell(saved)
        marked = saved.assisted and not record.assisted
        return self._memory.note(Turn(saved, game.view, line, marked=marked))

    def _progress(self, record: GameRecord, game: Game, interaction: int | None) -> Progress:
        now = self.clock()
        gap = min(max(now - record.updated_at, 0), MAX_GAP_MS) if record.ply else 0
        return Progress(
            tokens=" ".join(game.log.split()[record.ply :]),
            ply=game.ply,
            moves=game.moves,
            score=game.score,
            booked=game.booked if record.books else 0,
            assisted=game.assisted,
            status=_STATUS[game.outcome()],
            active_ms=record.active_ms + gap,
            now=now,
            interaction=interaction,
        )

    async def _turn(self, record: GameRecord, *, stale: bool = False) -> Turn:
        known = self._memory.known(record.id)
        if known is not None and known.record.revision == record.revision and record.status in _SHOWN:
            return self._memory.note(Turn(record, known.view, stale=stale))
        game = await self.replay(record)
        return self._memory.note(Turn(record, game.view, stale=stale))

    async def replay(self, record: GameRecord) -> Game:
        """Rebuild a game, hidden cards and all: for here, and for those who look back at one that is over.

        :raises EndedByUpdate: it no longer replays; `PlayedUnderOldRules` where it is over.
        """
        if record.status is Status.ENDED_BY_UPDATE:
            raise EndedByUpdate(record)
        game = _replayed(record)
        if game is None:
            await self._close_by_update(record)
            raise EndedByUpdate(record) if record.is_open else PlayedUnderOldRules(record)
        if record.status is Status.GIVEN_UP and game.outcome() is None:
            game.resign()  # a new game took its place, which its own log does not hold
        return game

    async def _close_by_update(self, record: GameRecord) -> None:
        if record.is_open:
            with suppress(GameNotOpen):  # someone else was faster
                await self.store.transact(lambda conn: games.close_by_update(conn, record.id, self.clock()))
            self._memory.forget(record.id)

    def _lock(self, key: object) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


def _placed(turn: Turn, channel_id: int | None, message_id: int | None) -> Turn:
    return replace(turn, record=replace(turn.record, channel_id=channel_id, message_id=message_id))


def _replayed(record: GameRecord) -> Game | None:
    """Rebuild a game from what is stored; None where the rules of today lead elsewhere than they did."""
    try:
        game = Game.replay(Deal(record.deal), Rules.parse(record.rules), record.log)
    except KlondikeError:
        return None
    same = (game.ply, game.score, game.assisted) == (record.ply, record.score, record.assisted)
    return game if same and (not record.books or game.booked == record.booked) else None


def _play(game: Game, text: str) -> LineResult:
    _refuse_when_full(game)
    return play_line(game, text)


def _resign(game: Game) -> LineResult:
    game.resign()
    return LineResult((), ())


def _refuse_when_full(game: Game) -> None:
    if game.ply >= MAX_PLIES:
        raise LogFull


def _helped(game: Game, kind: Help) -> LineResult:
    _refuse_when_full(game)
    game.take_help(kind)
    return LineResult((), ())
