"""Waits until a message is settled."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from time import time
from typing import TYPE_CHECKING, cast

from .._generated import operations as op
from .._settings import check_timeout
from ..errors import PostsealError, RateLimitError, WaitTimeoutError
from . import clock

if TYPE_CHECKING:
    from .._options import RequestOptions
    from ..types import Message, MessageLog, SettledMessage
    from .transport import AsyncTransport

# The same operation, with the name of the method that the caller uses.
_RETRIEVE = op.RETRIEVE_MESSAGE._replace(name="messages.wait_until_settled")
_FIRST_WAIT_S = 0.1
_MAX_WAIT_S = 5.0
_GROWTH = 1.5

_WAITING = ("scheduled", "queued", "deferred")


async def until_settled(
    transport: AsyncTransport, id: str, max_wait: float, options: RequestOptions
) -> SettledMessage:
    """
    Polls a message at growing intervals of at most 5 seconds until it is settled, then reads its logs. Waits
    out a rate limit for as long as the service asks. Raises WaitTimeoutError after `max_wait` seconds, or
    immediately if the message is scheduled for a later time. Also raises the errors of the reads.
    """
    seconds = check_timeout(max_wait, "max_wait")
    deadline = clock.now() + seconds
    latest = time() + seconds
    last: Message | None = None
    limited: RateLimitError | None = None
    wait = _FIRST_WAIT_S
    while clock.now() < deadline:
        try:
            message = await transport.read(_RETRIEVE, options, ids={"id": id}, deadline=deadline)
            if _is_settled(message):
                query = {"message_id": id, "limit": 100}
                pages = transport.list(op.LIST_MESSAGE_LOGS, options, query=query, deadline=deadline)
                return _with_logs(message, [log async for log in pages])
            last = message
            if _is_later(message, latest):
                break
            limited = None
        except RateLimitError as error:
            limited = error
        except PostsealError:
            if clock.now() >= deadline:
                break
            raise
        pause = max(wait, (limited and limited.retry_after) or 0)
        await clock.sleep(max(0.0, min(pause, deadline - clock.now())))
        wait = min(wait * _GROWTH, _MAX_WAIT_S)
    expired = WaitTimeoutError(_state_of(last, seconds, latest))
    expired.last_message = last
    raise expired from limited


def _is_settled(message: Message) -> bool:
    # Checks both the message and its recipients, because a newer service can have unknown statuses for
    # either.
    statuses = [message["status"], *(recipient["status"] for recipient in message["recipients"])]
    return not any(status in _WAITING for status in statuses)


def _with_logs(message: Message, logs: list[MessageLog]) -> SettledMessage:
    by_id = {log["id"]: log for log in logs}
    settled = cast("SettledMessage", message)
    log_ids = [recipient["log_id"] for recipient in message["recipients"]]
    settled["logs"] = [by_id[log_id] for log_id in log_ids if log_id in by_id]
    return settled


def _is_later(message: Message, latest: float) -> bool:
    """Returns whether the message is scheduled for a time after `latest` (Unix seconds)."""
    scheduled_at = message["scheduled_at"]
    if message["status"] != "scheduled" or scheduled_at is None:
        return False
    return datetime.fromisoformat(scheduled_at).timestamp() > latest


def _state_of(message: Message | None, seconds: float, latest: float) -> str:
    if message is None:
        return f"No reply about the message came within {seconds:g} s."
    if _is_later(message, latest):
        when = message["scheduled_at"]
        return f"The message is scheduled for {when}, which is later than the {seconds:g} s to wait."
    counts = Counter(recipient["status"] for recipient in message["recipients"])
    statuses = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"The message was not settled within {seconds:g} s. Its recipients: {statuses}."
