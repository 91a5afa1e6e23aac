"""Compiled search: numba and numpy live here and nowhere else, and without them this does not import."""

from klondike.search.errors import SolverError
from klondike.search.imagining import Searcher, prepare, strong_hint
from klondike.search.solver import Solution, Verdict, solve

__all__ = ["Searcher", "Solution", "SolverError", "Verdict", "prepare", "solve", "strong_hint"]
