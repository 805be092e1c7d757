"""A TCP proxy in front of the service that counts connections, and cuts replies as it is told."""

from __future__ import annotations

import re
import socket
import threading
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Generator

Cut = Literal["before the head", "in mid-head", "in the body", "after the body", "silence", "pass"]
"""Where a reply is cut; the service has carried the request out each time. `silence` withholds the reply."""

CUTS: tuple[Cut, ...] = ("before the head", "in mid-head", "in the body", "after the body", "silence")


class CuttingProxy:
    """
    `cuts` is what happens to the next replies, the first first; later ones pass. While the proxy is `silent`,
    it withholds them all.
    """

    def __init__(self, upstream: tuple[str, int], listener: socket.socket) -> None:
        self.cuts: deque[Cut] = deque()
        self.silent = False
        self.connections = 0
        self.replies = 0
        self._upstream = upstream
        self._listener = listener
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()

    @property
    def url(self) -> str:
        """The address in place of the service's."""
        host, port = self._listener.getsockname()
        return f"http://{host}:{port}"

    def wait_for_replies(self, count: int) -> None:
        """Waits until the service has replied so many times."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.replies >= count, timeout=180)

    def accept(self) -> None:
        """Serves connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.connections += 1
                service = socket.create_connection(self._upstream, timeout=180)
                service.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._sockets += [client, service]
                for work in (self._requests, self._replies):
                    thread = threading.Thread(target=work, args=(client, service), daemon=True)
                    thread.start()
                    self._threads.append(thread)

    def close(self) -> None:
        """Ends all connections and threads."""
        self._listener.shutdown(socket.SHUT_RDWR)
        for one in self._sockets:
            _end(one)
        for thread in self._threads:
            thread.join(10)
        for one in self._sockets:
            one.close()

    def _requests(self, client: socket.socket, service: socket.socket) -> None:
        with suppress(OSError):
            while part := client.recv(65536):
                service.sendall(part)
        _end(service)

    def _replies(self, client: socket.socket, service: socket.socket) -> None:
        with suppress(OSError):
            while reply := _reply_of(service):
                with self._changed:
                    cut = "silence" if self.silent else self.cuts.popleft() if self.cuts else "pass"
                    self.replies += 1
                    self._changed.notify_all()
                client.sendall(_part_of(reply, cut))
                if cut not in ("pass", "silence"):
                    break
        _end(client)


def _part_of(reply: bytes, cut: Cut) -> bytes:
    head = reply.index(b"\r\n\r\n") + 4
    ends = {"before the head": 0, "silence": 0, "in mid-head": head // 2, "in the body": head + 10}
    return reply[: ends.get(cut, len(reply))]


def _reply_of(service: socket.socket) -> bytes:
    """A whole reply of the service, which gives its length; nothing where there is no more."""
    reply = b""
    length: int | None = None
    while length is None or len(reply) < length:
        part = service.recv(65536)
        if not part:
            return b""
        reply += part
        if length is None and b"\r\n\r\n" in reply:
            head, _, _ = reply.partition(b"\r\n\r\n")
            found = re.search(rb"^content-length: *(\d+)", head, re.I | re.M)
            length = len(head) + 4 + int(found[1] if found else 0)
    return reply


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting_proxy(base_url: str) -> Generator[CuttingProxy]:
    """Runs a proxy in front of a service."""
    service = urlsplit(base_url)
    assert service.hostname is not None
    assert service.port is not None
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = CuttingProxy((service.hostname, service.port), listener)
        thread = threading.Thread(target=proxy.accept)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.close()
            thread.join(10)
