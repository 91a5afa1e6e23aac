"""The messages that the bot shows, as Components V2: the board, notices and questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ButtonStyle, ui

from cogs.alt_text import ALT_LIMIT, describe
from cogs.control import Control, button, menu
from cogs.control_id import ControlAction, ControlId
from cogs.daily_id import DayPageId, ShareId
from cogs.days import day_mode
from cogs.film_id import NOBODY, FilmId, Playback
from cogs.hint_words import plan_line
from cogs.news import news
from cogs.text_board import text_board
from cogs.together_id import DeedsId
from cogs.wording import counted_text, entries, mode_text, money_text, recycle_cost
from data import Kind
from klondike import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cogs.i18n import Say
    from cogs.sessions import Turn
    from klondike import PlayerView
    from klondike.hint import Hint

__all__ = [
    "BOARD_FILE",
    "BoardMessage",
    "board_message",
    "clip_message",
    "do_button",
    "framed",
    "notice",
    "question",
    "type_modal",
]

BOARD_FILE: Final = "board.png"
CLIP_FILE: Final = "replay.gif"
MENU_LIMIT: Final = 25
"""Discord's limit for the entries of a menu."""
CHOICE_LIMIT: Final = 100
"""Discord's limit for the label of an entry."""
LINE_LIMIT: Final = 400
"""Characters of one typed line: 40 moves by cards, such as `10h js `, with room for separators."""

_COLOURS: Final = {
    None: discord.Colour(0x1D7A4C),
    Outcome.WON: discord.Colour(0xE8B923),
    Outcome.GIVEN_UP: discord.Colour(0x6B7280),
}


