# Made from _async/resources/message_logs.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import ListMessageLogsQuery, MessageLog, MessageLogList
    from ..pagination import Page
    from ..transport import Transport


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

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> MessageLog:
        """Return one message log. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_MESSAGE_LOG, options, ids={"id": id})

    def retry(self, id: str, **options: Unpack[MutationOptions]) -> MessageLog:
        """Try one recipient again: a deferred one at once, a bounced or failed one for another 48 hours.

        Needs the scope `messages:send`. Raises NotFoundError, or APIError of status 409 where it cannot be
        retried; its `code` says why.
        """
        return self._transport.mutate(op.RETRY_MESSAGE_LOG, options, ids={"id": id})
