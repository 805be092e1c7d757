"""The errors that this package raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._kinds import is_mapping
from ._mistakes import message_with

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ._reply_headers import ReplyHeaders
    from .types import ErrorCode, ErrorDetail, Message

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AuthenticationError",
    "IdempotencyConflictError",
    "InternalServerError",
    "NotFoundError",
    "PermissionDeniedError",
    "PostsealError",
    "RateLimitError",
    "SendingHaltedError",
    "ValidationError",
    "WaitTimeoutError",
]


class PostsealError(Exception):
    """The base class of all errors that this package raises. Errors can be pickled and copied."""

    idempotency_key: str | None = None
    """The idempotency key of the failed call. Pass it again to repeat the call. None for reads."""
    idempotency_keys: Sequence[str] | None = None
    """The idempotency keys of the failed batch's items, in their order."""

    def __reduce__(self) -> tuple[Callable[..., PostsealError], tuple[Any, ...], dict[str, Any]]:
        # By default, pickle rebuilds an exception from its `args`, which __init__ of the subclasses does not
        # accept.
        return _rebuild, (type(self), self.args), self.__dict__


def _rebuild(kind: type[PostsealError], args: tuple[Any, ...]) -> PostsealError:
    error = kind.__new__(kind, *args)
    error.args = args
    return error


class APIError(PostsealError):
    """
    The service refused a request. Each subclass is for one status or kind of error. Converted to a string,
    the error contains the service's message and every mistake with its path.
    """

    status: int
    """The HTTP status."""
    code: ErrorCode | str | None
    """The kind of error, for programs to check. None if a proxy answered instead of the service."""
    request_id: str | None
    """The request's id in the service's log. Quote it when you ask for help."""
    headers: ReplyHeaders
    details: list[ErrorDetail]
    """Each value that was refused. Empty if the error is not about values."""
    retry_after: float | None
    """How many seconds the service asks you to wait before the next attempt."""
    body: Any
    """The whole reply: parsed JSON, or text if it is not JSON."""

    def __init__(self, status: int, headers: ReplyHeaders, body: object) -> None:
        from ._retry_after import retry_after_seconds

        error = _error_in(body)
        details = error.get("details")
        self.details = details if isinstance(details, list) else []
        said = _text(error.get("message")) or _describe(status, headers)
        super().__init__(message_with(said, self.details))
        self.status = status
        self.code = _text(error.get("code"))
        self.request_id = _text(error.get("request_id")) or headers.get("Request-Id")
        self.headers = headers
        self.retry_after = retry_after_seconds(headers.get("Retry-After"))
        self.body = body


class AuthenticationError(APIError):
    """401: the key is missing, unknown, revoked or expired."""


class PermissionDeniedError(APIError):
    """403: the key is valid, but is not allowed to do this."""


class NotFoundError(APIError):
    """404: the resource does not exist, or this key is not allowed to see it."""


class IdempotencyConflictError(APIError):
    """409 `idempotency_conflict`: this idempotency key was used with another body."""


class ValidationError(APIError):
    """422: the service understood and refused the request. `details` names the values."""


class SendingHaltedError(APIError):
    """423: sending is halted for this workspace."""


class RateLimitError(APIError):
    """429: too many requests. `retry_after` is the number of seconds to wait."""


class InternalServerError(APIError):
    """500 and above: the service, or a proxy in front of it, failed."""


class APIConnectionError(PostsealError):
    """The client got no usable reply. `__cause__` is the HTTP library's error."""


class APITimeoutError(APIConnectionError):
    """An attempt took longer than `timeout`. The service might or might not have processed the request."""


class WaitTimeoutError(PostsealError):
    """The message was not settled within the `max_wait` of `wait_until_settled`."""

    last_message: Message | None = None
    """The message from the last reply. None if no reply arrived in time."""


_CLASS_OF_STATUS: dict[int, type[APIError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    422: ValidationError,
    423: SendingHaltedError,
    429: RateLimitError,
}


def error_of(status: int, headers: ReplyHeaders, body: object) -> APIError:
    """
    Returns the error for a reply with a status other than 2xx. `body` is parsed JSON, or text if it is not
    JSON.
    """
    kind = InternalServerError if status >= 500 else _CLASS_OF_STATUS.get(status, APIError)
    if status == 409 and _error_in(body).get("code") == "idempotency_conflict":
        kind = IdempotencyConflictError
    return kind(status, headers, body)


def _describe(status: int, headers: ReplyHeaders) -> str:
    location = headers.get("Location")
    if location:
        return f"The service answered with a redirect ({status}) to {location}; set base_url to that address."
    return f"The service answered with status {status} and gave no reason."


def _error_in(body: object) -> Mapping[str, Any]:
    # A proxy's body can have any shape.
    error = body.get("error") if is_mapping(body) else None
    return error if is_mapping(error) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
