# Made from _async/follow.py by scripts/python/unasync.mjs. Do not edit.
"""Events as they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..types import Event, FollowedEventPage


class FollowedEvents:
    """
    Events as they are recorded, oldest first. `for` iterates over them. The iteration does not end on
    its own. A new iteration continues from `cursor`.
    """

    def __init__(
        self, fetch: Callable[[str | None], FollowedEventPage], cursor: str | None
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

    def __iter__(self) -> Iterator[Event]:
        while True:
            page = self._fetch(self._cursor)
            for event in page["data"]:
                yield event
            cursor = cast("object", page["next_cursor"])
            if not isinstance(cursor, str):
                raise PostsealError("The reply has no cursor to go on from.")
            self._cursor = cursor

    def __repr__(self) -> str:
        return f"FollowedEvents(cursor={self._cursor!r})"
