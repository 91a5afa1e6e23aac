"""Result cards: how a game ended, as a picture that its player posts for all to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.alt_text import ALT_LIMIT
from cogs.chronicle import counts
from cogs.faults import NotOver
from cogs.layouts import BOARD_FILE, BoardMessage, notice
from cogs.names import plain_name
from cogs.pause import Pause
from cogs.places import may_attach, seat_of
from cogs.sessions import Sessions
from cogs.wording import mode_text, score_pair, score_text
from data import Kind, ListClass, deeds
from klondike import Deal, Finish, Game, Move, Outcome, Rules
from renderer import ResultCard

if TYPE_CHECKING:
    from cogs.answering import Answer
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.looks import Looks
    from cogs.sessions import Turn
    from data import GameRecord

__all__ = ["Results", "result_card", "result_message", "score_course", "time_text"]


class Results:
    """Posts the result cards of games that are over.

    :ivar pause: between two cards of one game.
    """

    def __init__(self, sessions: Sessions, easel: Easel, looks: Looks) -> None:
        self._sessions = sessions
        self._easel = easel
        self._looks = looks
        self.pause = Pause()

    async def post(self, answer: Answer, record: GameRecord, say: Say) -> None:
        """Post a game's card where its player pressed; whose it is was checked before.

        :raises NotOver: it still goes on.
        :raises ShownJustNow: its card was posted within the last minute.
        """
        if record.is_open:
            raise NotOver
        interaction = answer.interaction
        with self.pause.once(record.id):
            turn = await self._sessions.by_id(record.id)
            tells_code = await self._sessions.is_over_for_all(record)
            player = await self._players(record) or seat_of(interaction).name
            picture = None
            if may_attach(interaction):
                look = await self._looks.of(record.player_discord_id)
                picture = await self._easel.result(
                    lambda: result_card(turn, say, player, tells_code=tells_code), look
                )
            await answer.post(result_message(turn, say, player, picture))

    async def _players(self, record: GameRecord) -> str:
        """Name those who played a game together; nothing where its player alone did."""
        if record.kind is not Kind.TOGETHER:
            return ""
        done = await self._sessions.store.read(lambda conn: deeds.deeds_of(conn, record.id))
        names = {deed.player_discord_id: deed.name for deed in done}
        return ", ".join(names[player] for player, _ in counts(done))


def result_card(turn: Turn, say: Say, player: str, *, tells_code: bool) -> ResultCard:
    """Say what the card of an ended game shows. A long game is replayed: not for the event loop.

    :param player: the player's name as Discord gives it.
    :param tells_code: whether the deal code may be told.
    """
    rules = turn.view.rules
    course = score_course(turn.record) if rules.scored else ()
    bounds = [score_text(rules, score) for score in (min(course, default=0), max(course, default=0))]
    return ResultCard(
        title=_title(turn, say),
        player=player,
        somebody=say("result.somebody"),
        mode=mode_text(say, rules),
        figures=_figures(turn, say),
        course=course,
        bounds=(bounds[0], bounds[1]),
        code=str(Sessions.code(turn)) if tells_code else "",
    )


def score_course(record: GameRecord) -> tuple[int, ...]:
    """Give the score at the start of a game and after each of the actions that stand in it."""
    deal, rules = Deal(record.deal), Rules.parse(record.rules)
    game = Game(deal, rules)
    course = [game.score]
    for token in Game.replay(deal, rules, record.log).standing:
        game.play(Finish() if token == str(Finish()) else Move.parse(token))
        course.append(game.score)
    return tuple(course)


def result_message(turn: Turn, say: Say, player: str, picture: bytes | None) -> BoardMessage:
    """Lay the message of a card out.

    :param picture: the card as PNG; None has it in words.
    """
    title, mode, figures = _title(turn, say), mode_text(say, turn.view.rules), _figures_text(turn, say)
    words = say("result.words", title=title, player=f"<@{turn.record.player_discord_id}>", mode=mode)
    if picture is None:
        return BoardMessage(notice(f"{words}\n{figures}"), None)
    layout = notice(words)
    alt = say("result.alt", player=plain_name(player), title=title, mode=mode, figures=figures)[:ALT_LIMIT]
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{BOARD_FILE}", description=alt)
    )
    layout.add_item(gallery)
    return BoardMessage(layout, picture)


def time_text(milliseconds: int) -> str:
    """Write how long a game was played: `0:07`, `12:34`, `1:02:03`.

    >>> time_text(3_723_999)
    '1:02:03'
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _title(turn: Turn, say: Say) -> str:
    return say("banner.won" if turn.view.outcome is Outcome.WON else "banner.given-up")


def _figures(turn: Turn, say: Say) -> tuple[tuple[str, str], ...]:
    view = turn.view
    return (
        *score_pair(say, view),
        (say("status.moves"), str(view.moves)),
        (say("result.time"), time_text(turn.record.active_ms)),
        (say("result.class"), _class_text(turn, say)),
    )


def _figures_text(turn: Turn, say: Say) -> str:
    return ", ".join(f"{caption} {value}" for caption, value in _figures(turn, say))


def _class_text(turn: Turn, say: Say) -> str:
    if turn.record.kind is Kind.RACE:
        return say(f"class.{ListClass.RACE}")
    if turn.record.kind is Kind.TOGETHER:
        return say("class.together")
    if turn.record.practice:
        return say("result.practice-assisted" if turn.view.assisted else "class.practice")
    return say(f"class.{ListClass.ASSISTED if turn.view.assisted else ListClass.CLEAN}")
