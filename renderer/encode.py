"""Pictures as PNG."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from PIL import Image
from zlib_ng import zlib_ng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderer.palette import Palette

__all__ = ["deflate", "encode", "packed", "reduced"]

_LEVEL: Final = 4
"""Of zlib-ng: kilobytes travel to phones and count for more than a millisecond (`benchmarks/README.md`)."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_DEPTH, _PALETTED = 4, 3
"""Bits of a pixel, and the colour type of a picture whose pixels are indices of a palette."""

_FILTER: Final = 8 // _DEPTH
"""Pixels in the byte that every row begins with: 0, for no row gains by a filter."""


def encode(canvas: Image.Image, palette: Palette) -> bytes:
    """Turn a picture of palette indices into a PNG.

    Pillow would deflate with zlib; such a picture needs four chunks.
    """
    return b"".join((_SIGNATURE, *_chunks(canvas, palette)))


def packed(canvas: Image.Image) -> bytes:
    """Give the rows of a picture, each behind the number of its filter; a byte holds two pixels."""
    rows = Image.new("P", (canvas.width + _FILTER, canvas.height))
    rows.paste(canvas.convert("P"), (_FILTER, 0))
    return rows.tobytes("raw", "P;4")


def deflate(data: bytes) -> bytes:
    """Compress the rows of a picture."""
    return zlib_ng.compress(data, _LEVEL)


def _chunks(canvas: Image.Image, palette: Palette) -> Iterator[bytes]:
    width, height = canvas.size
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, _DEPTH, _PALETTED, 0, 0, 0))
    yield _chunk(b"PLTE", bytes(palette.flat))
    yield _chunk(b"IDAT", deflate(packed(canvas)))
    yield _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib_ng.crc32(body))


def reduced(canvas: Image.Image, palette: Palette, factor: int) -> Image.Image:
    """Make a picture of palette indices smaller by a whole factor."""
    coloured = canvas.copy()
    coloured.putpalette(palette.flat)
    return palette.indices(coloured.convert("RGB").reduce(factor))
