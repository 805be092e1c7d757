from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable
    from typing import Unpack

    from ..._csv_file import CsvFile, ExportCsvQuery
    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateSuppressionRequest,
        DeleteSuppressionQuery,
        ExportSuppressionsQuery,
        LiftedSuppressions,
        LiftSuppressionsRequest,
        ListSuppressionRepliesQuery,
        ListSuppressionsQuery,
        Suppression,
        SuppressionImport,
        SuppressionList,
        SuppressionReplyGroups,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport

EXPORT_CSV = op.EXPORT_SUPPRESSIONS._replace(name="suppressions.export_csv")


class AsyncSuppressions:
    """Addresses that the service does not send to.

    Needs a workspace key with the scope `suppressions:*`, or a session.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateSuppressionRequest, **options: Unpack[MutationOptions]) -> Suppression:
        """Suppress an address for the whole workspace.

        If the address is already suppressed, the call returns the existing suppression, with its first reason
        and note. Raises ValidationError, or PermissionDeniedError for a key that is restricted to an
        environment.
        """
        return await self._transport.mutate(op.CREATE_SUPPRESSION, options, body=body)

    def list(
        self, query: ListSuppressionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Suppression, SuppressionList]:
        """List suppressions, newest first. To get all of them at once, use `export_csv`."""
        return self._transport.list(op.LIST_SUPPRESSIONS, options, query=query)

    def export(
        self, query: ExportSuppressionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Suppression, SuppressionList]:
        """Return the pages of `list` from the export operation. For a file, use `export_csv`."""
        return self._transport.list(op.EXPORT_SUPPRESSIONS, options, query=query)

    def export_csv(
        self, query: ExportCsvQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export suppressions as CSV, sorted by address. Yields the text in parts as they arrive.

        You can pass the whole text to `import_csv` without changes. The client sends the request when you
        start to read. If you might stop before the end, use `async with aclosing(...)` from `contextlib` to
        close the connection. `timeout` applies to each part of the reply. Raises APIConnectionError if the
        reply breaks off. In that case the client does not retry, and the text that you have read is
        incomplete.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    async def import_csv(
        self, csv: CsvFile | AsyncIterable[bytes], **options: Unpack[MutationOptions]
    ) -> SuppressionImport:
        """Import a CSV in UTF-8 of up to 10 MB, with the columns of `export_csv` or only `email`.

        `csv` is a string, bytes, an open file, or an iterable of bytes. A line that cannot be
        read is rejected individually and listed in `rejected_lines`. The client sends an iterable only once.
        It sends everything else again if an attempt fails. Raises APIError with the code `payload_too_large`
        if the file is larger. In that case the beginning of the file is imported.
        """
        return await self._transport.mutate(op.IMPORT_SUPPRESSIONS, options, content=csv)

    async def list_replies(
        self, query: ListSuppressionRepliesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> SuppressionReplyGroups:
        """Group suppressions caused by bounces by the servers' replies, largest group first.

        The default time span is the last 30 days. `still_suppresses` says whether the service would suppress
        an address for such a reply today.
        """
        return await self._transport.read(op.LIST_SUPPRESSION_REPLIES, options, query=query)

    @body_first
    async def lift(
        self, body: LiftSuppressionsRequest, **options: Unpack[MutationOptions]
    ) -> LiftedSuppressions:
        """Lift up to 1,000 suppressions caused by bounces, selected by reply text, time or both.

        If `has_more` is true, there may be others. Pass `next_cursor` as `cursor` to continue. Raises
        ValidationError if the body selects neither by text nor by time.
        """
        return await self._transport.mutate(op.LIFT_SUPPRESSIONS, options, body=body)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Suppression:
        """Return one suppression. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_SUPPRESSION, options, ids={"id": id})

    async def delete(
        self, id: str, query: DeleteSuppressionQuery | None = None, **options: Unpack[MutationOptions]
    ) -> None:
        """Remove a suppression, so that the service sends to the address again.

        Raises NotFoundError, or APIError with the code `invalid_state` for a complaint or an erasure without
        `force`.
        """
        await self._transport.mutate(op.DELETE_SUPPRESSION, options, ids={"id": id}, query=query)
