"""`python -m benchmarks [--quick]`: run every benchmark, one after another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run each benchmark in a process of its own, so that none warms up for another."""
    here = Path(__file__).parent
    names = sorted(path.stem for path in here.glob("*.py") if not path.stem.startswith("_"))
    codes = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *sys.argv[1:]], check=False).returncode
        for name in names
    ]
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
