"""How one call is made: the keyword arguments of every method."""

from collections.abc import Mapping
from typing import TypedDict

HeaderValues = Mapping[str, str | None]
"""Headers by name; None leaves out one that would be sent otherwise."""


class RequestOptions(TypedDict, total=False):
    """What every call may set for itself."""

    timeout: float | None
    """Max seconds of one attempt, with its body. Default: the client's."""
    max_retries: int | None
    """How often a failed attempt is made again. Default: the client's."""
    headers: HeaderValues | None
    """Headers to add. They replace the client's; None leaves out one of those."""


class MutationOptions(RequestOptions, total=False):
    """What a call may set for itself that changes something."""

    idempotency_key: str | None
    """
    Names the business event, so that it happens once however often it is asked for: 1 to 255 printable ASCII
    characters, which the service keeps for 24 hours. Default: a random key for each call, which covers the
    client's retries, but not those of your own code.
    """
