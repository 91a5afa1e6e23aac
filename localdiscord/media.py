"""Uploaded files, as the content delivery network would serve them."""

from __future__ import annotations

import struct
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .wire import Json

__all__ = ["CAPACITY", "Attachment", "FileStore", "content_type", "picture_size"]

CAPACITY = 128 * 2**20
"""Bytes kept before the oldest files go: a sandbox that runs for days must not eat the machine."""

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF", "application/pdf"),
)
_TEXT_SUFFIXES = {"json": "application/json", "txt": "text/plain", "csv": "text/csv", "md": "text/markdown"}
_PNG_HEADER = 24


def content_type(name: str, data: bytes) -> str:
    """Tell a file's type by its first bytes, or by its name where they say nothing."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return _TEXT_SUFFIXES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, or None for anything else."""
    if not data.startswith(_MAGIC[0][0]) or len(data) < _PNG_HEADER:
        return None
    width, height = struct.unpack(">II", data[16:_PNG_HEADER])
    return width, height


@dataclass(frozen=True, slots=True)
class Attachment:
    """One uploaded file."""

    id: int
    name: str
    data: bytes
    url: str
    description: str | None = None
    ephemeral: bool = False

    @property
    def content_type(self) -> str:
        """The type that the network serves it with."""
        return content_type(self.name, self.data)

    def to_dict(self) -> Json:
        """Return Discord's attachment object."""
        size = picture_size(self.data)
        body: Json = {
            "id": str(self.id),
            "filename": self.name,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.description is not None:
            body["description"] = self.description
        if self.ephemeral:
            body["ephemeral"] = True
        if size is not None:
            body["width"], body["height"] = size
        return body

    def to_media(self) -> Json:
        """Return the unfurled media item by which a component shows this file."""
        size = picture_size(self.data) or (None, None)
        return {
            "id": str(self.id),
            "url": self.url,
            "proxy_url": self.url,
            "width": size[0],
            "height": size[1],
            "content_type": self.content_type,
            "attachment_id": str(self.id),
            "loading_state": 2,
            "flags": 0,
        }


class FileStore:
    """All uploaded files by URL; the oldest go when it holds more than its capacity."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._files: OrderedDict[str, Attachment] = OrderedDict()
        self._size = 0

    def add(self, file: Attachment) -> None:
        """Keep a file."""
        self._files[file.url] = file
        self._size += len(file.data)
        while self._size > self._capacity and len(self._files) > 1:
            _, oldest = self._files.popitem(last=False)
            self._size -= len(oldest.data)

    def get(self, url: str) -> Attachment | None:
        """Return the file behind a URL, or None."""
        return self._files.get(url)
