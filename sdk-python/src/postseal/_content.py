"""The body of a request, as far as both clients treat it alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ._kinds import is_bytes, kind_of
from ._requests import mistake
from .errors import PostsealError

if TYPE_CHECKING:
    from typing import TypeGuard

CHUNK_BYTES = 64 * 1024

CSV_KINDS = "a string, bytes, a file or an iterable of bytes"
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
            raise PostsealError("The CSV has a character that cannot be encoded as UTF-8.") from error
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


class GivenContent:
    """
    The body of a request: nothing, a text or bytes, a file, or parts as they come. A file is read from where
    it stood, for each attempt. Parts that come, and a file that cannot be rewound, are sent once.

    `method` is the method's name, `kinds` are the types of the parts. Raises PostsealError for anything else.
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
        """Whether there is no body."""
        return self.bytes is None and self.file is None and self.parts is None

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be sent again."""
        return self.parts is None and (self.file is None or self.start is not None)


def _is_file(value: object) -> TypeGuard[File]:
    return hasattr(value, "read")
