"""Compiled search: numba and numpy live here and nowhere else, and without them this does not import."""

from klondike.search.imagining import Searcher, strong_hint

__all__ = ["Searcher", "strong_hint"]
