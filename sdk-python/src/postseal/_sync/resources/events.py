# Made from _async/resources/events.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import Event, EventList, ExportEventsQuery, FollowEventsQuery, ListEventsQuery
    from ..follow import FollowedEvents
    from ..pagination import Page
    from ..transport import Transport

EXPORT_CSV = op.EXPORT_EVENTS._replace(name="events.export_csv")


class Events:
    """Everything that happened, as events. Needs the scope `reports:read`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Event, EventList]:
        """List events, newest first.

        `type` determines the shape of `data`, as with `verify_webhook`. The API gains types over time, so
        your code must handle unknown types.
        """
        return self._transport.list(op.LIST_EVENTS, options, query=query)

    def export(
        self, query: ExportEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[Event, None]:
        """Iterate over all events that match the filters, newest first, in one reply.

        The client sends the request when you start to read. If you might stop before the end, use
        `with closing(...)` from `contextlib` to close the connection. `timeout` applies to each part
        of the reply. Raises APIConnectionError if the reply breaks off. In that case the client does not
        retry, and the events that you have read are incomplete.
        """
        return self._transport.rows(op.EXPORT_EVENTS, options, query=query)

    def export_csv(
        self, query: ExportEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[str, None]:
        """Export the events that `export` returns as CSV, which is safe to open in a spreadsheet.

        Yields the text in parts as they arrive.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Event:
        """Return one event. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_EVENT, options, ids={"id": id})

    def follow(
        self, query: FollowEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> FollowedEvents:
        """Follow events as they are recorded, oldest first.

        Following starts from the moment when you start to iterate. For earlier events, pass `since`, or pass
        the `cursor` of an earlier result as `after`. Each request waits up to `wait` seconds for new events,
        20 by default. `timeout` is added to that time.

        Failed requests are retried like every read. `max_retries` limits the failures in a row. After that
        the iteration raises the error. Iterate over the result again to continue without a gap.
        """
        return self._transport.follow(op.FOLLOW_EVENTS, options, query=query)
