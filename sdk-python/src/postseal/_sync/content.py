"""The body of a request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from .._content import CHUNK_BYTES, GivenContent, checked_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .._content import File


class Content(GivenContent):
    """The body of a request. Raises the same errors as `GivenContent`."""

    def __init__(self, given: object, method: str) -> None:
        super().__init__(given, method, Iterable)

    def begin(self) -> bytes | Iterator[bytes] | None:
        """Returns the body for one attempt."""
        if self.file is not None:
            return self._read(self.file)
        return self.bytes if self.parts is None else self._pass_on(self.parts)

    def _read(self, file: File) -> Iterator[bytes]:
        if self.start is not None:
            file.seek(self.start)
        while part := file.read(CHUNK_BYTES):
            yield part.encode() if isinstance(part, str) else part

    def _pass_on(self, parts: object) -> Iterator[bytes]:
        for part in cast("Iterable[object]", parts):
            yield checked_part(part)
