from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import Event, EventList, ListEventsQuery
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncEvents:
    """Everything that happened. Needs the scope `reports:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, query: ListEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Event, EventList]:
        """List events, newest first.

        `type` determines the shape of `data`, as with `verify_webhook`. The API gains types over time, so
        handle those that you do not know.
        """
        return self._transport.list(op.LIST_EVENTS, options, query=query)
