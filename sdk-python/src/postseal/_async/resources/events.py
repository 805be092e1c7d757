from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import Event, EventList, ExportEventsQuery, FollowEventsQuery, ListEventsQuery
    from ..follow import AsyncFollowedEvents
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport

EXPORT_CSV = op.EXPORT_EVENTS._replace(name="events.export_csv")


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

    def export(
        self, query: ExportEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[Event, None]:
        """Run over all events that the filters select, newest first, in one reply.

        The request is made when you begin to read. Where you may stop before the end,
        `async with aclosing(...)` of `contextlib` closes the connection. `timeout` holds for each part.
        Raises APIConnectionError where the reply breaks off: that is not tried again, and what came before
        is not the whole.
        """
        return self._transport.rows(op.EXPORT_EVENTS, options, query=query)

    def export_csv(
        self, query: ExportEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export the same as CSV: text in parts as they come, safe to open in a spreadsheet."""
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Event:
        """Return one event. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_EVENT, options, ids={"id": id})

    def follow(
        self, query: FollowEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncFollowedEvents:
        """Follow events as they are recorded, oldest first.

        It begins when you begin to iterate; give `since` for earlier events, or as `after` the `cursor` that
        an earlier result had. Each request waits for up to `wait` seconds for news, 20 unless you say
        otherwise, which `timeout` comes on top of. It is tried again as every read is: `max_retries` counts
        the failures in a row. After more it raises, and iterating the result again goes on without a gap.
        """
        return self._transport.follow(op.FOLLOW_EVENTS, options, query=query)
