"""A chat page on 127.0.0.1 through which people use the local Discord: no token, no account."""

from __future__ import annotations

from .page import Page
from .secret import lasting_secret

__all__ = ["Page", "lasting_secret"]
