"""The body of a request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from .._csv import CHUNK_BYTES, CSV_KINDS, checked_part, encoded, position_of
from .._requests import mistake

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .._csv import File


class Content:
    """
    The body of a request: nothing, a text or bytes, a file, or parts as they come. A file is read from where
    it stood, for each attempt. Parts that come, and a file that cannot be rewound, are sent once.

    Raises PostsealError for anything else.
    """

    def __init__(self, given: object) -> None:
        self._bytes = encoded(given)
        self._file = cast("File", given) if self._bytes is None and hasattr(given, "read") else None
        self._start = position_of(self._file)
        self._parts = given if self._bytes is None and self._file is None else None
        if self._parts is not None and not _is_parts(self._parts):
            raise mistake("suppressions.import_csv", "csv", CSV_KINDS, given)

    @property
    def is_empty(self) -> bool:
        """Whether there is no body."""
        return self._bytes is None and self._file is None and self._parts is None

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be sent again."""
        return self._parts is None and (self._file is None or self._start is not None)

    def begin(self) -> bytes | Iterator[bytes] | None:
        """Returns the body for one attempt."""
        if self._file is not None:
            return self._read(self._file)
        return self._bytes if self._parts is None else self._pass_on(self._parts)

    def _read(self, file: File) -> Iterator[bytes]:
        if self._start is not None:
            file.seek(self._start)
        while part := file.read(CHUNK_BYTES):
            yield part.encode() if isinstance(part, str) else part

    def _pass_on(self, parts: object) -> Iterator[bytes]:
        for part in cast("Iterable[object]", parts):
            yield checked_part(part)


def _is_parts(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, dict)
