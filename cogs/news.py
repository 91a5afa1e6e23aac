"""What a player is told about a turn: what was done, what was refused, how things stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.errors import refusal_text
from cogs.hint_words import advice_text
from cogs.wording import dollars, done_text, example, score_text
from data import Kind
from klondike import NothingToRedo, NothingToUndo, Outcome, Undo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.i18n import Say
    from cogs.sessions import Turn
    from klondike import KlondikeError, PlayerView
    from klondike.line import LineResult

__all__ = ["news", "refusal_of", "result_text", "told"]


def news(turn: Turn, say: Say) -> str:
    """Tell all about a turn, for below the board."""
    lines = [*told(turn, say), *_advice(turn, say), *_standing(turn, say)]
    together = turn.record.kind is Kind.TOGETHER
    return "\n".join(lines) or say("board.anybodys-move" if together else "board.your-move")


def _advice(turn: Turn, say: Say) -> Iterator[str]:
    """Tell the hint; none where how things stand says the same: that no useful move is left."""
    if turn.advice is not None and (turn.advice.hint is not None or not turn.view.nothing_left):
        yield advice_text(say, turn.view, turn.advice)


def told(turn: Turn, say: Say) -> Iterator[str]:
    """Tell what was done and what was not."""
    if turn.stale:
        yield say("board.stale")
    if turn.ended:
        yield say("board.ended-by-manager")
    if turn.line is None:
        return
    if turn.line.done:
        yield done_text(say, turn.view, turn.line.done)
    if (
        turn.marked
        and turn.record.kind is not Kind.RACE
        and any(isinstance(item.action, Undo) for item in turn.line.done)
    ):
        yield say("board.marked")
    refusal = refusal_of(turn)
    if refusal is not None:
        yield "❌ " + refusal_text(say, refusal, turn.view)


def refusal_of(turn: Turn) -> KlondikeError | None:
    """Give why a turn's line stopped; None where all was done that was asked for and possible."""
    return None if turn.line is None or _ran_out(turn.line) else turn.line.refusal


def _ran_out(line: LineResult) -> bool:
    """Tell whether `u5` undid all that there was: as much as was asked for and possible, so no error."""
    last = bool(line.intents) and line.refused is line.intents[-1]
    return last and bool(line.partly_done) and isinstance(line.refusal, NothingToUndo | NothingToRedo)


def _standing(turn: Turn, say: Say) -> Iterator[str]:
    view = turn.view
    if view.outcome is not None:
        yield result_text(say, view)
        if turn.record.books and turn.record.booked != view.score:
            yield say("board.booked", amount=dollars(turn.record.booked))
        yield say(f"board.counts-{_list_of(turn)}")
    elif view.can_finish:
        yield say("board.can-finish")
    elif view.nothing_left:
        yield say("board.nothing-left")
    elif not turn.record.ply:
        racing = turn.record.kind is Kind.RACE
        key = "board.first" if turn.record.guild_discord_id else "board.first-private"
        key = "board.first-race" if racing else key
        key = "board.first-together" if turn.record.kind is Kind.TOGETHER else key
        yield say(key, example=example(view))


def result_text(say: Say, view: PlayerView) -> str:
    """Tell how a game that is over ended."""
    key = "board.won" if view.outcome is Outcome.WON else "board.given-up"
    text = say(key, n=view.moves)
    if view.score is not None:
        text += " " + say("board.result-score", score=score_text(view.rules, view.score))
    return text


def _list_of(turn: Turn) -> str:
    """Name the list in which an ended game counts (RULES.md section 5)."""
    if turn.record.is_try:
        return "daily" if turn.record.ended_in_time else "daily-late"
    if turn.record.kind is Kind.RACE:
        return "race"
    if turn.record.kind is Kind.TOGETHER:
        return "together"
    if turn.record.practice:
        return "winnable" if turn.record.winnable else "practice"
    if not turn.record.guild_discord_id:
        return "private"
    return "assisted" if turn.view.assisted else "clean"
