"""Wins that are certain: proved for every way in which the last unseen cards can lie.

While few cards are unseen, all ways to deal them are few too. A win is certain if one way of playing wins in
all of these deals, told apart only by what the player sees as cards turn up: all of them are played alike
until one looks different, and from then on each on its own. What is proved holds; not every win that is
certain is proved, since only ways are tried that the solver finds for one of the deals.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from klondike.position import Column, Position
from klondike.search.solver import Verdict, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from klondike.cards import Card
    from klondike.moves import Move
    from klondike.rules import Rules
    from klondike.view import PlayerView

__all__ = ["MOST_UNSEEN", "certain_way"]

MOST_UNSEEN: Final = 3
"""Unseen cards up to which a win is proved: six deals; four would be 24, each to be solved several times."""

_STATES: Final = 50_000
"""Positions to look at for a deal: so late in a game nearly all are decided by a few hundred."""

Worlds = tuple[Position, ...]


def certain_way(view: PlayerView, unseen: Sequence[Card], stop: Callable[[], bool]) -> tuple[Move, ...]:
    """Give moves of a way that is sure to win, up to the first that turns up what matters for the rest.

    :param unseen: the cards that the player has never seen.
    :param stop: asked again and again; True ends the proof.
    :return: no moves where no such win is proved.
    """
    if len(unseen) > MOST_UNSEEN:
        return ()
    worlds = tuple(_filled(view, iter(cards)) for cards in permutations(unseen))
    return _way(worlds, view.rules, stop)


def _way(worlds: Worlds, rules: Rules, stop: Callable[[], bool]) -> tuple[Move, ...]:
    """Do the same for positions that look alike."""
    lines = []
    for world in worlds:
        solution = solve(world, rules, max_states=_STATES, stop=stop)
        if solution.verdict is not Verdict.WINNABLE:
            return ()
        lines.append(solution.line)
    for line in dict.fromkeys(lines):
        played, groups = _played(worlds, line, rules)
        if len(groups) == 1 or all(_way(group, rules, stop) for group in groups):
            return line[:played]
    return ()


def _played(worlds: Worlds, line: Sequence[Move], rules: Rules) -> tuple[int, tuple[Worlds, ...]]:
    """Play a line until the positions look different; say how far that is, and group the like ones."""
    for played, move in enumerate(line, 1):
        worlds = tuple(world.apply(move, rules.draw) for world in worlds)
        groups: dict[object, Worlds] = {}
        for world in worlds:
            seen = _seen(world, rules)
            groups[seen] = (*groups.get(seen, ()), world)
        if len(groups) > 1:
            return played, tuple(groups.values())
    return len(line), (worlds,)


def _seen(position: Position, rules: Rules) -> object:
    """Give the cards that a player sees and that can differ."""
    waste = position.waste if rules.fanned else position.waste[-1:]
    return tuple(column.up for column in position.columns), waste


def _filled(view: PlayerView, unseen: Iterator[Card]) -> Position:
    """Give the position that a view shows, with unseen cards put where it tells none."""

    def known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
        return tuple(next(unseen) if card is None else card for card in cards)

    columns = tuple(Column(known(column.remembered), column.up) for column in view.columns)
    stock, waste = known(view.stock), known(view.waste)
    return Position(columns, stock, waste, view.foundations, view.turns)
