"""The one table that turns exceptions into words, for commands, controls, modals and reactions alike."""

from __future__ import annotations

import logging
import secrets
import unicodedata
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord import app_commands

from cogs import faults
from cogs.answering import TooLate
from cogs.names import shown_name
from cogs.whereabouts import whereabouts
from cogs.wording import example
from data import (
    DayTried,
    GameAlreadyOpen,
    GameConflict,
    GameNotOpen,
    RaceRefused,
    StoreClosed,
    StoreDamaged,
    StoreFailing,
    UnknownGame,
)
from klondike import (
    AmbiguousMove,
    CodeError,
    IllegalMove,
    NotationError,
    NothingToRedo,
    NothingToUndo,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.i18n import Say
    from data import GameRecord
    from klondike import Card, PlayerView

__all__ = ["explain", "refusal_text"]

_log: Final = logging.getLogger(__name__)

SHOWN_TEXT: Final = 60
"""Characters of a player's own text that an error repeats."""
TOO_MANY: Final = 429
"""The status of a request that came after too many others."""


def explain(say: Say, error: BaseException) -> str:
    """Give the words for an error: what is wrong and what to do.

    An error that nobody foresaw is logged with a number, and the player is told that number.
    """
    for kind, words in _TABLE.items():
        if isinstance(error, kind):
            return words(say, error)
    return _unforeseen(say, error)


def refusal_text(say: Say, error: Exception, view: PlayerView) -> str:
    """Give the words for a typed line or move that was refused, with one example that would work now."""
    place = whereabouts(say, error, view)
    text = f"{_quoting(error)}{place.words}" if place else explain(say, error)
    if isinstance(error, NotationError):
        text += " " + say("error.nothing-played")
    suggestion = None if place and place.offers else example(view)
    if suggestion is None or isinstance(error, NothingToUndo | NothingToRedo):
        return text
    return f"{text} {say('error.example', example=suggestion)}"


def link(record: GameRecord) -> str:
    """Give the address of a game's board, or an empty text where none is known."""
    if not record.guild_discord_id or record.channel_id is None or record.message_id is None:
        return ""  # in a private place it cannot be told whether the channel is a server's
    return f"https://discord.com/channels/{record.guild_discord_id}/{record.channel_id}/{record.message_id}"


def quoted(text: str) -> str:
    """Show a player's own text as code, short and without a way out of the code."""
    visible = "".join(c for c in text if c.isspace() or not unicodedata.category(c).startswith("C"))
    plain = " ".join(visible.replace("`", "'").split()) or "…"
    return f"`{plain[:SHOWN_TEXT]}{'…' if len(plain) > SHOWN_TEXT else ''}`"


def _illegal(say: Say, error: IllegalMove) -> str:
    reason = error.reason.value
    card, onto = _name(say, error.card), _name(say, error.onto)
    return _quoting(error) + say(f"refusal.{reason}", card=card, onto=onto)


def _quoting(error: Exception) -> str:
    """Give the move that was refused, as it begins the words about it."""
    return f"{quoted(error.move)}: " if isinstance(error, IllegalMove) and error.move else ""


def _name(say: Say, card: Card | None) -> str:
    return card.symbol if card else say("refusal.that-card")


def _notation(say: Say, error: NotationError) -> str:
    return say(f"notation.{error.fault.value}", text=quoted(error.text))


def _ambiguous(say: Say, error: AmbiguousMove) -> str:
    choices = ", ".join(quoted(text) for text in error.candidates)
    return say("error.ambiguous", text=quoted(error.text), choices=choices)


def _code(say: Say, error: CodeError) -> str:
    return say(f"code.{error.part.value}", found=quoted(error.found), shortest=error.shortest)


def _conflict(say: Say, error: faults.OptionConflict) -> str:
    return say(f"option.{error.which}")


def _board(key: str) -> Callable[[Say, faults.OldBoard | GameConflict], str]:
    def words(say: Say, error: faults.OldBoard | GameConflict) -> str:
        return say(key, link=link(error.record)).strip()

    return words


def _plain(key: str) -> Callable[[Say, BaseException], str]:
    return lambda say, _error: say(key)


def _not_yours(say: Say, error: faults.NotYours) -> str:
    key = "error.not-yours-daily" if error.record.is_try else "error.not-yours"
    return say(key, player=f"<@{error.record.player_discord_id}>")


def _starters(say: Say, error: faults.StartersChoice) -> str:
    player = f"<@{error.record.player_discord_id}>"
    if error.free is None:
        return say("error.starters-choice", player=player)
    return say("error.starters-choice-yet", player=player, when=f"<t:{error.free // 1000}:R>")


def _not_played_here(say: Say, error: faults.NotPlayedHere) -> str:
    if not error.channels:
        return say("error.played-nowhere")
    return say("error.not-played-here", channels=" ".join(f"<#{channel}>" for channel in error.channels))


def _race(say: Say, error: RaceRefused) -> str:
    return say(f"race.no-{error.why.value}")


def _missing(say: Say, error: faults.MissingRights) -> str:
    names = ", ".join(f"**{say(f'right.{right}')}**" for right in error.rights)
    return say("error.missing", n=len(error.rights), rights=names)


def _no_game(say: Say, error: faults.NoGame) -> str:
    """Name the place of an open game elsewhere, with its address where it has one."""
    if error.elsewhere is None:
        return say("error.no-game")
    address = link(error.elsewhere)
    return say("error.no-game-but-there", link=address) if address else say("error.no-game-but-elsewhere")


def _hidden(say: Say, error: faults.FiguresHidden) -> str:
    if error.private:
        return say("error.figures-private")
    return say("error.figures-hidden", player=shown_name(error.name))


def _not_challenged(say: Say, error: faults.NotChallenged) -> str:
    host, guest = (f"<@{player}>" for player in error.players)
    return say("error.not-challenged", host=host, guest=guest)


def _search_missing(say: Say, error: faults.SearchMissing) -> str:
    return say("error.search-loading") if error.loading else say("error.no-search")


def _trouble(say: Say, error: BaseException) -> str:
    """Tell that Discord could not be reached or had a fault of its own; a line in the log is enough."""
    _log.warning("Discord did not take a request: %s", error)
    return say("error.discord")


def _unforeseen(say: Say, error: BaseException) -> str:
    incident = secrets.token_hex(3)
    _log.error("incident %s", incident, exc_info=error)
    return say("error.unexpected", incident=incident)


def _refused(say: Say, error: discord.HTTPException) -> str:
    """Tell that Discord has refused a request: for now, since there are too many, or as a bad one."""
    return (_trouble if error.status == TOO_MANY else _unforeseen)(say, error)


def _invoke(say: Say, error: app_commands.CommandInvokeError) -> str:
    return explain(say, error.original)


_TABLE: Final[dict[type[BaseException], Callable[..., str]]] = {
    app_commands.CommandInvokeError: _invoke,
    IllegalMove: _illegal,
    NotationError: _notation,
    AmbiguousMove: _ambiguous,
    NothingToUndo: _plain("error.nothing-to-undo"),
    NothingToRedo: _plain("error.nothing-to-redo"),
    CodeError: _code,
    faults.OptionConflict: _conflict,
    faults.NoGame: _no_game,
    faults.NoSuchGame: _plain("error.no-such-game"),
    faults.UnknownBoard: _plain("error.unknown-board"),
    faults.NotYours: _not_yours,
    faults.OldBoard: _board("error.old-board"),
    faults.EndedByUpdate: _plain("error.ended-by-update"),
    faults.PlayedUnderOldRules: _plain("error.old-rules"),
    faults.LogFull: _plain("error.log-full"),
    faults.HelpRefused: lambda say, error: say(f"error.no-{error.help.value}"),
    faults.ServerNeeded: lambda say, error: say(f"server.needed-{error.what}"),
    faults.StartersChoice: _starters,
    faults.NotPlayedHere: _not_played_here,
    faults.ServersOnly: _plain("error.servers-only"),
    faults.FiguresHidden: _hidden,
    faults.CannotGoOn: _plain("error.cannot-go-on"),
    faults.NoOpponent: _plain("error.no-opponent"),
    faults.NotChallenged: _not_challenged,
    faults.MissingRights: _missing,
    faults.ThreadLocked: _plain("error.locked"),
    faults.ManagersOnly: _plain("error.managers-only"),
    faults.ServerCheckOnly: _plain("error.server-check"),
    faults.NotOver: _plain("error.not-over"),
    faults.SearchMissing: _search_missing,
    faults.Busy: _plain("error.busy"),
    faults.ShownJustNow: _plain("error.shown-just-now"),
    faults.StillWorking: _plain("error.still-working"),
    faults.Restarting: _plain("error.restarting"),
    faults.TooFast: _plain("error.too-fast"),
    faults.NoSolver: _plain("error.no-solver"),
    faults.NoWinnableDeal: _plain("error.no-winnable"),
    GameAlreadyOpen: _board("error.already-open"),
    DayTried: _board("error.day-tried"),
    GameNotOpen: _board("error.not-open"),
    GameConflict: _board("error.old-board"),
    RaceRefused: _race,
    UnknownGame: _plain("error.unknown-board"),
    StoreClosed: _plain("error.restarting"),
    # The store itself tells the log, once for all who meet it.
    StoreDamaged: _plain("error.store-damaged"),
    StoreFailing: _plain("error.store-failing"),
    app_commands.CommandNotFound: _plain("error.old-command"),
    app_commands.CommandSignatureMismatch: _plain("error.old-command"),
    TooLate: _plain("error.too-late"),
    discord.Forbidden: _plain("error.forbidden"),
    discord.NotFound: _plain("error.gone"),
    discord.DiscordServerError: _trouble,
    discord.HTTPException: _refused,
    aiohttp.ClientError: _trouble,
}
