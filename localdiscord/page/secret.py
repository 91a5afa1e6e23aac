"""The random part of the page's address, kept from run to run, so that an open tab finds back."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from pathlib import Path

__all__ = ["lasting_secret", "new_secret"]

TOKEN_BYTES = 18
_WHOLE = re.compile(r"[\w-]{24}", re.ASCII)


def new_secret() -> str:
    """Return a random part that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def lasting_secret(file: Path) -> str:
    """Return what a file holds, which is made once and which its owner alone may read.

    A file that holds anything else than a whole secret is made anew.

    :raises OSError: if it can be neither read nor made.
    """
    kept = _read(file)
    if kept is not None:
        return kept
    file.parent.mkdir(parents=True, exist_ok=True)
    # whole or not at all, and never readable by others, not even for a moment: mkstemp makes it with 0600
    number, draft = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.")
    try:
        with os.fdopen(number, "w", encoding="ascii") as stream:
            stream.write(new_secret())
        Path(draft).replace(file)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
    return file.read_text(encoding="ascii")


def _read(file: Path) -> str | None:
    try:
        words = file.read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    if _WHOLE.fullmatch(words) is None:
        return None
    file.chmod(0o600)
    return words
