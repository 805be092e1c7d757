"""The parts of a call that wait: the pause between attempts, and an attempt with its time limit."""

from __future__ import annotations

import time
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import anyio

from .._failures import MAX_REPLY_BYTES, broken, late, too_large, unreachable
from ..errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    import httpx2

NO_TIMEOUTS = {"timeout": {"connect": None, "read": None, "write": None, "pool": None}}


async def sleep(seconds: float) -> None:
    """Waits for `seconds`."""
    await anyio.sleep(seconds)


async def complete(
    client: httpx2.AsyncClient, request: httpx2.Request, timeout: float
) -> tuple[httpx2.Response, bytes]:
    """
    Sends a request and reads its whole reply, all within `timeout` seconds. Raises APITimeoutError, or
    APIConnectionError for every other failure. Does not catch cancellation.
    """
    with anyio.move_on_after(timeout):
        reply = await _send(client, request)
        try:
            body = bytearray()
            async with aclosing(reply.aiter_bytes()) as coming:
                async for part in coming:
                    body += part
                    if len(body) > MAX_REPLY_BYTES:
                        raise too_large()
            return reply, bytes(body)
        except PostsealError:
            raise
        except Exception as error:
            raise unreachable(error) from error
        finally:
            await reply.aclose()
    raise late(timeout)


async def begun(client: httpx2.AsyncClient, request: httpx2.Request, timeout: float) -> httpx2.Response:
    """
    Sends a request and reads the head of its reply within `timeout` seconds. The caller must run or close
    `parts` for the body. Raises the same errors as `complete`.
    """
    with anyio.move_on_after(timeout):
        return await _send(client, request)
    raise late(timeout)


async def parts(reply: httpx2.Response, timeout: float) -> AsyncGenerator[bytes, None]:
    """
    Reads the body of a reply as it arrives, each part within `timeout` seconds. Raises APITimeoutError, or
    APIConnectionError if the reply breaks off.
    """
    try:
        # Trio warns if a generator is left open.
        async with aclosing(reply.aiter_bytes()) as body:
            while True:
                part: bytes | None = None
                with anyio.move_on_after(timeout) as scope:
                    try:
                        part = await anext(body, None)
                    except Exception as error:
                        raise broken(error) from error
                if scope.cancelled_caught:
                    raise late(timeout)
                if part is None:
                    return
                yield part
    finally:
        await reply.aclose()


async def rest(reply: httpx2.Response, timeout: float) -> bytes:
    """
    Reads the body of a reply to its end, each part within `timeout` seconds. Raises the same errors as
    `parts`.
    """
    body = bytearray()
    async with aclosing(parts(reply, timeout)) as coming:
        async for part in coming:
            body += part
            if len(body) > MAX_REPLY_BYTES:
                raise too_large()
    return bytes(body)


async def _send(client: httpx2.AsyncClient, request: httpx2.Request) -> httpx2.Response:
    request.extensions = {**request.extensions, **NO_TIMEOUTS, "trace": _CloseBrokenHandshake()}
    try:
        return await client.send(request, stream=True, follow_redirects=False)
    except PostsealError:
        raise
    except Exception as error:
        raise unreachable(error) from error


class _CloseBrokenHandshake:
    """
    Closes the TCP connection of a TLS handshake that does not end. The HTTP library itself closes it only if
    the handshake fails. A time limit or a cancellation would leave the connection open.
    """

    def __init__(self) -> None:
        self._stream: Any = None

    async def __call__(self, event: str, info: Mapping[str, Any]) -> None:
        # The part before the dot says whether the handshake is with the server directly or behind a proxy.
        if event.endswith((".connect_tcp.complete", ".connect_unix_socket.complete")):
            self._stream = info["return_value"]
        elif event.endswith(".start_tls.failed"):
            with anyio.CancelScope(shield=True):
                await self._stream.aclose()


def now() -> float:
    """Returns the time in seconds, on a clock that never goes back."""
    return time.monotonic()
