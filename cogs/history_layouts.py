"""What a history shows: a page of games, one of them, and a challenge to its deal."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ButtonStyle, ui

from cogs.control import button, menu
from cogs.control_id import ControlAction, ControlId
from cogs.errors import link
from cogs.film_id import NOBODY, FilmId, Playback
from cogs.history_id import HistoryAct, HistoryId
from cogs.i18n import day_text, speaker
from cogs.layouts import notice
from cogs.results import time_text
from cogs.wording import mode_text, money_text, moves_in, score_text
from data import Kind, Status
from klondike import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.control import Control
    from cogs.i18n import Say
    from data import GameRecord, HistoryPage
    from data.challenges import Challenge

__all__ = ["PAGE", "Picked", "ask_instead", "challenge_layout", "history_layout", "picked_layout"]

PAGE: Final = 10
"""Games on a page."""
_RESULTS: Final = {
    Status.WON: "past.won",
    Status.GIVEN_UP: "past.given-up",
    Status.ENDED_BY_UPDATE: "history.ended-by-update",
}


@dataclass(frozen=True, slots=True)
class Picked:
    """A game of a history, and what may be done with it.

    :ivar code: its deal code; None while that may not be told.
    :ivar page: the page of the history that leads back.
    """

    record: GameRecord
    page: int
    code: str | None = None
    shows: bool = False
    goes_on: bool = False
    again: bool = False
    challenges: bool = False


def history_layout(locale: str, page: HistoryPage) -> ui.LayoutView:
    """Lay a page of a history out: a line for each game, and a menu to pick one."""
    say = speaker(locale)
    if not page.rows:
        return notice(say("history.empty"))
    lines = [say("history.head"), *(_line(say, record) for record in page.rows)]
    lines.append(say("history.page", page=page.number, pages=page.pages, n=page.games))
    layout = notice("\n".join(lines), *(_turns(say, page) if page.pages > 1 else ()))
    options = [
        discord.SelectOption(
            label=" · ".join(_parts(say, record))[:100],
            value=str(record.id),
            description=f"{_counted(say, record)} · {_day(locale, record)}"[:100],
        )
        for record in page.rows
    ]
    layout.add_item(ui.ActionRow(menu(HistoryId(HistoryAct.PICK, page.number), say("menu.history"), options)))
    return layout


def picked_layout(say: Say, picked: Picked) -> ui.LayoutView:
    """Lay one game out, with all that can be done with it."""
    record = picked.record
    lines = [say("history.game", game=" · ".join(_parts(say, record)))]
    lines.append(" · ".join([*_figures(say, record), _when(record)]))
    lines.append(_counted(say, record))
    if picked.code is not None:
        lines.append(say("history.code", code=picked.code))
    elif record.status is not Status.ENDED_BY_UPDATE:
        lines.append(say("history.no-code"))
    layout = notice("\n".join(lines), *_acts(say, picked))
    if picked.challenges:
        layout.add_item(ui.ActionRow(_members(say, record.id)))
    return layout


def challenge_layout(
    say: Say, challenge: Challenge, source: GameRecord, results: Sequence[GameRecord | None], code: str | None
) -> ui.LayoutView:
    """Lay a challenge out, for all to see.

    :param results: the game of the host and that of the guest; None for one who has not begun.
    :param code: the deal code; None while it may not be told.
    """
    host, guest = (f"<@{player}>" for player in challenge.games)
    lines = [say("challenge.head", host=host, guest=guest, mode=_mode(say, source) or "")]
    lines += [say("challenge.to-beat", result=_result(say, source)), say("challenge.counts")]
    for player, record in zip((host, guest), results, strict=True):
        if record is not None and not record.is_open:
            lines.append(say("challenge.result", player=player, result=_result(say, record)))
    if code is not None:
        lines.append(say("history.code", code=code))
    begun = all(record is not None for record in results)
    play = button(
        HistoryId(HistoryAct.PLAY, challenge.id), say("button.play"), emoji="🎴", style=ButtonStyle.success
    )
    return notice("\n".join(lines), *(() if begun and code else (play,)))


def ask_instead(say: Say, record: GameRecord, act: HistoryAct, number: int) -> ui.LayoutView:
    """Ask whether the open game is given up for what a control does."""
    return notice(
        say("new.ask", link=link(record), n=moves_in(record.log), money=money_text(say, record)),
        button(
            HistoryId(act, number, record.id, record.revision),
            say("button.new-yes"),
            style=ButtonStyle.danger,
        ),
        button(ControlId(record.id, record.revision, ControlAction.CANCEL), say("button.cancel")),
    )


def _rules(record: GameRecord) -> Rules | None:
    with suppress(ValueError):  # rules that this version no longer knows
        return Rules.parse(record.rules)
    return None


def _mode(say: Say, record: GameRecord) -> str | None:
    rules = _rules(record)
    return mode_text(say, rules) if rules else None


def _parts(say: Say, record: GameRecord) -> Iterator[str]:
    yield say("past.game", id=record.id)
    yield say(_RESULTS.get(record.status, "past.given-up"))
    rules = _rules(record)
    if rules is not None:
        if rules.scored:
            yield score_text(rules, record.score)
        yield mode_text(say, rules)


def _result(say: Say, record: GameRecord) -> str:
    rules = _rules(record)
    parts = [say(_RESULTS.get(record.status, "past.given-up"))]
    parts += [score_text(rules, record.score)] if rules and rules.scored else []
    return " · ".join([*parts, *_figures(say, record)])


def _figures(say: Say, record: GameRecord) -> list[str]:
    return [say("history.moves", n=record.moves), time_text(record.active_ms)]


def _line(say: Say, record: GameRecord) -> str:
    return say("history.line", game=" · ".join([*_parts(say, record), _counted(say, record), _when(record)]))


def _when(record: GameRecord) -> str:
    return f"<t:{(record.ended_at or record.updated_at) // 1000}:d>"


def _day(locale: str, record: GameRecord) -> str:
    return day_text(locale, record.ended_at or record.updated_at)


def _counted(say: Say, record: GameRecord) -> str:
    """Name what a game was played as."""
    if record.kind is not Kind.FREE and not record.practice:
        return say(f"class.{record.kind}")
    if record.practice:
        return say("result.practice-assisted") if record.assisted else say("class.practice")
    return say("class.assisted") if record.assisted else say("class.clean")


def _turns(say: Say, page: HistoryPage) -> Iterator[Control]:
    before, after = (HistoryId(HistoryAct.LIST, page.number + step) for step in (-1, 1))
    yield button(before, say("button.page-before"), emoji="◀️", enabled=page.number > 1)
    yield button(after, say("button.page-after"), emoji="▶️", enabled=page.number < page.pages)


def _acts(say: Say, picked: Picked) -> Iterator[Control]:
    number = picked.record.id
    if picked.shows:
        yield button(FilmId(Playback(number), 0, NOBODY), say("button.replay"), emoji="🎞️")
    if picked.goes_on:
        yield button(HistoryId(HistoryAct.ON, number), say("button.go-on"), emoji="▶️")
    if picked.again:
        yield button(HistoryId(HistoryAct.AGAIN, number), say("button.deal-again"), emoji="🔁")
    yield button(HistoryId(HistoryAct.LIST, picked.page), say("button.history"), emoji="📜")


def _members(say: Say, number: int) -> ui.Item[Any]:
    return ui.UserSelect(custom_id=str(HistoryId(HistoryAct.ASK, number)), placeholder=say("menu.challenge"))
