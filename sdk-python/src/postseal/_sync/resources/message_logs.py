# Made from _async/resources/message_logs.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import ExportMessageLogsQuery, ListMessageLogsQuery, MessageLog, MessageLogList
    from ..pagination import Page
    from ..transport import Transport

EXPORT_CSV = op.EXPORT_MESSAGE_LOGS._replace(name="message_logs.export_csv")


class MessageLogs:
    """What became of each recipient. Needs the scope `reports:read`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[MessageLog, MessageLogList]:
        """List message logs, newest first, one for each recipient.

        A log has every attempt with the receiving server's reply. Filters narrow the search together.
        """
        return self._transport.list(op.LIST_MESSAGE_LOGS, options, query=query)

    def export(
        self, query: ExportMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[MessageLog, None]:
        """Run over all message logs that the filters select, newest first, in one reply.

        The request is made when you begin to read. Where you may stop before the end,
        `with closing(...)` of `contextlib` closes the connection. `timeout` holds for each part.
        Raises APIConnectionError where the reply breaks off: that is not tried again, and what came before
        is not the whole.
        """
        return self._transport.rows(op.EXPORT_MESSAGE_LOGS, options, query=query)

    def export_csv(
        self, query: ExportMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Generator[str, None]:
        """Export the same as CSV: text in parts as they come, safe to open in a spreadsheet."""
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> MessageLog:
        """Return one message log. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_MESSAGE_LOG, options, ids={"id": id})

    def retry(self, id: str, **options: Unpack[MutationOptions]) -> MessageLog:
        """Try one recipient again: a deferred one at once, a bounced or failed one for another 48 hours.

        Needs the scope `messages:send`. Raises NotFoundError, or APIError of status 409 where it cannot be
        retried; its `code` says why.
        """
        return self._transport.mutate(op.RETRY_MESSAGE_LOG, options, ids={"id": id})
