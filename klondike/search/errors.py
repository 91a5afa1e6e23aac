"""What can go wrong in compiled search that is nobody's fault but its own."""

from __future__ import annotations

__all__ = ["SolverError"]


class SolverError(RuntimeError):
    """The solver found a line that the engine does not accept: a fault of the program, never a verdict."""
