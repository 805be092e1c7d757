"""Events as they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from ..types import Event, FollowedEventPage


class AsyncFollowedEvents:
    """
    Events as they are recorded, oldest first. `async for` iterates over them. The iteration does not end on
    its own. A new iteration continues from `cursor`.
    """

    def __init__(
        self, fetch: Callable[[str | None], Awaitable[FollowedEventPage]], cursor: str | None
    ) -> None:
        self._fetch = fetch
        self._cursor = cursor

    @property
    def cursor(self) -> str | None:
        """
        The cursor of the last reply whose events you have all read. Another process can continue from it
        without missing an event. Events that you have read from a later reply come again, with the same id.
        None until you have read the events of the first reply, unless you passed a cursor.
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
