"""The parts of a request's body that are the same for both clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ._kinds import is_bytes, kind_of
from ._requests import mistake
from .errors import PostsealError

if TYPE_CHECKING:
    from typing import TypeGuard

CHUNK_BYTES = 64 * 1024

CSV_KINDS = "a string, bytes, a file or an iterable of bytes"
"""The kinds of CSV that can be sent, for error messages."""


class File(Protocol):
    """A file in binary or text mode."""

    def read(self, size: int, /) -> bytes | str:
        """Returns up to `size` bytes or characters, or nothing at the end."""
        ...

    def seek(self, offset: int, /) -> int:
        """Moves to a position."""
        ...


def encoded(given: object) -> bytes | None:
    """
    Returns the bytes of a string or of bytes, or None for anything else. Raises PostsealError if a string
    contains half a surrogate pair.
    """
    if isinstance(given, str):
        try:
            return given.encode()
        except UnicodeEncodeError as error:
            raise PostsealError("The CSV has a character that cannot be encoded as UTF-8.") from error
    return bytes(given) if is_bytes(given) else None


def checked_part(part: object) -> bytes:
    """
    Returns a part of a CSV that is sent in parts. Raises PostsealError for a string, because lines without
    their line ends would become one line.
    """
    if is_bytes(part):
        return bytes(part)
    raise PostsealError(f"The parts of a CSV must be bytes, not {kind_of(part)}.")


def position_of(file: Any) -> int | None:
    """Returns a file's position, or None if the file cannot report it or be rewound, such as a pipe."""
    try:
        position: int | None = file.tell() if file.seekable() else None
    except (AttributeError, OSError, ValueError):
        return None
    return position


class GivenContent:
    """
    The body of a request: nothing, a string or bytes, a file, or parts as they arrive. Each attempt reads a
    file from its original position. Parts, and files that cannot be rewound, are sent only once.

    `method` is the method's name in errors, and `kinds` are the types of the parts. Raises PostsealError for
    anything else.
    """

    def __init__(self, given: object, method: str, *kinds: type[object]) -> None:
        self.bytes = encoded(given)
        self.file: File | None = given if self.bytes is None and _is_file(given) else None
        self.start = position_of(self.file)
        self.parts: object = given if self.bytes is None and self.file is None else None
        if self.parts is not None and (isinstance(given, dict) or not isinstance(given, kinds)):
            raise mistake(method, "csv", CSV_KINDS, self.parts)

    @property
    def is_empty(self) -> bool:
        """Returns whether there is no body."""
        return self.bytes is None and self.file is None and self.parts is None

    @property
    def is_repeatable(self) -> bool:
        """Returns whether the body can be sent again."""
        return self.parts is None and (self.file is None or self.start is not None)


def _is_file(value: object) -> TypeGuard[File]:
    return hasattr(value, "read")
