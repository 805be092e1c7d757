"""The types of arguments and results. No code needs them at run time."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias, TypedDict

WebhookVerificationErrorCode: TypeAlias = Literal[
    "missing_header",  # `Service-Signature` is missing or empty.
    "malformed_header",  # It is not `t=<unix seconds>,v1=<64 lower-case hex digits>`, or it came twice.
    "signature_mismatch",  # None of its signatures matches any of the secrets.
    "timestamp_out_of_tolerance",  # It was signed too long ago, or too far in the future.
    "invalid_payload",  # The payload is neither text nor bytes, or it was signed but is not a JSON object.
    "repeated_event",  # Your `is_repeated` returned True for the event's id.
]
"""Why the verification failed."""

WebhookPayload: TypeAlias = str | bytes | bytearray | memoryview
"""A body as it was received: its bytes or its text."""

HeaderValue: TypeAlias = str | bytes | Sequence[str] | Sequence[bytes] | None
"""A header's value, or several values if the header came more than once."""


class HeaderMapping(Protocol):
    """
    Headers by name, case-insensitive: a dict, or the headers of Django, Flask, Starlette, aiohttp or
    `email.message`. A WSGI `environ` and Django's `request.META` also work, although they contain more than
    headers.
    """

    def items(self) -> Iterable[tuple[str, object]]: ...  # noqa: D102


class HeaderLookup(Protocol):
    """Headers that can only be looked up by name, case-insensitive."""

    def get(self, name: str, /) -> HeaderValue: ...  # noqa: D102


HeaderPairs: TypeAlias = Iterable[tuple[str, str]] | Iterable[tuple[bytes, bytes]]
"""Names and values, as in `scope["headers"]` of ASGI."""

WebhookHeaders: TypeAlias = HeaderMapping | HeaderPairs | HeaderLookup
"""A request's headers."""


class SignedTestWebhook(TypedDict):
    """A request's body and headers, such as for `verify_webhook(**signed, secret=…)`."""

    payload: str
    headers: dict[str, str]
