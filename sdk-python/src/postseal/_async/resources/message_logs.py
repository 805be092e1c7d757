from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import ExportMessageLogsQuery, ListMessageLogsQuery, MessageLog, MessageLogList
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport

EXPORT_CSV = op.EXPORT_MESSAGE_LOGS._replace(name="message_logs.export_csv")


class AsyncMessageLogs:
    """The outcome for each recipient. Needs the scope `reports:read`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, query: ListMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[MessageLog, MessageLogList]:
        """List message logs, newest first, one for each recipient.

        A log contains every attempt with the receiving server's reply. If you pass several filters, logs must
        match all of them.
        """
        return self._transport.list(op.LIST_MESSAGE_LOGS, options, query=query)

    def export(
        self, query: ExportMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[MessageLog, None]:
        """Iterate over all message logs that match the filters, newest first, in one reply.

        The client sends the request when you start to read. If you might stop before the end, use
        `async with aclosing(...)` from `contextlib` to close the connection. `timeout` applies to each part
        of the reply. Raises APIConnectionError if the reply breaks off. In that case the client does not
        retry, and the logs that you have read are incomplete.
        """
        return self._transport.rows(op.EXPORT_MESSAGE_LOGS, options, query=query)

    def export_csv(
        self, query: ExportMessageLogsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export the message logs that `export` returns as CSV, which is safe to open in a spreadsheet.

        Yields the text in parts as they arrive.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> MessageLog:
        """Return one message log. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_MESSAGE_LOG, options, ids={"id": id})

    async def retry(self, id: str, **options: Unpack[MutationOptions]) -> MessageLog:
        """Retry one recipient: a deferred one at once, a bounced or failed one for another 48 hours.

        Needs the scope `messages:send`. Raises NotFoundError, or APIError with the status 409 if the delivery
        cannot be retried. Its `code` gives the reason.
        """
        return await self._transport.mutate(op.RETRY_MESSAGE_LOG, options, ids={"id": id})
