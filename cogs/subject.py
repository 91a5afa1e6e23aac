"""What a control is about, so that a press takes the place of no message but its own.

Discord sends no press on a control that a message does not have. Should one come all the same, made by hand,
what answers it would stand in place of somebody else's board. The control itself may be gone from its
message: a press can cross the edit that took it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cogs.clip_id import ClipId
from cogs.control_id import ControlId
from cogs.daily_id import DailyId, parse_daily
from cogs.film_id import FilmId, Watch
from cogs.history_id import HistoryAct, HistoryId
from cogs.page_id import PageId, parse_page
from cogs.race_id import RaceAction, RaceId

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import discord

__all__ = ["custom_ids", "is_misplaced", "subject_of"]

Subject: TypeAlias = int | Watch | tuple[type[RaceId], int] | RaceAction | HistoryAct | type[PageId | DailyId]
"""A game by its id, a deal that hints play, a race by its id, an answer to a question about one, what is done
in a history or a challenge, or a kind of page."""

_ANSWERS: Final = frozenset({RaceAction.CALL_OFF_YES, RaceAction.KEEP})


def subject_of(custom_id: str) -> Subject | None:
    """Give what a control is about, None for an id that is not ours."""
    of_game = ControlId.parse(custom_id) or ClipId.parse(custom_id)
    if of_game is not None:
        return of_game.game
    film = FilmId.parse(custom_id)
    if film is not None:
        return film.reel if isinstance(film.reel, Watch) else film.reel.game
    race = RaceId.parse(custom_id)
    if race is not None:
        return race.action if race.action in _ANSWERS else (RaceId, race.race)
    history = HistoryId.parse(custom_id)
    if history is not None:
        return history.act
    page = parse_page(custom_id) or parse_daily(custom_id)
    return None if page is None else type(page)


def is_misplaced(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a press or modal came from a message that all see and that has no control of its kind."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return False
    asked = subject_of(str(dict(interaction.data or {}).get("custom_id", "")))
    return asked is None or asked not in map(subject_of, custom_ids(message.components))


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Give the custom ids of all controls among some components, however deep they lie."""
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if custom_id:
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))
