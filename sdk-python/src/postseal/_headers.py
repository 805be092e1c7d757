"""The headers of requests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ._kinds import is_mapping, kind_of
from ._version import __version__
from .errors import PostsealError

if TYPE_CHECKING:
    from collections.abc import Mapping

KEY_HEADER = "Idempotency-Key"

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BLANKS = " \t\r\n"
_VALUE = re.compile(r"[\t -~\x80-\xff]*")


def merge_headers(
    own: Mapping[str, str], *layers: Mapping[str, str | None]
) -> dict[str, tuple[str, str | None]]:
    """
    Returns the headers of a request by their lower-case name, each with its name and value. Merges the
    headers of `layers` over the client's own. Later layers win. The value None leaves out a header that the
    client would otherwise send.

    Raises PostsealError for a header that cannot be sent.
    """
    base: dict[str, str | None] = {
        "Accept": "application/json",
        "User-Agent": f"postseal-python/{__version__}",
        **own,
    }
    merged: dict[str, tuple[str, str | None]] = {}
    for layer in (base, *layers):
        for name, value in layer.items():
            if not _can_be_sent(name, value):
                # Checked here, because in the HTTP library it would look like a network failure.
                raise PostsealError(
                    "A header, the API key or the idempotency key has a character that cannot be sent."
                )
            merged[name.lower()] = (name, None if value is None else value.strip(_BLANKS))
    return merged


def check_headers(headers: object, where: str) -> Mapping[str, str | None]:
    """Returns `headers`. Raises PostsealError if they are not a mapping of names to strings or None."""
    if is_mapping(headers):
        return headers
    raise PostsealError(f"{where} must be a dict of names and values, not {kind_of(headers)}.")


def check_default_headers(headers: Mapping[str, str | None]) -> Mapping[str, str | None]:
    """
    Returns `headers`. Raises PostsealError if one cannot be sent, or if one is the idempotency key, which
    would make all calls the same call.
    """
    merge_headers({}, headers)
    if key_among(headers) is None:
        return dict(headers)
    raise PostsealError(f"{KEY_HEADER} names one call: it cannot be in default_headers.")


def leaves_out(headers: Mapping[str, str | None], header: str) -> bool:
    """Returns whether `headers` leave out `header`, which the client would otherwise send."""
    return any(name.lower() == header.lower() and value is None for name, value in headers.items())


def key_among(headers: Mapping[str, str | None] | None) -> str | None:
    """
    Returns the idempotency key in a call's own headers. Returns None if they do not mention it, and "" if
    they leave it out.
    """
    given = [value for name, value in (headers or {}).items() if str(name).lower() == KEY_HEADER.lower()]
    return None if not given else (given[-1] or "").strip()


def _can_be_sent(name: object, value: object) -> bool:
    if not (isinstance(name, str) and _NAME.fullmatch(name)):
        return False
    return value is None or (isinstance(value, str) and _VALUE.fullmatch(value.strip(_BLANKS)) is not None)
