"""The tree of the strong hint in bounded arrays, which the kernel grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from klondike.search import imagining_kernel as kernel
from klondike.search import solver_kernel as solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Result", "Start", "Tree"]

_SMALLEST: Final = 1 << 12
_LARGEST: Final = 1 << 18
"""Bounds of the tree, in places for nodes; half of them are used."""
_EDGES_PER_PLACE: Final = 4
_KNOWN: Final = 1 << 9
"""Places for the positions that the solver knows in one imagined deal; three quarters of them are used."""


class Start(NamedTuple):
    """What the kernel starts from: a view as a table, what may lie where, and how to search."""

    table: Ints
    settings: Ints
    weights: Floats
    knobs: Floats
    unseen: Ints
    places: Ints


class Result(NamedTuple):
    """What came of a move at the root, in an order that puts the one tried most often last."""

    games: int
    worth: float
    wins: int
    move: int


class Tree:
    """The tree in bounded arrays, and the random numbers."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._keys: Ints = np.zeros(size, np.int64)
        self._nodes = np.zeros((size, 3), np.int32)
        self._edges = np.zeros((size * _EDGES_PER_PLACE, 3), np.int32)
        self._worths = np.zeros(size * _EDGES_PER_PLACE)
        self._counts: Ints = np.zeros(2, np.int64)
        self._state: Ints = np.zeros(1, np.int64)
        self._levels: Ints = np.zeros((kernel.MAX_STATES + 2, solver.FIELDS), np.int64)
        self._puzzle: Ints = np.zeros((solver.ROWS, solver.NUMBERS), np.int64)
        self._line: Ints = np.zeros(kernel.MAX_STATES + solver.NUMBERS + 2, np.int64)
        self._visited: Ints = np.zeros(_KNOWN, np.int64)
        self._cursor: Ints = np.zeros(solver.CURSOR, np.int64)
        self._codes: Ints = np.array([kernel.code_of(index) for index in range(kernel.CODES)], np.int64)

    @staticmethod
    def size_for(iterations: int) -> int:
        """Give how many places a search wants."""
        return min(max(_SMALLEST, 1 << (iterations * 4 - 1).bit_length()), _LARGEST)

    def clear(self) -> None:
        """Forget everything."""
        self._keys[:] = 0
        self._counts[:] = 0
        self._state[:] = 0

    def has_room(self, iterations: int) -> bool:
        """Tell whether the search may add a node each time."""
        nodes, edges = self._counts
        room = self.size // 2 - iterations
        return bool(nodes <= room and edges <= room * 2 * _EDGES_PER_PLACE)

    def search(self, root: Start, iterations: int) -> None:
        """Grow the tree by so many imagined deals."""
        kernel.search(
            *root,
            *(self._codes, self._keys, self._nodes, self._edges, self._worths, self._counts),
            *(self._state, self._levels, self._puzzle, self._line, self._visited, self._cursor),
            iterations,
        )

    def ranked(self, root: Start, moves: list[int]) -> list[Result]:
        """Give what came of the moves at the root, the one tried most often first."""
        at = kernel.find(self._keys, kernel.key_of(root.table, root.settings, self._codes))
        _, first, total = self._nodes[at].tolist()
        found = {
            move: Result(games, worth, wins, move)
            for (move, games, wins), worth in zip(
                self._edges[first : first + total].tolist(),
                self._worths[first : first + total].tolist(),
                strict=True,
            )
        }
        return sorted((found.get(move, Result(0, 0.0, 0, move)) for move in moves), reverse=True)
