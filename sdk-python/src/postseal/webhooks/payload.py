from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TypeGuard

    from ..types import WebhookEvent


def bytes_of(payload: object) -> bytes | None:
    """Returns the bytes of a body, or None for anything else, such as the dict that a parser made of it."""
    if isinstance(payload, str):
        # A lone surrogate is no UTF-8 and stays recognizable as none.
        return payload.encode("utf-8", "surrogatepass")
    if isinstance(payload, memoryview):
        return payload.tobytes()
    return bytes(payload) if isinstance(payload, bytes | bytearray) else None


def json_in(text: str, parse_float: Callable[[str], str] | None = None) -> Any:
    """
    Parses JSON as RFC 8259 has it, without the `NaN` and `Infinity` of Python.

    Raises ValueError if it is not JSON or has an integer of more digits than Python reads, and RecursionError
    if it is nested too deeply.
    """
    return json.loads(text, parse_constant=_refuse_constant, parse_float=parse_float)


def event_in(body: bytes) -> WebhookEvent | None:
    """Returns the JSON object in these bytes, or None if they are anything else."""
    try:
        # Decoded here, since `json` would guess at UTF-16 and pass over a byte order mark.
        value = json_in(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if _is_event(value) else None


def _is_event(value: object) -> TypeGuard[WebhookEvent]:
    return isinstance(value, dict)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON.")
