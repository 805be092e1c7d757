"""The parts of a call that wait: the pause between attempts, and an attempt with its time limit."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING

import httpx2

from .._failures import MAX_REPLY_BYTES, broken, late, too_large, unreachable
from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Generator


# Not every Exception: one raised by a signal handler, such as SoftTimeLimitExceeded of Celery, ends the call
# unchanged.
_FAILURES = (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, OSError)


class SecondsLeft(float):
    """
    The seconds until `deadline` (on the clock of `now`). `hold_to_deadlines` updates them before each wait.
    """

    deadline: float

    def __new__(cls, deadline: float) -> SecondsLeft:
        # 0 would mean "do not wait" to a socket, which causes another error.
        seconds = super().__new__(cls, max(0.001, deadline - now()))
        seconds.deadline = deadline
        return seconds


class _Remaining(dict[str, "float | None"]):
    """
    The time-outs of one request. httpx2 reads one at the start of each step (a free connection, connecting,
    writing, the head, the body). So each step gets the seconds that are left until the deadline. With
    `hold_to_deadlines`, each wait within a step does too.
    """

    def __init__(self, deadline: float) -> None:
        super().__init__(connect=None, read=None, write=None, pool=None)
        self._deadline = deadline
        self._part: float | None = None

    def each_part(self, timeout: float) -> None:
        """Allows each step `timeout` seconds from now on."""
        self._part = timeout

    def get(self, _step: str, _default: object = None, /) -> float | None:
        return SecondsLeft(self._deadline) if self._part is None else self._part


def sleep(seconds: float) -> None:
    """Waits for `seconds`."""
    time.sleep(seconds)


def complete(client: httpx2.Client, request: httpx2.Request, timeout: float) -> tuple[httpx2.Response, bytes]:
    """
    Sends a request and reads its whole reply, all within `timeout` seconds. With the caller's own
    `http_client`, each wait of a step can take the seconds that were left when the step began. Raises
    APITimeoutError, or APIConnectionError for every other failure.
    """
    deadline = now() + timeout
    reply = _send(client, request, timeout, deadline)
    try:
        body = bytearray()
        for part in reply.iter_bytes():
            body += part
            if len(body) > MAX_REPLY_BYTES:
                raise too_large()
            if now() > deadline:
                raise late(timeout)
        return reply, bytes(body)
    except PostsealError:
        raise
    except httpx2.TimeoutException as error:
        raise late(timeout) from error
    except _FAILURES as error:
        raise unreachable(error) from error
    finally:
        reply.close()


def begun(client: httpx2.Client, request: httpx2.Request, timeout: float) -> httpx2.Response:
    """
    Sends a request and reads the head of its reply within `timeout` seconds. The caller must run or close
    `parts` for the body. Raises the same errors as `complete`.
    """
    reply = _send(client, request, timeout, now() + timeout)
    # The deadline of the attempt does not limit the body: each part can take as long as an attempt.
    request.extensions["timeout"].each_part(timeout)
    return reply


def parts(reply: httpx2.Response, timeout: float) -> Generator[bytes, None, None]:
    """
    Reads the body of a reply as it arrives, each part within `timeout` seconds. Raises APITimeoutError, or
    APIConnectionError if the reply breaks off.
    """
    try:
        yield from reply.iter_bytes()
    except httpx2.TimeoutException as error:
        raise late(timeout) from error
    except _FAILURES as error:
        raise broken(error) from error
    finally:
        reply.close()


def rest(reply: httpx2.Response, timeout: float) -> bytes:
    """
    Reads the body of a reply to its end, each part within `timeout` seconds. Raises the same errors as
    `parts`.
    """
    body = bytearray()
    with closing(parts(reply, timeout)) as coming:
        for part in coming:
            body += part
            if len(body) > MAX_REPLY_BYTES:
                raise too_large()
    return bytes(body)


def _send(client: httpx2.Client, request: httpx2.Request, timeout: float, deadline: float) -> httpx2.Response:
    request.extensions = {**request.extensions, "timeout": _Remaining(deadline)}
    try:
        return client.send(request, stream=True, follow_redirects=False)
    except PostsealError:
        raise
    except httpx2.TimeoutException as error:
        raise late(timeout) from error
    except _FAILURES as error:
        raise unreachable(error) from error


def now() -> float:
    """Returns the time in seconds, on a clock that never goes back."""
    return time.monotonic()
