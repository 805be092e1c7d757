# Made from _async/resources/audit_events.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import AuditEvent, AuditEventList, ExportAuditEventsQuery, ListAuditEventsQuery
    from ..pagination import Page
    from ..transport import Transport

EXPORT_CSV = op.EXPORT_AUDIT_EVENTS._replace(name="audit_events.export_csv")


class AuditEvents:
    """The audit log: what was changed, by whom and from where. Needs an admin's session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[AuditEvent, AuditEventList]:
        """Search the log, newest first. A page may be empty and still have a next one."""
        return self._transport.list(op.LIST_AUDIT_EVENTS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> AuditEvent:
        """Return one entry. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_AUDIT_EVENT, options, ids={"id": id})

    def export(
        self, query: ExportAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[AuditEvent, None]:
        """Run over all entries that the filters select, oldest first, in one reply.

        The request is made when you begin to read. Where you may stop before the end,
        `with closing(...)` of `contextlib` closes the connection. `timeout` holds for each part.
        Raises APIConnectionError where the reply breaks off: that is not tried again, and the entries before
        it are not the whole.
        """
        return self._transport.rows(op.EXPORT_AUDIT_EVENTS, options, query=query)

    def export_csv(
        self, query: ExportAuditEventsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[str, None]:
        """Export the same as CSV: text in parts as they come, safe to open in a spreadsheet."""
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)
