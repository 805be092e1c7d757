"""The types of arguments and results, which nothing needs at run time."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias, TypedDict

WebhookVerificationErrorCode: TypeAlias = Literal[
    "missing_header",  # There is no `Service-Signature`, or an empty one.
    "malformed_header",  # It is not `t=<unix seconds>,v1=<64 digits of lower-case hex>`, or it came twice.
    "signature_mismatch",  # None of its signatures is right under any of the secrets.
    "timestamp_out_of_tolerance",  # It was signed too long ago, or too far ahead.
    "invalid_payload",  # The payload is neither text nor bytes; or it was signed, but is no JSON object.
    "repeated_event",  # Your `is_repeated` knows the id of its event.
]
"""Why a webhook was not believed."""

WebhookPayload: TypeAlias = str | bytes | bytearray | memoryview
"""A body as it came: its bytes, or its text."""

HeaderValue: TypeAlias = str | bytes | Sequence[str] | Sequence[bytes] | None
"""A header's value; several where the header came more than once."""


class HeaderMapping(Protocol):
    """
    Headers by name, in any case: a dict, or the headers of Django, Flask, Starlette, aiohttp or
    `email.message`. A WSGI `environ` and Django's `request.META` have headers, too, among other things.
    """

    def items(self) -> Iterable[tuple[str, object]]: ...  # noqa: D102


class HeaderLookup(Protocol):
    """Headers that can be asked for by name alone, in any case."""

    def get(self, name: str, /) -> HeaderValue: ...  # noqa: D102


HeaderPairs: TypeAlias = Iterable[tuple[str, str]] | Iterable[tuple[bytes, bytes]]
"""Names and values, as in `scope["headers"]` of ASGI."""

WebhookHeaders: TypeAlias = HeaderMapping | HeaderPairs | HeaderLookup
"""A request's headers."""


class SignedTestWebhook(TypedDict):
    """A request's body and headers, such as for `verify_webhook(**signed, secret=…)`."""

    payload: str
    headers: dict[str, str]
