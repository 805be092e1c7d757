"""The body of a request."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable
from typing import TYPE_CHECKING, cast

import anyio.to_thread

from .._content import CHUNK_BYTES, GivenContent, checked_part

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .._content import File


class Content(GivenContent):
    """The body of a request. Its parts can be asynchronous. Raises the same errors as `GivenContent`."""

    def __init__(self, given: object, method: str) -> None:
        super().__init__(given, method, Iterable, AsyncIterable)

    def begin(self) -> bytes | AsyncIterator[bytes] | None:
        """Returns the body for one attempt."""
        if self.file is not None:
            return self._read(self.file)
        return self.bytes if self.parts is None else self._pass_on(self.parts)

    async def _read(self, file: File) -> AsyncIterator[bytes]:
        if self.start is not None:
            await anyio.to_thread.run_sync(file.seek, self.start)
        # In a thread, because a disk or a pipe can block the event loop.
        while part := await anyio.to_thread.run_sync(file.read, CHUNK_BYTES):
            yield part.encode() if isinstance(part, str) else part

    async def _pass_on(self, parts: object) -> AsyncIterator[bytes]:
        if isinstance(parts, AsyncIterable):
            async for part in cast("AsyncIterable[object]", parts):
                yield checked_part(part)
        else:
            for part in cast("Iterable[object]", parts):
                yield checked_part(part)
