"""The message that tells all of a race: who is in it, how it stands, how it ended. No card is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ButtonStyle

from cogs.control import button
from cogs.control_id import ControlAction, ControlId
from cogs.layouts import notice, question
from cogs.names import shown_name
from cogs.race_id import RaceAction, RaceId
from cogs.races import Races
from cogs.results import time_text
from cogs.wording import mode_text
from data.races import MOST, RaceStatus
from klondike import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discord import ui

    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.races import Place
    from data import GameRecord
    from data.races import Race

__all__ = ["ask_call_off", "ask_give_up", "race_layout", "race_link"]

_SECOND_MS: Final = 1000

_LOBBY: Final = (
    (RaceAction.JOIN, "🙋", ButtonStyle.primary),
    (RaceAction.LEAVE, "🚪", ButtonStyle.secondary),
    (RaceAction.READY, "✅", ButtonStyle.success),
    (RaceAction.START, "🏁", ButtonStyle.secondary),
    (RaceAction.CALL_OFF, "✖️", ButtonStyle.danger),
)
_RUNNING: Final = (
    (RaceAction.BOARD, "🎴", ButtonStyle.primary),
    (RaceAction.GIVE_UP, "🏳️", ButtonStyle.danger),
)
_OVER: Final = ((RaceAction.REMATCH, "🔁", ButtonStyle.success),)

_BUTTONS: Final = {
    RaceStatus.LOBBY: _LOBBY,
    RaceStatus.RUNNING: _RUNNING,
    RaceStatus.OVER: _OVER,
    RaceStatus.CALLED_OFF: (),
}


def race_layout(race: Race, places: Sequence[Place], say: Say) -> ui.LayoutView:
    """Lay out how a race stands.

    :param places: how all stand in it; nobody as long as it has not been started.
    """
    return notice("\n".join(_lines(race, places, say)), *_buttons(race, say))


def ask_call_off(race: Race, say: Say) -> ui.LayoutView:
    """Ask the host whether a lobby is called off."""
    yes, no = RaceId(race.id, RaceAction.CALL_OFF_YES), RaceId(race.id, RaceAction.KEEP)
    return question(
        say("race.ask-call-off", n=len(race.racers)),
        button(yes, say("button.race-call-off-yes"), style=ButtonStyle.danger),
        button(no, say("button.cancel")),
    )


def ask_give_up(record: GameRecord, say: Say) -> ui.LayoutView:
    """Ask a racer whether their game is given up."""
    yes = ControlId(record.id, record.revision, ControlAction.RESIGN_YES)
    no = ControlId(record.id, record.revision, ControlAction.CANCEL)
    return question(
        say("race.ask-give-up"),
        button(yes, say("button.resign-yes"), style=ButtonStyle.danger),
        button(no, say("button.cancel")),
    )


def race_link(race: Race) -> str:
    """Give the address of the message of a race, or nothing where that is not known."""
    if race.channel_id is None or race.message_id is None:
        return ""
    return f"https://discord.com/channels/{race.guild_discord_id}/{race.channel_id}/{race.message_id}"


def _lines(race: Race, places: Sequence[Place], say: Say) -> Iterator[str]:
    yield say("race.head", mode=mode_text(say, Rules.parse(race.rules)))
    match race.status:
        case RaceStatus.LOBBY:
            yield from _lobby(race, say)
        case RaceStatus.CALLED_OFF:
            yield say("race.called-off")
        case RaceStatus.RUNNING:
            yield say("race.running", end=_moment(race.deadline))
            yield from (_line(place, say) for place in places)
        case RaceStatus.OVER:
            yield say("race.over")
            yield from (_line(place, say) for place in places)
            yield say("race.code", code=str(Races.code(race)))
    yield say("race.foot", id=race.id)


def _lobby(race: Race, say: Say) -> Iterator[str]:
    yield say("race.lobby", n=race.limit_ms // 60_000, most=MOST)
    for racer in race.racers:
        key = "race.ready" if racer.ready else "race.not-ready"
        host = f" {say('race.host')}" if racer.discord_id == race.host_discord_id else ""
        yield say(key, name=shown_name(racer.name)) + host
    waited = [f"<@{one}>" for one in race.asked if race.racer(one) is None]
    if waited:
        yield say("race.asked", players=" ".join(waited))
    yield say("race.waits", end=_moment(race.deadline))


def _line(place: Place, say: Say) -> str:
    return say(
        f"race.{place.state}",
        rank=place.rank,
        name=shown_name(place.name),
        n=place.home,
        score=place.score,
        time="" if place.took is None else time_text(place.took),
    )


def _buttons(race: Race, say: Say) -> Iterator[Control]:
    for action, emoji, style in _BUTTONS[race.status]:
        enabled = action is not RaceAction.START or len(race.racers) > 1
        yield button(
            RaceId(race.id, action), say(f"button.race-{action}"), emoji=emoji, style=style, enabled=enabled
        )


def _moment(milliseconds: int) -> str:
    """Write a moment so that Discord shows how long it is until then."""
    return f"<t:{milliseconds // _SECOND_MS}:R>"
