"""Compiled search: numba and numpy live here and nowhere else, and without them this does not import."""

from klondike.search.errors import SolverError
from klondike.search.solver import Solution, Verdict, solve

__all__ = ["Solution", "SolverError", "Verdict", "solve"]
