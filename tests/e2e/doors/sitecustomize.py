"""Python runs this at the start of a program that has this folder on its path.

It turns the program's discord.py to the local Discord at KLONDIKE_TEST_DISCORD, and leaves out compiled
search, which would compile for half a minute.
"""

from __future__ import annotations

import os
import sys

from localdiscord.attach import attached

address = os.environ.get("KLONDIKE_TEST_DISCORD")
if address:
    seams = attached(address)
    seams.__enter__()
    sys.modules["numba"] = None  # type: ignore[assignment]  # an import of it fails
