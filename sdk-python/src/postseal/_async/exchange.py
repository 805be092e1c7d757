"""Makes attempts at a call until one succeeds or no other attempt is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .._reply import parse_json
from .._reply_headers import ReplyHeaders
from .._retry import seconds_to_retry
from ..errors import PostsealError, error_of
from . import clock
from .content import Content

if TYPE_CHECKING:
    import httpx2

    from .._call import Call
    from .._call_log import CallLog
    from .connections import AsyncConnections


class Answer(NamedTuple):
    """A reply with a 2xx status."""

    status: int
    headers: ReplyHeaders
    body: bytes
    """Empty if the body has not been read from `reply` yet."""
    reply: httpx2.Response


async def exchange(
    call: Call, connections: AsyncConnections, log: CallLog, *, csv: object = None, streams: str | None = None
) -> Answer:
    """
    Sends a call's request until the service answers with 2xx, or the request must not be sent again. `csv` is
    sent instead of the call's body. `streams` is the media type of a reply whose body the caller reads. In
    that case the caller must read or close `reply`.

    Raises the error of the last attempt: APIError or APIConnectionError.
    """
    url = call.url()
    content = Content(call.content() if csv is None else csv, call.name)
    content_type = None if content.is_empty else "application/json" if csv is None else "text/csv"
    headers = call.headers(streams, content_type)
    repeatable = call.is_repeatable(headers) and content.is_repeatable
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.values() if value is not None]
    left_out = [name for name, (_, value) in headers.items() if value is None]
    failures = 0
    while True:
        client = connections.client()
        request = client.build_request(call.method, url, headers=sent, content=content.begin())
        for name in left_out:
            # The HTTP library adds its own headers.
            request.headers.pop(name, None)
        try:
            return await _attempt(call, client, request, log, failures + 1, streams is not None)
        except PostsealError as error:
            seconds = seconds_to_retry(error, failures)
            failures += 1
            if not repeatable or failures > call.max_retries or seconds is None:
                raise
            if call.deadline is not None and clock.now() + seconds >= call.deadline:
                raise
            log.retried(call.label, failures, seconds, error)
        await clock.sleep(seconds)


async def _attempt(
    call: Call, client: httpx2.AsyncClient, request: httpx2.Request, log: CallLog, attempt: int, streams: bool
) -> Answer:
    start = clock.now()
    timeout = call.seconds_left(start)
    log.started(call.label, attempt)
    body = b""
    try:
        if streams:
            reply = await clock.begun(client, request, timeout)
            if not reply.is_success:
                body = await clock.rest(reply, timeout)
        else:
            reply, body = await clock.complete(client, request, timeout)
    except PostsealError as error:
        log.failed(call.label, attempt, clock.now() - start, error)
        raise
    headers = ReplyHeaders(reply.headers.multi_items())
    log.answered(call.label, attempt, clock.now() - start, reply.status_code, headers)
    if reply.is_success:
        return Answer(reply.status_code, headers, body, reply)
    raise error_of(reply.status_code, headers, _content(body))


def _content(body: bytes) -> object:
    """Returns the parsed body of an error reply, or its text if it is not JSON."""
    try:
        return parse_json(body)
    except ValueError:
        return body.decode("utf-8", "replace")
