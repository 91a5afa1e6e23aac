"""What can be wrong with a request that is no rule of the game. Words are made in `cogs.errors`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data import GameRecord
    from klondike import Help, Rules

__all__ = [
    "Busy",
    "CannotGoOn",
    "EndedByUpdate",
    "FiguresHidden",
    "HelpRefused",
    "LogFull",
    "ManagersOnly",
    "MissingRights",
    "NoGame",
    "NoOpponent",
    "NoSolver",
    "NoSuchGame",
    "NoWinnableDeal",
    "NotChallenged",
    "NotOver",
    "NotPlayedHere",
    "NotYours",
    "OldBoard",
    "OptionConflict",
    "PlayedUnderOldRules",
    "RequestFault",
    "Restarting",
    "SearchMissing",
    "ServerCheckOnly",
    "ServerNeeded",
    "ServersOnly",
    "ShownJustNow",
    "StartersChoice",
    "StillWorking",
    "ThreadLocked",
    "TooFast",
    "UnknownBoard",
]


class RequestFault(Exception):
    """Base of the requests that cannot be met as they stand; nothing has changed."""


class NoGame(RequestFault):
    """There is no game here to do this with.

    :ivar elsewhere: the open game that the same player has in another place, which nobody else may learn of.
    """

    def __init__(self, elsewhere: GameRecord | None = None) -> None:
        super().__init__(str(elsewhere.id) if elsewhere else "")
        self.elsewhere = elsewhere


class NoSuchGame(RequestFault):
    """A game was named that its player has not ended here."""


class CannotGoOn(RequestFault):
    """Only a game that was given up within the last days can be played on."""


class NoOpponent(RequestFault):
    """Neither oneself nor a bot can be challenged."""


class NotChallenged(RequestFault):
    """A challenge is between two others; `players` are their Discord ids."""

    def __init__(self, *players: int) -> None:
        super().__init__(str(players))
        self.players = players


class UnknownBoard(RequestFault):
    """A control names a game that does not exist."""

    def __init__(self, game_id: int) -> None:
        super().__init__(str(game_id))
        self.game_id = game_id


class NotYours(RequestFault):
    """Only the owner moves; `record` is the game."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(str(record.id))
        self.record = record


class OldBoard(RequestFault):
    """The message is no longer the game's board; `record` tells where that is."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(str(record.id))
        self.record = record


class EndedByUpdate(RequestFault):
    """A newer version of the rules cannot go on with this game; its money is kept."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(str(record.id))
        self.record = record


class PlayedUnderOldRules(RequestFault):
    """A game that ended under earlier rules and can no longer be shown; its result stands."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__(str(record.id))
        self.record = record


class HelpRefused(RequestFault):
    """There is no such help while others play the same deal for a rank; `help` is what was asked for."""

    def __init__(self, help: Help) -> None:  # noqa: A002 - the word of the rule book
        super().__init__(help.value)
        self.help = help


class LogFull(RequestFault):
    """The game has as many actions as one may have; it can only be given up."""


class FiguresHidden(RequestFault):
    """Somebody's figures are shown to that member alone; `name` is theirs.

    :ivar private: they are of private games; else their player does not want to be listed.
    """

    def __init__(self, name: str, *, private: bool) -> None:
        super().__init__(name)
        self.name = name
        self.private = private


class ServersOnly(RequestFault):
    """Leaderboards are a server's; direct messages have none."""


class MissingRights(RequestFault):
    """The bot lacks permissions here; `rights` names them as `cogs.places.Right` does."""

    def __init__(self, rights: tuple[str, ...]) -> None:
        super().__init__(", ".join(rights))
        self.rights = rights


class ThreadLocked(RequestFault):
    """Nothing can be posted in this thread any more; a board is laid in another channel."""


class ManagersOnly(RequestFault):
    """This is for those who manage the server."""


class ServerCheckOnly(RequestFault):
    """Permissions are a server's; direct messages need none."""


class NotOver(RequestFault):
    """Until a game is over for everybody nothing is said of how it could be won (RULES.md section 5)."""


class SearchMissing(RequestFault):
    """There is no compiled search here; `loading` tells whether it will be there in a moment."""

    def __init__(self, *, loading: bool) -> None:
        super().__init__(str(loading))
        self.loading = loading


class Busy(RequestFault):
    """Too many others want something worked out at the moment."""


class ShownJustNow(RequestFault):
    """A result was shown to all a moment ago, or is about to be."""


class StillWorking(RequestFault):
    """What this member had asked for last is still being worked out."""


class Restarting(RequestFault):
    """The bot is about to stop and takes no new work."""


class TooFast(RequestFault):
    """A user asks for more in a short time than any person could."""


class OptionConflict(RequestFault):
    """Options that do not go together; `which` names the conflict."""

    def __init__(self, which: str) -> None:
        super().__init__(which)
        self.which = which


class NoSolver(RequestFault):
    """This bot cannot search: what its solver needs is not installed."""


class NoWinnableDeal(RequestFault):
    """No winnable deal for these `rules` is ready."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(str(rules))
        self.rules = rules


class ServerNeeded(RequestFault):
    """Only a server that the bot is a member of has this; `what` names it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class NotPlayedHere(RequestFault):
    """The server has chosen other channels to play in; `channels` are the ids of those that there are."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(", ".join(map(str, channels)))
        self.channels = channels


class StartersChoice(RequestFault):
    """A game of several is given up by whoever started it; `record` is the game.

    :ivar free: from when (milliseconds UTC) the asker may as well; None where they never did anything in it.
    """

    def __init__(self, record: GameRecord, free: int | None) -> None:
        super().__init__(str(record.id))
        self.record = record
        self.free = free
