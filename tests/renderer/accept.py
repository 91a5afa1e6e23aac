"""Accept all pictures as they are drawn now: `python -m tests.renderer.accept`, then look at the diff."""

from __future__ import annotations

import sys

from tests.renderer.golden import CASES, accept


def main() -> None:
    """Write every picture into the folder of accepted ones."""
    for case in CASES:
        sys.stdout.write(f"{accept(*case)}\n")


if __name__ == "__main__":
    main()
