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
    Events as they are recorded, oldest first: `for` runs over them. It does not end by itself, and
    begun again it goes on at `cursor`.
    """

    def __init__(
        self, fetch: Callable[[str | None], FollowedEventPage], cursor: str | None
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
