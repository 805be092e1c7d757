"""Events as they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from ..types import Event, FollowedEventPage


class AsyncFollowedEvents:
    """
    Events as they are recorded, oldest first: `async for` runs over them. It does not end by itself, and
    begun again it goes on at `cursor`.
    """

    def __init__(
        self, fetch: Callable[[str | None], Awaitable[FollowedEventPage]], cursor: str | None
    ) -> None:
        self._fetch = fetch
        self._cursor = cursor

    @property
    def cursor(self) -> str | None:
        """
        Where to go on: after the last reply whose events were all taken. With it, another process misses
        nothing; events that were taken from a later reply come again, under the same id. None until something
        was asked for, and where nothing was given.
        """
        return self._cursor

    async def __aiter__(self) -> AsyncIterator[Event]:
        while True:
            page = await self._fetch(self._cursor)
            for event in page["data"]:
                yield event
            cursor = cast("object", page["next_cursor"])
            if not isinstance(cursor, str):
                raise PostsealError("The reply has no cursor to go on from.")
            self._cursor = cursor

    def __repr__(self) -> str:
        return f"AsyncFollowedEvents(cursor={self._cursor!r})"
