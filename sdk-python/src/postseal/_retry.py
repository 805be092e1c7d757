"""When an attempt is retried, and how long to wait before it."""

from __future__ import annotations

import random

from .errors import APIConnectionError, APIError, PostsealError

_FIRST_WAIT_S = 0.5
_MAX_WAIT_S = 8.0
_MAX_RETRY_AFTER_S = 60.0
_JITTER = 0.25


def seconds_to_retry(error: PostsealError, attempt: int) -> float | None:
    """
    Returns the seconds to wait after attempt `attempt` (from 0) failed. Returns None if another attempt would
    not help, or if the service asks for too long a wait.
    """
    if isinstance(error, APIConnectionError):
        return _backoff(attempt)
    if not isinstance(error, APIError) or not _is_transient(error):
        return None
    if error.retry_after is None:
        return _backoff(attempt)
    return error.retry_after if error.retry_after <= _MAX_RETRY_AFTER_S else None


def _is_transient(error: APIError) -> bool:
    # The only conflict that resolves on its own: the first request with the key is still running.
    if error.status == 409:
        return error.code == "idempotency_in_progress"
    return error.status in (408, 429) or error.status >= 500


def _backoff(attempt: int) -> float:
    # Jitter only shortens the wait. Clients that failed together retry at different times, and no client
    # retries too late.
    exponential = _FIRST_WAIT_S * 2.0 ** min(attempt, 32)
    return min(exponential, _MAX_WAIT_S) * (1 - _JITTER * random.random())  # noqa: S311
