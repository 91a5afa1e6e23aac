"""`python -m operations backup` and `python -m operations restore FILE`: what `make` does by these names."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from data import StoreError, backup
from operations.logs import blanked, visible
from operations.schedule import now_ms
from operations.startup import EXIT_FAILED, EXIT_USAGE, wrong_settings
from settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a backup or put one back, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m operations", description=__doc__)
    deeds = parser.add_subparsers(dest="deed", required=True)
    deeds.add_parser("backup", help="copy the database while the bot runs")
    deeds.add_parser("restore", help="put a copy back while the bot is stopped").add_argument(
        "file", type=Path
    )
    chosen = parser.parse_args(arguments)
    try:
        url = Settings.from_env().database_url
        said = _made(url) if chosen.deed == "backup" else _restored(url, chosen.file)
    except ValidationError as error:
        return _told(wrong_settings(error), EXIT_USAGE)
    except (StoreError, OSError) as error:
        return _told(str(error), EXIT_FAILED)
    return _told(said, 0)


def _made(url: str) -> str:
    return f"Backup made and checked: {backup.back_up(url, now_ms())}"


def _restored(url: str, file: Path) -> str:
    aside = backup.restore(url, file, now_ms())
    kept = "There was no database before." if aside is None else f"The replaced database is kept: {aside}"
    return f"Restored from {file}. {kept}"


def _told(words: str, status: int) -> int:
    """Say it, to standard error where it went wrong."""
    print(visible(blanked(words)), file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
