"""`python -m benchmarks._pyksolve`: let pyksolve solve the deals on standard input, in a process of its own.

Each line is a draw count and 52 numbers, suit × 13 + rank - 1 in deal order; each answer is the seconds that
the search took and whether a win was found. Ends with 3 where pyksolve is not installed.
"""

from __future__ import annotations

import sys
from time import thread_time

MAX_STATES = 200_000
ABSENT = 3
SUITS = "4321"
"""Its clubs are 1, diamonds 2, spades 3, hearts 4; exchanging suits of both colours changes no verdict."""
WINS = {"SolvedMinimal", "SolvedMayNotBeMinimal"}


def main() -> int:
    """Solve and print."""
    try:
        from pyksolve import solver  # noqa: PLC0415 - it may be absent
    except ImportError:
        return ABSENT
    for line in sys.stdin:
        draw, *cards = map(int, line.split())
        game = solver.Solitaire()
        game.load_solitaire("".join(f"{card % 13 + 1:02}{SUITS[card // 13]}" for card in cards))
        game.reset_game(draw)
        begin = thread_time()
        result = game.solve_fast(max_closed_count=MAX_STATES)
        print(thread_time() - begin, int(result.name in WINS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
