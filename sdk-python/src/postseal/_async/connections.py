"""The HTTP connections of a client."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import httpx2

from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Hashable


# An idle connection is kept for less time than servers and load balancers usually keep it.
LIMITS = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=30.0)


class AsyncConnections:
    """
    Creates the HTTP client with its connection pool when it is first needed, and keeps it. Each event loop
    has its own client, because a connection works only in its own loop. Each process has its own too, because
    two processes that share a connection after a fork would read each other's replies.
    """

    def __init__(self, given: httpx2.AsyncClient | None) -> None:
        self._given = given
        self._made: WeakKeyDictionary[Hashable, httpx2.AsyncClient] = WeakKeyDictionary()
        self._inherited: list[httpx2.AsyncClient] = []
        self._process = os.getpid()
        self._closed = False

    def client(self) -> httpx2.AsyncClient:
        """Returns the HTTP client of the running event loop. Raises PostsealError after `aclose`."""
        if self._closed:
            raise PostsealError("The client is closed.")
        if self._given is not None:
            return self._given
        if self._process != os.getpid():
            # Kept, because deleting them would cause warnings about open sockets.
            self._inherited.extend(self._made.values())
            self._made = WeakKeyDictionary()
            self._process = os.getpid()
        loop = _running_loop()
        client = self._made.get(loop)
        if client is None:
            # The connections of an ended loop are useless and would keep the loop in memory.
            for ended in [one for one in self._made if getattr(one, "is_closed", bool)()]:
                del self._made[ended]
            client = self._made[loop] = httpx2.AsyncClient(limits=LIMITS)
        return client

    async def aclose(self) -> None:
        """Closes the connections of the running event loop, unless the caller passed the HTTP client."""
        self._closed = True
        client = self._made.pop(_running_loop(), None)
        if client is not None and self._process == os.getpid():
            await client.aclose()


def _running_loop() -> Hashable:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        trio = sys.modules.get("trio")
        if trio is None:
            raise
        token: Hashable = trio.lowlevel.current_trio_token()
        return token
