"""Who did what in a game that several play together, in words. Knows nothing of Discord."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cogs.wording import cards_text, move_text
from klondike import Deal, Finish, Game, Help, Move, Pile, Redo, Rules, Undo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.i18n import Say
    from data import Deed, GameRecord
    from klondike import PlayerView

__all__ = ["Act", "acts", "counts", "last_text", "log_text"]

SHOWN: Final = 10
"""Actions that the log tells one by one; Discord's limit leaves room for no more than some forty."""
NAMED: Final = 20
"""Players that the log counts one by one."""

_RESIGN: Final = "resign"
_HELP: Final = frozenset(kind.value for kind in Help)


@dataclass(frozen=True, slots=True)
class Act:
    """One action of a game's log.

    :ivar player: Discord id of whoever did it.
    :ivar token: the action as the log has it.
    :ivar move: the move that it made, undid or made again; None for an action without one.
    :ivar view: the board on which that move could be made.
    :ivar cards: those that it moved.
    :ivar undone: whose action an undo took back, None for any other action.
    """

    player: int
    token: str
    move: Move | Finish | None
    view: PlayerView
    cards: str = ""
    undone: int | None = None


def acts(record: GameRecord, deeds: Sequence[Deed], last: int = SHOWN) -> list[Act]:
    """Give the last actions of a game that several play, the oldest first.

    :param deeds: all that was done in it; it may have been played on since the record was read.
    """
    doers = _doers(deeds)
    tokens = record.log.split()[: len(doers)]
    begin = max(len(tokens) - last, 0)
    undone = _undone(tokens, doers)
    game = Game.replay(Deal(record.deal), Rules.parse(record.rules), tokens[:begin])
    return [
        _act(game, token, doers[number], undone.get(number))
        for number, token in enumerate(tokens[begin:], begin)
    ]


def _act(game: Game, token: str, player: int, undone: int | None) -> Act:
    """Carry an action out and tell of it."""
    before = game.view
    if token == str(Undo()):
        step = game.newest
        game.undo()
        move, cards = (step.action, cards_text(step.cards)) if step else (None, "")
        return Act(player, token, move, game.view, cards, undone)
    if token == str(Redo()):
        game.redo()
    elif token == str(Finish()):
        game.finish()
    elif token == _RESIGN:
        game.resign()
    elif token in _HELP:
        game.take_help(Help(token))
    else:
        game.push(Move.parse(token))
    step = None if token == _RESIGN or token in _HELP else game.newest
    return Act(player, token, step.action if step else None, before, cards_text(step.cards) if step else "")


def _doers(deeds: Sequence[Deed]) -> list[int]:
    """Give who did each action of a log, in order."""
    return [deed.player_discord_id for deed in deeds for _ in range(deed.count)]


def _undone(tokens: Sequence[str], doers: Sequence[int]) -> dict[int, int]:
    """Give whose action each undo of a log took back, by the undo's place in it."""
    standing: list[int] = []
    undone: list[int] = []
    found: dict[int, int] = {}
    for number, token in enumerate(tokens):
        if token == str(Undo()):
            undone.append(standing.pop())
            found[number] = undone[-1]
        elif token == str(Redo()):
            standing.append(undone.pop())
        elif token != _RESIGN and token not in _HELP:
            standing.append(doers[number])
            undone.clear()
    return found


def counts(deeds: Sequence[Deed]) -> list[tuple[int, int]]:
    """Give how many actions each player has done, most first."""
    counted: Counter[int] = Counter()
    for deed in deeds:
        counted[deed.player_discord_id] += deed.count
    return counted.most_common()


def last_text(say: Say, record: GameRecord, deeds: Sequence[Deed]) -> str:
    """Tell who did the last thing in a game, for the foot of its board; nothing where nobody has."""
    found = acts(record, deeds, last=1)
    return _line(say, found[0]) if found else ""


def log_text(say: Say, record: GameRecord, deeds: Sequence[Deed]) -> str:
    """Tell how much each has done in a game, and what was done last."""
    if not deeds:
        return say("together.log-empty", id=record.id)
    lines = [say("together.log-head", id=record.id)]
    done = counts(deeds)
    lines += [say("together.log-count", player=f"<@{player}>", n=number) for player, number in done[:NAMED]]
    if len(done) > NAMED:
        lines.append(say("together.log-others", n=len(done) - NAMED))
    lines.append(say("together.log-last"))
    lines += [f"- {_line(say, act)}" for act in reversed(acts(record, deeds))]
    return "\n".join(lines)


def _line(say: Say, act: Act) -> str:
    return say("together.act", player=f"<@{act.player}>", what="".join(_what(say, act)))


def _what(say: Say, act: Act) -> Iterator[str]:
    if act.move is None:
        yield say(f"together.did-{act.token}")
        return
    text = _move_text(say, act)
    if act.token == str(Undo()):
        other = act.undone is not None and act.undone != act.player
        yield say("together.undid-other" if other else "together.undid", what=text, player=f"<@{act.undone}>")
    elif act.token == str(Redo()):
        yield say("together.redid", what=text)
    else:
        yield text


def _move_text(say: Say, act: Act) -> str:
    if not isinstance(act.move, Move):
        return say("together.finished")
    if act.move.source is Pile.STOCK and act.cards:
        return say("together.drew", cards=act.cards)
    return move_text(say, act.view, act.move)
