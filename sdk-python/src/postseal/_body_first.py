"""Tells a caller who gives the fields of a body as keyword arguments how the body is given."""

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
    Returns the method with a TypeError that says how to call it, where a call has keyword arguments in place
    of the body.
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

    # New in Python 3.12, and only of use to frameworks that ask.
    mark: Callable[[object], object] | None = getattr(inspect, "markcoroutinefunction", None)
    if mark is not None and inspect.iscoroutinefunction(method):
        mark(checked)
    return cast("_Method", checked)
