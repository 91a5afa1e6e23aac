"""Write `docs/reliability.md` from what happens: `python -m tests.e2e.reliability`, then look at the diff."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.e2e.reliability.faults import FAULTS
from tests.e2e.reliability.page import PAGE, page
from tests.e2e.reliability.walk import walk


async def main() -> None:
    """Walk every fault and write the page."""
    rows = []
    for fault in FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            rows += await walk(fault, Path(folder))
        sys.stdout.write(f"{fault.name}\n")
    PAGE.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
