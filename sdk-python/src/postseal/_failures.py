"""How a reply can fail, and the size at which it does."""

from __future__ import annotations

from .errors import APIConnectionError, APITimeoutError

MAX_REPLY_BYTES = 128 * 1024 * 1024
"""No reply of the service comes near: a message that was received has at most 25 MiB."""


def unreachable(cause: Exception) -> APIConnectionError:
    """The error for a request that got no complete reply."""
    return APIConnectionError(f"The service could not be reached: {_reason(cause)}")


def broken(cause: Exception) -> APIConnectionError:
    """The error for a body that broke off after the caller had begun to read it."""
    return APIConnectionError(f"The reply broke off: {_reason(cause)}")


def late(timeout: float) -> APITimeoutError:
    """The error for an attempt that took longer than `timeout` seconds."""
    return APITimeoutError(f"No complete reply came within {timeout:g} s.")


def too_large() -> APIConnectionError:
    """The error for a reply that is longer than any of the service's."""
    return APIConnectionError(f"The reply is larger than {MAX_REPLY_BYTES} bytes.")


def _reason(cause: Exception) -> str:
    """The text of an error, or of what caused it: trio's errors about connections have none of their own."""
    error: BaseException | None = cause
    for _ in range(8):
        if error is None or str(error):
            break
        error = error.__cause__ or error.__context__
    return str(error or "") or type(cause).__name__
