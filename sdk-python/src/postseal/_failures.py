"""How a reply can fail, and the maximum size of a reply."""

from __future__ import annotations

from .errors import APIConnectionError, APITimeoutError

MAX_REPLY_BYTES = 128 * 1024 * 1024
"""Far larger than any reply of the service: a received message has at most 25 MiB."""


def unreachable(cause: Exception) -> APIConnectionError:
    """Returns the error for a request that got no complete reply."""
    return APIConnectionError(f"The service could not be reached: {_reason(cause)}")


def broken(cause: Exception) -> APIConnectionError:
    """Returns the error for a body that broke off after the caller had started to read it."""
    return APIConnectionError(f"The reply broke off: {_reason(cause)}")


def late(timeout: float) -> APITimeoutError:
    """Returns the error for an attempt that took longer than `timeout` seconds."""
    return APITimeoutError(f"No complete reply came within {timeout:g} s.")


def too_large() -> APIConnectionError:
    """Returns the error for a reply that is longer than any of the service's replies."""
    return APIConnectionError(f"The reply is larger than {MAX_REPLY_BYTES} bytes.")


def _reason(cause: Exception) -> str:
    """
    Returns the text of an error or, if it has none, of its cause. trio's connection errors have no text of
    their own.
    """
    error: BaseException | None = cause
    for _ in range(8):
        if error is None or str(error):
            break
        error = error.__cause__ or error.__context__
    return str(error or "") or type(cause).__name__
