from __future__ import annotations

import re

from .errors import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

SIGNATURE_HEADER = "Service-Signature"
"""The name of the header with the signature."""

_NAMES = ("service-signature", "http_service_signature")  # WSGI uses the second name.

# A time, a signature, or an element with another name.
_ELEMENT = re.compile(r"t=(0|[1-9][0-9]{0,14})|v1=([0-9a-f]{64})|(?!t=|v1=)[a-z][a-z0-9]*=[!-~]*")


def find_signature(headers: Any) -> str:
    """
    Returns the value of `Service-Signature` in these headers, or an empty string if it is missing.

    Raises TypeError if `headers` are not headers.
    """
    # Checks all headers and does not use `get` first, because in some frameworks `get` returns only one of
    # two headers.
    if callable(getattr(headers, "items", None)):
        return _value_in(headers.items())
    if callable(getattr(headers, "get", None)):
        return text_of(headers.get(SIGNATURE_HEADER))
    return _value_in(headers)


def _value_in(pairs: Iterable[Any]) -> str:
    try:
        return text_of([value for name, value in pairs if _is_name(name)])
    except ValueError:
        raise TypeError("`headers` are neither a mapping nor pairs of names and values.") from None


def _is_name(name: object) -> bool:
    if isinstance(name, bytes):
        name = name.decode("latin-1")
    return isinstance(name, str) and name.lower() in _NAMES


def text_of(value: object) -> str:
    """
    Returns a header's value as text, or an empty string. If the header came twice, the space between the
    values makes it malformed.
    """
    return ", ".join(_texts_in(value))


def _texts_in(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, bytes):
        return [value.decode("latin-1")]
    return [text for one in value for text in _texts_in(one)]


def parse_signature_header(header: str) -> tuple[str, list[str]]:
    """
    Returns the time, as the digits that were signed, and each `v1`, in lower-case hexadecimal.

    `t` must occur once and `v1` at least once. Other names are ignored, so that the service can add schemes
    later. Forms that languages read differently are refused: spaces, signs, leading zeros and capitals.

    Raises WebhookVerificationError with the code `malformed_header`.
    """
    timestamps: list[str] = []
    signatures: list[str] = []
    for element in header.split(","):
        # Not `match` and `$`, which allow a trailing line end. Not `\d` either, which matches the digits of
        # every script.
        found = _ELEMENT.fullmatch(element)
        if found is None:
            _refuse_form()
        timestamp, signature = found.groups()
        if timestamp is not None:
            timestamps.append(timestamp)
        if signature is not None:
            signatures.append(signature)
    if len(timestamps) != 1 or not signatures:
        _refuse_form()
    return timestamps[0], signatures


def _refuse_form() -> NoReturn:
    refuse(
        "malformed_header",
        f"{SIGNATURE_HEADER} is not t=<unix seconds>,v1=<64 hex digits>. Did it come once?",
    )