_ENABLED: Final[dict[ControlAction, Callable[[PlayerView], bool]]] = {
    ControlAction.REDO: lambda view: bool(view.redoable),
}


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A board ready to be sent: the layout, and the picture that it shows where it is not in letters.

    :ivar file: the picture's name, which its layout refers to.
    """

    layout: ui.LayoutView
    picture: bytes | None
    file: str = BOARD_FILE

    def files(self) -> list[discord.File]:
        """Make the files to send, none for a board in letters; each sending takes new ones."""
        return [] if self.picture is None else [discord.File(BytesIO(self.picture), self.file)]


def notice(text: str, *controls: Control) -> ui.LayoutView:
    """Make a message of words, with controls below it where there are any."""
    layout = _sealed()
    layout.add_item(ui.TextDisplay(text))
    if controls:
        layout.add_item(ui.ActionRow(*controls))
    return layout


def question(text: str, yes: Control, no: Control) -> ui.LayoutView:
    """Ask before something is lost."""
    return notice(text, yes, no)


def board_message(  # noqa: PLR0913 - what is shown besides, by its names
    turn: Turn,
    say: Say,
    picture: bytes | None,
    *,
    asking: bool = False,
    aside: str = "",
    deeds: str = "",
    hint: str = "",
    solvable: bool = False,
    replayable: bool = False,
    onward: str = "",
) -> BoardMessage:
    """Lay out a game's board.

    :param picture: the board as PNG; None has it written in letters.
    :param asking: ask for the confirmation of giving up, in place of the controls.
    :param aside: what else is told below the board.
    :param deeds: who did the last thing, where several play.
    :param hint: what would make it better, for the foot.
    :param solvable: offer to tell whether it could be won, once it is over.
    :param replayable: offer to show it again as it was played, once it is over.
    :param onward: the address of the board on which its player goes on, once it is over.
    """
    words = _ask_resign(turn, say) if asking else "\n".join([news(turn, say), *([aside] if aside else [])])
    after = _After(solvable=solvable, replayable=replayable, onward=onward)
    rows = _asking_rows(turn, say) if asking else _rows(turn, say, after)
    foot = "\n".join([_foot(turn, say), *(f"-# {line}" for line in (deeds, hint) if line)])
    return framed(turn.view, say, picture, head=_head(turn, say), words=words, rows=rows, foot=foot)


def framed(  # noqa: PLR0913 - the parts of a message, by their names
    view: PlayerView,
    say: Say,
    picture: bytes | None,
    *,
    head: str,
    words: str,
    rows: Iterable[ui.ActionRow[Any]],
    foot: str,
) -> BoardMessage:
    """Lay out any board: a head, the picture or the board in letters, words, controls, a foot."""
    shown = _written(view, say) if picture is None else _gallery(BOARD_FILE, describe(say, view))
    parts = [ui.TextDisplay(head), shown, ui.TextDisplay(words), *rows, ui.TextDisplay(foot)]
    return BoardMessage(_contained(view, parts), picture)


def clip_message(  # noqa: PLR0913 - the parts of a message, by their names
    view: PlayerView, say: Say, picture: bytes, *, head: str, words: str, rows: Iterable[ui.ActionRow[Any]]
) -> BoardMessage:
    """Lay out the animated picture of a game that ended with a view."""
    alt = f"{say('clip.alt')} {describe(say, view)}"[:ALT_LIMIT]
    parts = [ui.TextDisplay(head), _gallery(CLIP_FILE, alt), ui.TextDisplay(words), *rows]
    return BoardMessage(_contained(view, parts), picture, CLIP_FILE)


def _contained(view: PlayerView, parts: Iterable[ui.Item[Any]]) -> ui.LayoutView:
    """Put parts into a frame of the colour that tells how a game stands."""
    container: ui.Container[Any] = ui.Container(accent_colour=_COLOURS[view.outcome])
    for part in parts:
        container.add_item(part)
    layout = _sealed()
    layout.add_item(container)
    return layout


def type_modal(control: ControlId, say: Say, sample: str, draft: str = "") -> ui.Modal:
    """Make the modal that takes a typed line. It is never stored: submits are read by their custom id.

    :param sample: a move that would work now, shown while nothing is typed.
    :param draft: what stands in it when it opens: a line of the same player's that was refused.
    """
    modal = ui.Modal(title=say("modal.title"), timeout=None, custom_id=str(control))
    entry: ui.TextInput[Any] = ui.TextInput(
        custom_id="line",
        placeholder=sample,
        default=draft[:LINE_LIMIT] or None,
        max_length=LINE_LIMIT,
        required=True,
    )
    modal.add_item(ui.Label(text=say("modal.label"), description=say("modal.hint"), component=entry))
    modal.stop()
    return modal


def _sealed() -> ui.LayoutView:
    # Stopped before it is sent, a view is never stored. A later stop would unregister every board's controls.
    layout = ui.LayoutView(timeout=None)
    layout.stop()
    return layout


def _gallery(file: str, alt: str) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{file}", description=alt))


def _written(view: PlayerView, say: Say) -> ui.TextDisplay[Any]:
    return ui.TextDisplay(f"```\n{text_board(say, view)}\n```")


def _head(turn: Turn, say: Say) -> str:
    record, rules = turn.record, turn.view.rules
    key = "together.head" if record.kind is Kind.TOGETHER else "board.head"
    mode = mode_text(say, rules) if record.day is None else day_mode(say, record.day, rules.draw)
    return say(key, player=f"<@{record.player_discord_id}>", mode=mode)


def _ask_resign(turn: Turn, say: Say) -> str:
    return f"{say('board.ask-resign')} {money_text(say, turn.record)}".strip()


def _foot(turn: Turn, say: Say) -> str:
    marks = [say("board.game", id=turn.record.id), counted_text(say, turn.record)]
    if turn.record.kind is Kind.RACE:
        marks.append(say("board.race"))
    if turn.record.kind is Kind.TOGETHER:
        marks.append(say("class.together"))
    if turn.record.practice:
        marks.append(say("board.winnable" if turn.record.winnable else "board.practice"))
    if turn.view.assisted and turn.record.kind is not Kind.RACE:
        marks.append(say("board.assisted"))
    elif turn.view.undo_helps:
        marks.append(say("board.undo-helps"))
    return "-# " + " · ".join(marks)


@dataclass(frozen=True, slots=True)
class _After:
    """What is offered below a game that is over, besides another one and its result."""

    solvable: bool
    replayable: bool
    onward: str


def _rows(turn: Turn, say: Say, after: _After) -> Iterator[ui.ActionRow[Any]]:
    if turn.view.outcome is not None:
        yield ui.ActionRow(*_after_buttons(turn, say, after))
        if turn.record.kind is Kind.TOGETHER:
            yield ui.ActionRow(_deeds_button(turn, say))
        return
    yield ui.ActionRow(*_play_buttons(turn, say))
    yield ui.ActionRow(*_other_buttons(turn, say))
    if turn.view.legal_moves:
        yield ui.ActionRow(_moves_menu(turn, say))


def _after_buttons(turn: Turn, say: Say, after: _After) -> Iterator[Control]:
    if turn.record.kind is not Kind.RACE:
        yield _again_button(turn, say)
    yield from _day_buttons(turn, say)
    if after.solvable:
        yield _button(turn, say, ControlAction.VERDICT, "🔎")
    if after.replayable:
        yield _replay_button(turn, say)
    yield _button(turn, say, ControlAction.RESULT, "🖼️")
    if after.onward:
        yield ui.Button(label=say("button.onward"), url=after.onward)


def _again_button(turn: Turn, say: Say) -> Control:
    """Offer another game, which has a deal of its own and so is no practice."""
    random = turn.record.practice or turn.record.kind is Kind.DAILY
    label = say("button.again-random") if random else say("button.again")
    return button(_id(turn, ControlAction.AGAIN), label, emoji="🔁", style=ButtonStyle.success)


def _day_buttons(turn: Turn, say: Say) -> Iterator[Control]:
    """Offer what belongs to a daily deal that is over for its player."""
    if turn.record.is_try:
        yield button(ShareId(turn.record.id), say("button.daily-share"), emoji="📣")
    if turn.record.day is not None:
        yield button(DayPageId(turn.record.day), say("button.daily-list"), emoji="📅")


def _replay_button(turn: Turn, say: Say) -> Control:
    return button(FilmId(Playback(turn.record.id), 0, NOBODY), say("button.replay"), emoji="🎞️")


def _play_buttons(turn: Turn, say: Say) -> Iterator[Control]:
    view = turn.view
    yield button(
        _id(turn, ControlAction.DRAW),
        _draw_label(turn, say),
        emoji="🎴",
        style=ButtonStyle.primary,
        enabled=view.can_draw,
    )
    yield _undo_button(turn, say)
    yield _button(turn, say, ControlAction.REDO, "↪️")
    if view.can_finish:
        yield _button(turn, say, ControlAction.FINISH, "🏁", ButtonStyle.success)
    if turn.record.kind is Kind.TOGETHER:
        yield _deeds_button(turn, say)


def _deeds_button(turn: Turn, say: Say) -> Control:
    return button(DeedsId(turn.record.id), say("button.deeds"), emoji="👥")


def _undo_button(turn: Turn, say: Say) -> Control:
    """Offer to undo; where that would make the game assisted, the button says so before."""
    view = turn.view
    marks = view.undo_helps and not view.assisted and turn.record.kind is not Kind.RACE
    label = say("button.undo-helps") if marks else say("button.undo")
    return button(_id(turn, ControlAction.UNDO), label, emoji="↩️", enabled=bool(view.undoable))


def _other_buttons(turn: Turn, say: Say) -> Iterator[Control]:
    hint = turn.advice.hint if turn.advice else None
    if hint is not None:
        yield do_button(turn, hint, say)
    racing = turn.record.kind is Kind.RACE
    if not racing:
        yield _button(turn, say, ControlAction.HINT, "💡")
    yield _button(turn, say, ControlAction.TYPE, "⌨️")
    if turn.view.nothing_left and not racing:
        yield button(_id(turn, ControlAction.AGAIN), say("button.new"), emoji="🔁")
    yield _button(turn, say, ControlAction.RESIGN, "🏳️", ButtonStyle.danger)


def do_button(turn: Turn, hint: Hint, say: Say) -> Control:
    """Make the button that does all that a hint tells to do."""
    control = replace(_id(turn, ControlAction.DO), detail=plan_line(hint).replace(" ", "_"))
    return button(control, say("button.do"), emoji="✅", style=ButtonStyle.success)


def _draw_label(turn: Turn, say: Say) -> str:
    view = turn.view
    if view.stock:
        return say("button.draw", n=min(view.rules.draw, len(view.stock)))
    if view.can_recycle:
        cost = recycle_cost(view)
        return say("button.recycle-costs", points=cost) if cost else say("button.recycle")
    return say("button.no-pass" if view.waste else "button.stock-empty")


def _moves_menu(turn: Turn, say: Say) -> Control:
    moves = len(turn.view.legal_moves)
    found = entries(say, turn.view)
    if moves > MENU_LIMIT:
        placeholder = say("menu.placeholder-more", n=moves, shown=MENU_LIMIT)
    else:
        placeholder = say("menu.placeholder" if len(found) == moves else "menu.placeholder-draws", n=moves)
    options = [
        discord.SelectOption(
            label=entry.label[:CHOICE_LIMIT],
            value=entry.value,
            description=entry.places[:CHOICE_LIMIT],
        )
        for entry in found[:MENU_LIMIT]
    ]
    return menu(_id(turn, ControlAction.MENU), placeholder, options)


def _asking_rows(turn: Turn, say: Say) -> Iterator[ui.ActionRow[Any]]:
    yield ui.ActionRow(
        _button(turn, say, ControlAction.RESIGN_YES, "🏳️", ButtonStyle.danger),
        _button(turn, say, ControlAction.KEEP, "🎴"),
    )


def _button(
    turn: Turn,
    say: Say,
    action: ControlAction,
    emoji: str,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Control:
    enabled = _ENABLED[action](turn.view) if action in _ENABLED else True
    return button(_id(turn, action), say(f"button.{action}"), emoji=emoji, style=style, enabled=enabled)


def _id(turn: Turn, action: ControlAction) -> ControlId:
    return ControlId(turn.record.id, turn.record.revision, action)
