"""Waits for something to become true."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def until(
    is_so: Callable[[], bool], explain: Callable[[], object] | None = None, seconds: float = 30
) -> None:
    """Looks every few milliseconds; fails after so many seconds, with an explanation."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, explain() if explain else "It has not become true."
        time.sleep(0.01)
