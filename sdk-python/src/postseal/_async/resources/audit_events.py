from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import AuditEvent, AuditEventList, ExportAuditEventsQuery, ListAuditEventsQuery
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport

EXPORT_CSV = op.EXPORT_AUDIT_EVENTS._replace(name="audit_events.export_csv")


class AsyncAuditEvents:
    """The audit log: every change, who made it and from where. Needs an admin's session."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, query: ListAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[AuditEvent, AuditEventList]:
        """Search the log, newest first. A page can be empty and still have a next page."""
        return self._transport.list(op.LIST_AUDIT_EVENTS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> AuditEvent:
        """Return one entry. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_AUDIT_EVENT, options, ids={"id": id})

    def export(
        self, query: ExportAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[AuditEvent, None]:
        """Iterate over all entries that match the filters, oldest first, in one reply.

        The client sends the request when you start to read. If you might stop before the end, use
        `async with aclosing(...)` from `contextlib` to close the connection. `timeout` applies to each part
        of the reply. Raises APIConnectionError if the reply breaks off. In that case the client does not
        retry, and the entries that you have read are incomplete.
        """
        return self._transport.rows(op.EXPORT_AUDIT_EVENTS, options, query=query)

    def export_csv(
        self, query: ExportAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export the entries that `export` returns as CSV, which is safe to open in a spreadsheet.

        Yields the text in parts as they arrive.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)
