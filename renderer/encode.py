"""Pictures as PNG."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from PIL import Image
from zlib_ng import zlib_ng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderer.palette import Palette

__all__ = ["encode", "reduced"]

_LEVEL: Final = 2
"""Of zlib-ng: as many kilobytes as level 3 of zlib in a third of the time (`benchmarks/README.md`)."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTED = 8, 3
"""Bits of a pixel, and the colour type of a picture whose pixels are indices of a palette."""


def encode(canvas: Image.Image, palette: Palette) -> bytes:
    """Turn a picture of palette indices into a PNG.

    Pillow would deflate with zlib. Such a picture needs three chunks, and no row gains by a filter.
    """
    return b"".join((_SIGNATURE, *_chunks(canvas, palette)))


def _chunks(canvas: Image.Image, palette: Palette) -> Iterator[bytes]:
    width, height = canvas.size
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, _DEPTH, _PALETTED, 0, 0, 0))
    yield _chunk(b"PLTE", bytes(palette.flat))
    # Each row begins with the number of its filter, 0 for none: a column of black that is never shown.
    rows = Image.new("L", (width + 1, height))
    rows.paste(canvas, (1, 0))
    yield _chunk(b"IDAT", zlib_ng.compress(rows.tobytes(), _LEVEL))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib_ng.crc32(body))


def reduced(canvas: Image.Image, palette: Palette, factor: int) -> Image.Image:
    """Make a picture of palette indices smaller by a whole factor."""
    coloured = canvas.copy()
    coloured.putpalette(palette.flat)
    return palette.indices(coloured.convert("RGB").reduce(factor))
