"""What a process keeps in mind of games, so that a press needs no replay. The store alone is what counts."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cogs.sessions import Turn
    from data import GameRecord
    from klondike import Game

__all__ = ["Memory"]

LATEST_TURNS: Final = 512
"""Boards kept in memory, so that a press need not read the store; a view of a long game takes some ten
kilobytes."""

LIVE_GAMES: Final = 512
"""Games kept in memory as they were last stored, of 150 moves some 90 kilobytes each; others are rebuilt by
replay, ten microseconds a move. As many as are played at once on a bot that is busy: of players who act in
turns, the one who comes back is the one whose game a smaller memory has just dropped."""


class Memory:
    """The boards that were shown last, and the games that were played on last."""

    def __init__(self) -> None:
        self._latest: OrderedDict[int, Turn] = OrderedDict()
        self._live: OrderedDict[int, tuple[int, Game]] = OrderedDict()

    def known(self, game_id: int) -> Turn | None:
        """Give the newest turn of a game, None where none is kept."""
        return self._latest.get(game_id)

    def newest(self, turn: Turn) -> Turn:
        """Give the newest turn of the same game that is kept, which may be a later one."""
        known = self._latest.get(turn.record.id)
        return known if known and known.record.revision >= turn.record.revision else turn

    def note(self, turn: Turn) -> Turn:
        """Keep a turn, unless a later one of its game is kept, and give it back."""
        if self.newest(turn).record.revision > turn.record.revision:
            return turn  # read before a change that has been noted since
        # What was said at it belongs to its asker.
        self._latest[turn.record.id] = replace(
            turn, line=None, stale=False, marked=False, advice=None, ended=False
        )
        self._latest.move_to_end(turn.record.id)
        while len(self._latest) > LATEST_TURNS:
            self._latest.popitem(last=False)
        return turn

    def take(self, record: GameRecord) -> Game | None:
        """Take a game out to change it; whoever stores the change puts it back."""
        revision, game = self._live.pop(record.id, (None, None))
        return game if revision == record.revision else None

    def live(self, record: GameRecord) -> Game | None:
        """Look at a game without taking it out, as long as it stands as it is stored."""
        revision, game = self._live.get(record.id, (None, None))
        return game if revision == record.revision else None

    def keep(self, record: GameRecord, game: Game) -> None:
        """Keep an open game as it was just stored, so that its next action needs no replay."""
        if record.is_open:
            self._live[record.id] = (record.revision, game)
        while len(self._live) > LIVE_GAMES:
            self._live.popitem(last=False)

    def forget(self, game_id: int) -> None:
        """Forget a game that was changed otherwise than by an action in it."""
        self._latest.pop(game_id, None)
        self._live.pop(game_id, None)
