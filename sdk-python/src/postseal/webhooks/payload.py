from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeGuard

    from ..types import WebhookEvent


def bytes_of(payload: object) -> bytes | None:
    """Returns the bytes of a body, or None for anything else, such as a dict from a parser."""
    if isinstance(payload, str):
        # A lone surrogate is not valid UTF-8, and stays recognizable as invalid.
        return payload.encode("utf-8", "surrogatepass")
    if isinstance(payload, memoryview):
        return payload.tobytes()
    return bytes(payload) if isinstance(payload, bytes | bytearray) else None


def json_in(text: str, parse_float: Callable[[str], str] | None = None) -> Any:
    """
    Parses JSON (RFC 8259), without Python's `NaN` and `Infinity`.

    Raises ValueError if the text is not JSON or has an integer with more digits than Python reads. Raises
    RecursionError if it is nested too deeply.
    """
    return json.loads(text, parse_constant=_refuse_constant, parse_float=parse_float)


def event_in(body: bytes) -> WebhookEvent | None:
    """Returns the JSON object in these bytes, or None if they contain anything else."""
    try:
        # Decoded here, because `json` would guess UTF-16 and ignore a byte order mark.
        value = json_in(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if _is_event(value) else None


def _is_event(value: object) -> TypeGuard[WebhookEvent]:
    return isinstance(value, dict)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON.")
