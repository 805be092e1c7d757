"""
Holds each wait of a synchronous attempt to the deadline of the whole attempt.

The HTTP library reads its time-outs when a step begins, and allows each wait of that step the full time-out.
Without this module, a reply whose head trickles in byte by byte would never time out. Neither would a reply
that follows an endless series of interim responses (1xx).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import httpcore2

from .clock import SecondsLeft

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable

    import httpx2

# A large body that the server reads slowly is late, too.
_WRITE_BYTES = 65_536


def hold_to_deadlines(client: httpx2.Client) -> None:
    """
    Makes a client's connections check the deadline of a `SecondsLeft` before each wait. The HTTP library
    creates the connections in a part that it does not offer to replace. If a later version has no such part,
    each step keeps the time-out that it began with.
    """
    for transport in (client._transport, *client._mounts.values()):  # pyright: ignore[reportPrivateUsage]
        pool: Any = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if isinstance(backend, httpcore2.NetworkBackend):
            pool._network_backend = _Backend(backend)


class _Backend(httpcore2.NetworkBackend):
    def __init__(self, backend: httpcore2.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        return _Stream(self._backend.connect_tcp(host, port, timeout, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._backend.connect_unix_socket(path, timeout, socket_options))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class _Stream(httpcore2.NetworkStream):
    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _WRITE_BYTES):
            part = buffer[start : start + _WRITE_BYTES]
            self._stream.write(part, _left(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        left = _left(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(timeout: float | None, late: type[httpcore2.TimeoutException]) -> float | None:
    """Returns the seconds of a time-out that are left now. Raises `late` if none are left."""
    if not isinstance(timeout, SecondsLeft):
        return timeout
    if time.monotonic() >= timeout.deadline:
        raise late("The attempt is over.")
    return SecondsLeft(timeout.deadline)
