"""Turns and boards of every kind, for the tests of words and limits."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cogs.i18n import languages, speaker
from cogs.mentions import command_id, know_command
from cogs.sessions import Turn
from klondike import CARDS, Card, ColumnView, Deal, Game, Rules
from klondike.line import play_line
from tests.cogs.hall import record
from tests.klondike.tables import game_at
from tests.strategies import PRESETS, play_at_random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.i18n import Say
    from klondike import PlayerView

__all__ = [
    "LINKING",
    "LONGEST",
    "SAY",
    "VOICES",
    "commands_known",
    "games_in_play",
    "kings_everywhere",
    "longest_view",
    "turn",
    "turns",
]

VOICES: Final = {language: speaker(language) for language in languages()}
SAY: Final = VOICES["en"]

LONGEST: Final[dict[str, Any]] = {
    "id": 10**18 - 1,
    "revision": 10**9 - 1,
    "ply": 10**6,
    "player_discord_id": 2**63,
    "guild_discord_id": 2**63,
    "channel_id": 2**63,
    "message_id": 2**63,
}
"""The longest values that a stored game can have."""


@contextmanager
def commands_known(number: int = 2**64 - 1) -> Iterator[None]:
    """Let texts name commands as mentions, by the longest id if not told otherwise."""
    before = command_id()
    know_command(number)
    try:
        yield
    finally:
        know_command(before)


def _linking(say: Say) -> Say:
    def voice(key: str, **values: object) -> str:
        with commands_known():
            return say(key, **values)

    return voice


LINKING: Final = {language: _linking(say) for language, say in VOICES.items()}
"""The voices of a bot that knows its commands by the longest id: what they say is longest."""


def games_in_play(count: int, *, seed: int = 1, most: int = 160) -> Iterator[Game]:
    """Give games of every preset that a random player has played for a while."""
    random = Random(seed)
    for index in range(count):
        rules = PRESETS[index % len(PRESETS)]
        yield play_at_random(Game(Deal(random.getrandbits(60)), rules), random, random.randrange(most))


def kings_everywhere(rules: Rules | None = None) -> Game:
    """Give a game one card before its end: the last king in the waste, and more moves than a menu holds."""
    return game_at(rules or Rules.preset(), waste="kc", home=(13, 13, 13, 12))


def longest_view(view: PlayerView) -> PlayerView:
    """Give a view with more on the table than 52 cards can make: seven columns of 6 down and 13 up."""
    tens = (Card.parse("10h"),) * 13
    column = ColumnView(6, tens, (None,) * 6)
    return replace(
        view, columns=(column,) * 7, waste=tens, stock=CARDS[:24], score=-(10**6), moves=10**6, turns=10**4
    )


def turn(game: Game, text: str | None = None, **changes: Any) -> Turn:
    """Give the turn of a game, after a line was played where there is one."""
    line = play_line(game, text) if text else None
    given = {"rules": str(game.rules), "log": game.log, "ply": game.ply, "assisted": game.assisted, **changes}
    stale = given.pop("stale", False)
    return Turn(record(**given), game.view, line, stale=stale)


def turns(**changes: Any) -> Iterator[Turn]:
    """Give turns of every kind: new, played, refused, long, stale, nearly won, won, given up."""
    for rules in PRESETS:
        yield turn(Game(Deal(6), rules), **changes)
    for game in games_in_play(48):
        yield turn(game, "d", **changes)
        yield turn(game, **changes, stale=True, practice=True)
        yield turn(game, **changes, practice=True, winnable=True)
    for text in ("d u redo " * 13, "d17 u17", "7h 8s " * 20):
        yield turn(Game(Deal(6), Rules.preset(draw=3, scoring="vegas")), text.strip(), **changes)
    open_table = game_at(Rules.preset(), "kh qs jh 10s", home=(9, 10, 13, 13), score=400)
    yield turn(open_table, **changes)
    yield turn(kings_everywhere(), **changes)
    won = kings_everywhere()
    yield turn(won, "wf", **changes)
    given_up = Game(Deal(6), Rules.preset(scoring="traditional"))
    given_up.resign()
    yield turn(given_up, **changes)
