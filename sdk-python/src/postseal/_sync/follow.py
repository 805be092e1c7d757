# Made from _async/follow.py by scripts/python/unasync.mjs. Do not edit.
"""Events as they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._follow import WAIT_S
from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..types import Event, EventList


class FollowedEvents:
    """
    Events as they are recorded, oldest first: `for` runs over them. It does not end by itself, and
    begun again it goes on at `cursor`.
    """

    def __init__(self, fetch: Callable[[str | None, int], EventList], cursor: str | None) -> None:
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
            # Without a cursor a lost reply would move the start, so that one comes first, at once.
            page = self._fetch(self._cursor, 0 if self._cursor is None else WAIT_S)
            for event in page["data"]:
                yield event
            if page["next_cursor"] is None:
                raise PostsealError("This service is too old to follow events.")
            self._cursor = page["next_cursor"]

    def __repr__(self) -> str:
        return f"FollowedEvents(cursor={self._cursor!r})"
