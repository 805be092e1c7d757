"""The keyword arguments that every method takes."""

from collections.abc import Mapping
from typing import TypedDict

HeaderValues = Mapping[str, str | None]
"""Headers by name. None leaves out a header that the client would otherwise send."""


class RequestOptions(TypedDict, total=False):
    """The options of every call."""

    timeout: float | None
    """Maximum seconds for one attempt, including its body. Default: the client's."""
    max_retries: int | None
    """How often the client retries a failed attempt. Default: the client's."""
    headers: HeaderValues | None
    """Headers to add. They replace the client's headers of the same name. None leaves out one of those."""


class MutationOptions(RequestOptions, total=False):
    """The options of a call that changes something."""

    idempotency_key: str | None
    """
    Names the business event, so that it happens only once, however often you repeat the call. 1 to 255
    printable ASCII characters, which the service keeps for 24 hours. Default: a random key for each call. It
    covers the client's retries, but not your own.
    """
