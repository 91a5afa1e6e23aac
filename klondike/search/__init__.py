"""Compiled search: numba and numpy live here and nowhere else, and without them this does not import."""
