"""A server that answers every request with the same bytes, right or wrong."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Generator, Iterable


class RudeServer:
    """`parts` are what it sends in reply to a request; then it closes the connection."""

    def __init__(
        self,
        listener: socket.socket,
        parts: Callable[[threading.Event], Iterable[bytes]],
        tls: ssl.SSLContext | None,
    ) -> None:
        self.connections = 0
        self.ended = threading.Event()
        self._parts = parts
        self._tls = tls
        self._listener = listener
        self._threads: list[threading.Thread] = []

    @property
    def url(self) -> str:
        """Its address."""
        host, port = self._listener.getsockname()
        return f"{'https' if self._tls else 'http'}://{host}:{port}"

    def serve(self) -> None:
        """Serves connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                thread = threading.Thread(target=self._answer, args=(client,), daemon=True)
                thread.start()
                self._threads.append(thread)

    def close(self) -> None:
        """Ends all threads."""
        self.ended.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)

    def _answer(self, accepted: socket.socket) -> None:
        with suppress(OSError), self._wrapped(accepted) as client:
            request = b""
            while b"\r\n\r\n" not in request:
                request += client.recv(65536)
            for part in self._parts(self.ended):
                client.sendall(part)
            client.shutdown(socket.SHUT_WR)
            # Until the client has closed: a reset would lose what is on its way.
            while client.recv(65536):
                pass

    def _wrapped(self, accepted: socket.socket) -> socket.socket:
        accepted.settimeout(10)
        if self._tls is None:
            return accepted
        try:
            return self._tls.wrap_socket(accepted, server_side=True)
        except OSError:
            accepted.close()
            raise


@contextmanager
def rude_server(
    parts: Callable[[threading.Event], Iterable[bytes]], tls: ssl.SSLContext | None = None
) -> Generator[RudeServer]:
    """Runs a server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = RudeServer(listener, parts, tls)
        thread = threading.Thread(target=server.serve)
        thread.start()
        try:
            yield server
        finally:
            server.close()
            thread.join(10)
