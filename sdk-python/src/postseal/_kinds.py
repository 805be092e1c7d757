"""The kinds of values that callers pass, checked at run time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeGuard


def is_mapping(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Returns whether the value is a dict or behaves like one."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Returns whether JSON writes the value as an array."""
    return isinstance(value, (list, tuple))


def is_bytes(value: object) -> TypeGuard[bytes]:
    """Returns whether the value is bytes, a bytearray or a memoryview."""
    return isinstance(value, (bytes, bytearray, memoryview))


def kind_of(value: object) -> str:
    """Describes the kind of a value, without its content, which can be a secret or an address."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"' if value in ("", ".", "..") else "a string"
    if hasattr(value, "__await__"):
        return 'a coroutine (is an "await" missing?)'
    kind = type(value).__name__
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
