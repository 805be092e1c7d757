"""CSV to send: texts, bytes and files."""

from __future__ import annotations

from typing import Protocol

from ._kinds import is_bytes

CHUNK_BYTES = 64 * 1024

CSV_KINDS = "a text, bytes, a file or an iterable of bytes"
"""The kinds of CSV that can be sent, for an error."""


class File(Protocol):
    """A file in binary or text mode."""

    def read(self, size: int, /) -> bytes | str:
        """Returns up to `size` bytes or characters; nothing at the end."""
        ...

    def seek(self, offset: int, /) -> int:
        """Goes to a position."""
        ...


def encoded(given: object) -> bytes | None:
    """The bytes of a text or of bytes; None for anything else."""
    if isinstance(given, str):
        return given.encode()
    return bytes(given) if is_bytes(given) else None


def position_of(file: object) -> int | None:
    """Where a file stands; None if it cannot be told or rewound, such as a pipe."""
    try:
        return file.tell() if file.seekable() else None  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return None
