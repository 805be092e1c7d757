"""How coroutines wait: on asyncio and trio alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


async def in_thread(work: Callable[[], Result]) -> Result:
    """Runs `work` in a worker thread. A cancellation does not wait for its end."""
    # Imported late: most tests are synchronous.
    from anyio import to_thread

    return await to_thread.run_sync(work, abandon_on_cancel=True)


async def sleep(seconds: float) -> None:
    """Sleeps."""
    import anyio

    await anyio.sleep(seconds)
