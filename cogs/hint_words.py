"""Hints in words: what to do, and why. Knows the engine's values and a voice, nothing of Discord."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from cogs.wording import move_places, move_text, pile_text, recycle_cost
from klondike import Finish, Move
from klondike.hint import HintKind
from klondike.moves import DRAW, RECYCLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.advice import Advice
    from cogs.i18n import Say
    from klondike import PlayerView
    from klondike.hint import Hint, HintReason, Imagined

__all__ = ["action_text", "advice_text", "plan_line"]

PER_CENT: Final = 100
_SPEAKING: Final = frozenset({HintKind.UNCOVER_HOME, HintKind.TAKE_BACK})
"""Kinds whose reason tells what comes after the first move."""


def advice_text(say: Say, view: PlayerView, advice: Advice) -> str:
    """Tell the player of `view` what to do and why, and which level it was that answered."""
    return "\n".join(_lines(say, view, advice))


def action_text(say: Say, view: PlayerView, actions: Sequence[Move | Finish]) -> str:
    """Tell what to do: one action, or draws in a row."""
    first = actions[0]
    if not isinstance(first, Move):
        return say("hint.do-finish")
    if first == DRAW:
        return say("film.draws", n=len(actions))
    if first == RECYCLE:
        return say("hint.do-recycle")
    return say("hint.do-move", move=move_text(say, view, first), places=move_places(say, view, first))


def plan_line(hint: Hint) -> str:
    """Write all that a hint tells to do as one typed line, such as `d4 w2`."""
    return " ".join(
        f"d{times}" if text == str(DRAW) and times > 1 else " ".join([text] * times)
        for text, times in ((text, len(list(group))) for text, group in groupby(map(str, hint.plan)))
    )


def _lines(say: Say, view: PlayerView, advice: Advice) -> Iterator[str]:
    hint = advice.hint
    if hint is None:
        yield "💡 " + say("hint.nothing")
    else:
        yield f"💡 {_what(say, view, hint)} {_why(say, hint.reason)}"
        cost = recycle_cost(view)
        if RECYCLE in hint.plan and cost:
            yield "-# " + say("hint.costs", points=cost)
        if hint.certain:
            yield "-# " + say("hint.certain")
        if hint.imagined is not None and _is_best(hint.imagined):
            yield "-# " + _imagined(say, hint.imagined)
    if advice.level is not advice.asked:
        yield "-# " + say("hint.simple-instead")


def _what(say: Say, view: PlayerView, hint: Hint) -> str:
    """Tell what to do, from the board as it lies: the way through the stock first, then each move."""
    if isinstance(hint.action, Finish):
        return say("hint.do-finish")
    if hint.action in {DRAW, RECYCLE}:
        return _reach(say, hint)
    move = say(
        "hint.do-move",
        move=move_text(say, view, hint.action),
        places=move_places(say, view, hint.action),
    )
    if len(hint.plan) == 1 or hint.reason.kind in _SPEAKING or hint.card is None:
        return move
    return f"{move} {say('hint.do-then', card=hint.card.symbol, target=_target(say, hint.reason))}"


def _reach(say: Say, hint: Hint) -> str:
    """Tell how to come to a stock card, and where it then goes; or only to draw."""
    reason = hint.reason
    if not reason.draws:
        return say("hint.do-recycle")
    if hint.card is None:
        return say("hint.do-turn") if reason.recycles else say("hint.do-draw")
    card, target = hint.card.symbol, _target(say, reason)
    if reason.kind is HintKind.TAKE_BACK and reason.helps is not None:
        drawn = reason.helps.symbol
        if reason.recycles:
            return say("hint.do-back-again", n=reason.draws, card=card, target=target, drawn=drawn)
        return say("hint.do-back", n=reason.draws, card=card, target=target, drawn=drawn)
    if reason.recycles:
        return say("hint.do-reach-again", n=reason.draws, card=card, target=target)
    return say("hint.do-reach", n=reason.draws, card=card, target=target)


def _target(say: Say, reason: HintReason) -> str:
    if reason.onto is None:
        return say("hint.onto-foundation")
    if reason.onto_card is None:
        return say("hint.onto-empty", column=pile_text(say, reason.onto))
    return say("hint.onto", card=reason.onto_card.symbol, column=pile_text(say, reason.onto))


def _why(say: Say, reason: HintReason) -> str:
    column = "" if reason.column is None else pile_text(say, reason.column)
    if reason.kind is HintKind.TURN_UP:
        if not reason.left:
            return say("hint.turn-up-last", column=column)
        return say("hint.turn-up", n=reason.left, column=column)
    king, helps = (card.symbol if card else "" for card in (reason.king, reason.helps))
    return say(f"hint.{reason.kind.value}", column=column, king=king, helps=helps)


def _imagined(say: Say, imagined: Imagined) -> str:
    share = _share(imagined.wins, imagined.games)
    if not imagined.other_games:
        return say("hint.imagined-alone", games=imagined.games, share=share)
    other = _share(imagined.other_wins, imagined.other_games)
    return say("hint.imagined", games=imagined.games, share=share, other=other)


def _is_best(imagined: Imagined) -> bool:
    """Tell whether the figures speak for the hint: close to a tie they may not, and then say nothing."""
    return imagined.wins * imagined.other_games >= imagined.other_wins * imagined.games


def _share(wins: int, games: int) -> int:
    return round(PER_CENT * wins / games)
