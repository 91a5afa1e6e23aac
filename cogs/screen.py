"""Films on Discord: a message that shows a game step by step, turned by presses, on messages of any age.

As with leaderboards, a film turns under the presses of the member who asked for it; anybody else who presses
gets the page privately and turns that copy from there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.clip_id import ClipId
from cogs.control import button
from cogs.faults import NotOver, NotYours, UnknownBoard
from cogs.film_id import Edge, FilmId, Playback, Watch
from cogs.hint_words import action_text, advice_text
from cogs.i18n import speaker
from cogs.layouts import framed
from cogs.news import result_text
from cogs.places import may_attach
from cogs.together import may_look_back
from cogs.wording import mode_text, step_text
from klondike import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from cogs.answering import Answer
    from cogs.control import Control
    from cogs.desk import Desk
    from cogs.easel import Easel
    from cogs.films import Films, Frame, Shot
    from cogs.i18n import Say
    from cogs.layouts import BoardMessage
    from cogs.looks import Looks
    from cogs.sessions import Sessions
    from klondike import Rules

__all__ = ["Screen", "film_message"]


JUMP: Final = 10
"""Steps that are passed over at once."""


class Screen:
    """Shows films and turns their pages. Everything a press needs stands in its custom id."""

    def __init__(self, desk: Desk, sessions: Sessions, films: Films, easel: Easel, looks: Looks) -> None:
        self._desk = desk
        self._sessions = sessions
        self._films = films
        self._easel = easel
        self._looks = looks

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press that opens a film or turns its page."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            asked = FilmId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            if asked is None:
                raise UnknownBoard(0)
            user = interaction.user.id
            page = await self._checked_page(interaction, replace(asked, asker=user))
            if asked.asker != user:
                await answer.say(page.layout, *page.files())
            elif interaction.message is not None and interaction.message.flags.ephemeral:
                await answer.replace(page.layout, *page.files())
            else:
                await answer.show(page)

    async def open(self, answer: Answer, asked: FilmId) -> None:
        """Show a page of a film to its asker alone, as a message of its own."""
        page = await self._checked_page(answer.interaction, asked)
        await answer.say(page.layout, *page.files())

    async def page(self, interaction: discord.Interaction[Any], asked: FilmId) -> BoardMessage:
        """Make the page of a film that an id leads to, as may be shown where an interaction happened."""
        say = speaker(interaction.locale.value)
        shot = await self._films.shot(asked)
        if not may_attach(interaction):
            return film_message(asked, shot, say, None)
        frame, look = shot.frame, await self._looks.of(interaction.user.id)
        picture = await self._easel.show(frame.view, say, look, next(iter(frame.actions), None))
        return film_message(asked, shot, say, picture)

    async def _checked_page(self, interaction: discord.Interaction[Any], asked: FilmId) -> BoardMessage:
        await self._check(asked)
        page = await self.page(interaction, asked)
        await self._check(asked)  # somebody may have started the deal anew while it was worked out
        return page

    async def _check(self, asked: FilmId) -> None:
        """Refuse a game that is another's, or that is not over for everybody."""
        if isinstance(asked.reel, Watch):
            return
        record = await self._sessions.record(asked.reel.game)
        if not await may_look_back(self._sessions.store, record, asked.asker):
            raise NotYours(record)
        if not await self._sessions.is_over_for_all(record):
            raise NotOver


def film_message(asked: FilmId, shot: Shot, say: Say, picture: bytes | None) -> BoardMessage:
    """Lay out a page of a film.

    :param picture: its board as PNG; None has it written in letters.
    """
    return framed(
        shot.frame.view,
        say,
        picture,
        head=_head(asked, shot.frame.view.rules, say),
        words=_told(shot.frame, say) if isinstance(asked.reel, Playback) else _words(shot.frame, say),
        rows=[
            ui.ActionRow(*_steps(asked, shot, say), *_more(asked, say, pictured=picture is not None)),
            ui.ActionRow(*_jumps(asked, shot, say)),
        ],
        foot=_foot(asked, shot, say),
    )


def _head(asked: FilmId, rules: Rules, say: Say) -> str:
    mode, reel = mode_text(say, rules), asked.reel
    if isinstance(reel, Watch):
        return say(f"film.watch-{reel.level}", mode=mode)
    if isinstance(reel, Playback):
        return say("film.playback", id=reel.game, mode=mode)
    if reel.place:
        return say("film.line-from", id=reel.game, number=reel.place, mode=mode)
    return say("film.line", id=reel.game, mode=mode)


def _words(frame: Frame, say: Say) -> str:
    view = frame.view
    if view.outcome is Outcome.WON:
        return say("film.won", n=view.moves)
    if not frame.actions:
        return say("film.lost", n=sum(view.foundations))
    if frame.advice is not None:
        return advice_text(say, view, frame.advice)
    return action_text(say, view, frame.actions)


def _told(frame: Frame, say: Say) -> str:
    """Tell what was done last in a game as it was played, and at its end how it ended."""
    view = frame.view
    lines = [] if view.last is None else [step_text(say, view.rules, view.last)]
    if frame.left_out:
        lines.append(say("film.left-out", n=frame.left_out))
    if view.outcome is not None:
        lines.append(result_text(say, view))
    return "\n".join(lines) or say("film.deal")


def _steps(asked: FilmId, shot: Shot, say: Say) -> Iterator[Control]:
    step = shot.step
    back, forth = replace(asked, step=max(step - 1, 0)), replace(asked, step=step + 1)
    yield button(back, say("button.film-back"), emoji="◀️", enabled=step > 0)
    yield button(forth, say("button.film-next"), emoji="▶️", enabled=step != shot.total)


def _jumps(asked: FilmId, shot: Shot, say: Say) -> Iterator[Control]:
    """Lead far on and back. The way back is closed where it is one step: no two controls may have one id."""
    step, at_end = shot.step, shot.step == shot.total
    first, last = replace(asked, step=Edge.FIRST), replace(asked, step=Edge.LAST)
    before, after = replace(asked, step=max(step - JUMP, 0)), replace(asked, step=step + JUMP)
    closed = replace(asked, step=step + JUMP + 1)
    back = before if step > 1 else closed
    yield button(first, say("button.film-first"), emoji="⏮️", enabled=step > 0)
    yield button(back, say("button.film-before", n=JUMP), emoji="⏪", enabled=back is before)
    yield button(after, say("button.film-after", n=JUMP), emoji="⏩", enabled=not at_end)
    yield button(last, say("button.film-last"), emoji="⏭️", enabled=not at_end)


def _more(asked: FilmId, say: Say, *, pictured: bool) -> Iterator[Control]:
    """Offer a game as it was played as an animated picture, where one may be sent."""
    if isinstance(asked.reel, Playback) and pictured:
        yield button(ClipId(asked.reel.game), say("button.clip"), emoji="🎞️")


def _foot(asked: FilmId, shot: Shot, say: Say) -> str:
    step, total = shot.step, shot.total
    if isinstance(asked.reel, Playback):
        where = say("film.move-of", number=step, total=total)
    elif step == total:
        where = say("film.end", n=total)
    elif total is None:
        where = say("film.step", number=step + 1)
    else:
        where = say("film.step-of", number=step + 1, total=total)
    code = f" · `{asked.reel.code}`" if isinstance(asked.reel, Watch) else ""
    return f"-# {where}{code}"
