"""How the pictures drawn for a player look: what each has chosen, kept for everywhere. Imports no Discord."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from data import players
from renderer import BACKS, THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.sessions import Sessions
    from data import PlayerRecord

__all__ = ["DEFAULT_LOOK", "Look", "Looks"]

KEPT: Final = 1024
"""Players whose looks are kept in memory, a hundred bytes each."""

FRESH_SECONDS: Final = 60.0
"""How long a kept look is believed: another process on the same store may have changed it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures are drawn.

    :ivar theme: a key of `renderer.THEMES`; `back` one of `renderer.BACKS`.
    """

    theme: str = next(iter(THEMES))
    back: str = next(iter(BACKS))


DEFAULT_LOOK: Final = Look()


class _Kept(NamedTuple):
    look: Look
    until: float


class Looks:
    """The looks of all players.

    :param clock: seconds that never go back.
    """

    def __init__(self, sessions: Sessions, clock: Callable[[], float] = time.monotonic) -> None:
        self._sessions = sessions
        self._clock = clock
        self._kept: OrderedDict[int, _Kept] = OrderedDict()

    async def of(self, player: int) -> Look:
        """Give the look that a player has chosen, by Discord id.

        It is the default one where none was chosen, and where the chosen one is no more.
        """
        kept = self._kept.pop(player, None)
        if kept is None or kept.until <= self._clock():
            stored = await self._sessions.store.read(lambda conn: players.find(conn, player))
            # One that was chosen while this was read is newer.
            kept = self._kept.pop(player, None) or self._from_now(_look(stored))
        self._keep(player, kept)
        return kept.look

    async def choose(self, player: int, look: Look) -> None:
        """Store the look that a player wants from now on."""
        now = self._sessions.clock()
        await self._sessions.store.transact(
            lambda conn: players.set_look(conn, player, *astuple(look), now=now)
        )
        self._keep(player, self._from_now(look))

    def _from_now(self, look: Look) -> _Kept:
        return _Kept(look, self._clock() + FRESH_SECONDS)

    def _keep(self, player: int, kept: _Kept) -> None:
        self._kept[player] = kept
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _look(stored: PlayerRecord | None) -> Look:
    """Give a stored look; of what was never chosen, and what is no more, the default."""
    theme = stored.theme if stored and stored.theme in THEMES else None
    back = stored.back if stored and stored.back in BACKS else None
    return Look(theme or DEFAULT_LOOK.theme, back or DEFAULT_LOOK.back)
