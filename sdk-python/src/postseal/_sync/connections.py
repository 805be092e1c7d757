"""The HTTP connections of a client."""

from __future__ import annotations

import contextlib
import os
import threading

import httpx2

from ..errors import PostsealError

# An idle connection is kept for less time than servers and load balancers usually keep it.
LIMITS = httpx2.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=30.0)


class Connections:
    """
    Creates the HTTP client with its connection pool when it is first needed, and keeps it. Each process has
    its own client, because two processes that share a connection after a fork would read each other's
    replies. All threads of a process share it.
    """

    def __init__(self, given: httpx2.Client | None) -> None:
        self._given = given
        self._made: httpx2.Client | None = None
        self._inherited: list[httpx2.Client | None] = []
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._closed = False

    def client(self) -> httpx2.Client:
        """Returns the HTTP client. Raises PostsealError after `close`."""
        if self._closed:
            raise PostsealError("The client is closed.")
        if self._given is not None:
            return self._given
        if self._process != os.getpid():
            # If another thread held the lock at the fork, it would never be released here.
            self._lock = threading.Lock()
            # Kept: closing the client would take its own lock, and deleting it would cause warnings about
            # open sockets.
            self._inherited.append(self._made)
            self._made = None
            self._process = os.getpid()
        with self._lock:
            if self._made is None:
                # This import loads modules that the HTTP library also loads for its first client.
                from .deadline import hold_to_deadlines

                made = httpx2.Client(limits=LIMITS)
                hold_to_deadlines(made)
                self._made = made
            return self._made

    def close(self) -> None:
        """Closes the connections, unless the caller passed the HTTP client."""
        self._closed = True
        if self._made is not None and self._process == os.getpid():
            self._made.close()
            self._made = None

    def __del__(self) -> None:
        # Releases the sockets of a client that is no longer in use. At the end of a program it can be too
        # late for that.
        made: httpx2.Client | None = getattr(self, "_made", None)
        with contextlib.suppress(Exception):
            if made is not None and self._process == os.getpid():
                made.close()
