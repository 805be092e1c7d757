"""CSV to send: texts, bytes and files."""

from __future__ import annotations

from typing import Any, Protocol

from ._kinds import is_bytes, kind_of
from .errors import PostsealError

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
    """
    The bytes of a text or of bytes; None for anything else. Raises PostsealError for a text that has half a
    surrogate pair.
    """
    if isinstance(given, str):
        try:
            return given.encode()
        except UnicodeEncodeError as error:
            raise PostsealError("The CSV has a character that UTF-8 cannot write.") from error
    return bytes(given) if is_bytes(given) else None


def checked_part(part: object) -> bytes:
    """
    Returns a part of a CSV that comes in parts. Raises PostsealError for a text: of lines without their ends
    it would make one line.
    """
    if is_bytes(part):
        return bytes(part)
    raise PostsealError(f"The parts of a CSV must be bytes, not {kind_of(part)}.")


def position_of(file: Any) -> int | None:
    """Where a file stands; None if it cannot be told or rewound, such as a pipe."""
    try:
        position: int | None = file.tell() if file.seekable() else None
    except (AttributeError, OSError, ValueError):
        return None
    return position
