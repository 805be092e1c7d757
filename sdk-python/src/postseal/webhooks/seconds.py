from __future__ import annotations

from math import floor, isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def unix_seconds(time: Any, name: str) -> int:
    """
    Returns the whole seconds since 1970, in UTC.

    Raises TypeError if `time` is not a time. Raises ValueError if it has no time zone, is before 1970 or is
    infinite.
    """
    # Importing `datetime` would add some milliseconds to every import of this package.
    if hasattr(time, "utcoffset") and hasattr(time, "timestamp"):
        if time.utcoffset() is None:
            raise ValueError(f"`{name}` has no time zone: use datetime.now(timezone.utc).")
        time = time.timestamp()
    if not isinstance(time, int | float):
        raise TypeError(f"`{name}` must be a datetime or unix seconds, not {type(time).__name__}.")
    if not (isfinite(time) and time >= 0):
        raise ValueError(f"`{name}` must be a time since 1970.")
    return floor(time)
