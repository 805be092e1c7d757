"""Ports for servers that tests start as programs of their own."""

from __future__ import annotations

import random
from contextlib import closing, contextmanager
from socket import AF_INET, SOCK_DGRAM, socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

# Below the ports that systems give to outgoing connections.
FIRST, LAST = 10_000, 32_000


@contextmanager
def held_port() -> Generator[int]:
    """Holds a TCP port of 127.0.0.1 for the server of a test.

    The test holds the UDP port of the same number, which one socket can have at a time, so no other
    test of this machine gets the port before the server listens.
    """
    while True:
        port = random.randint(FIRST, LAST)
        with closing(socket(AF_INET, SOCK_DGRAM)) as holder, closing(socket()) as probe:
            try:
                holder.bind(("127.0.0.1", port))
            except OSError:
                continue
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                continue
            yield port
            return
