"""Explains how to pass the body if a caller passes its fields as keyword arguments."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_Method = TypeVar("_Method", bound="Callable[..., Any]")

_OPTIONS = frozenset({"timeout", "max_retries", "headers", "idempotency_key"})


def body_first(method: _Method) -> _Method:
    """
    Wraps the method. A call that has keyword arguments instead of the body raises a TypeError that shows how
    to call the method.
    """

    @functools.wraps(method)
    def checked(self: object, *args: object, **options: object) -> object:
        fields = [name for name in options if name not in _OPTIONS]
        if not args and fields and "body" not in options:
            name = method.__name__
            raise TypeError(
                f"{name}() takes the fields in one dict, before its options: "
                f'{name}({{"{fields[0]}": …}}), not {name}({fields[0]}=…).'
            )
        return method(self, *args, **options)

    # New in Python 3.12. Only frameworks that check for coroutine functions need it.
    mark: Callable[[object], object] | None = getattr(inspect, "markcoroutinefunction", None)
    if mark is not None and inspect.iscoroutinefunction(method):
        mark(checked)
    return cast("_Method", checked)
