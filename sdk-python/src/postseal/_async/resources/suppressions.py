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
    """Addresses that nothing is sent to.

    Needs a workspace key with the scope `suppressions:*`, or a session.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateSuppressionRequest, **options: Unpack[MutationOptions]) -> Suppression:
        """Suppress an address for the whole workspace.

        An address that is suppressed already keeps its first reason and note, and is returned as it is.
        Raises ValidationError, or PermissionDeniedError for a key that is restricted to an environment.
        """
        return await self._transport.mutate(op.CREATE_SUPPRESSION, options, body=body)

    def list(
        self, query: ListSuppressionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Suppression, SuppressionList]:
        """List suppressions, newest first. For all of them at once there is `export_csv`."""
        return self._transport.list(op.LIST_SUPPRESSIONS, options, query=query)

    def export(
        self, query: ExportSuppressionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Suppression, SuppressionList]:
        """Return the pages of `list`, by the operation that `export_csv` has as a file."""
        return self._transport.list(op.EXPORT_SUPPRESSIONS, options, query=query)

    def export_csv(
        self, query: ExportCsvQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncGenerator[str, None]:
        """Export suppressions as CSV, sorted by address: text in parts as they come.

        `import_csv` takes the whole text as it is. The request is made when you begin to read. Where you may
        stop before the end, `async with aclosing(...)` of `contextlib` closes the connection. `timeout` holds
        for each part. Raises APIConnectionError where the reply breaks off: that is not tried again, and the
        parts before it are not the whole.
        """
        return self._transport.stream(EXPORT_CSV, options, "text/csv", query=query)

    async def import_csv(
        self, csv: CsvFile | AsyncIterable[bytes], **options: Unpack[MutationOptions]
    ) -> SuppressionImport:
        """Import a CSV in UTF-8 of up to 10 MB: with the columns of `export_csv`, or `email` alone.

        `csv` is a text, bytes, a file that was opened as binary, or an iterable of bytes. A line that cannot
        be read is rejected by itself, in `rejected_lines`. An iterable is sent once; everything else is sent
        again where an attempt fails. Raises APIError of the code `payload_too_large` for a larger file: its
        beginning is imported then.
        """
        return await self._transport.mutate(op.IMPORT_SUPPRESSIONS, options, content=csv)

    async def list_replies(
        self, query: ListSuppressionRepliesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> SuppressionReplyGroups:
        """Group suppressions that bounces made by what servers said, the largest group first.

        The span is the last 30 days unless the query has another. `still_suppresses` says whether the
        service would suppress for such a reply today.
        """
        return await self._transport.read(op.LIST_SUPPRESSION_REPLIES, options, query=query)

    @body_first
    async def lift(
        self, body: LiftSuppressionsRequest, **options: Unpack[MutationOptions]
    ) -> LiftedSuppressions:
        """Lift up to 1,000 suppressions that bounces made, by the text of their reply, their time, or both.

        While `has_more` is true there may be others: pass `next_cursor` as `cursor`. Raises ValidationError
        where the body does not say which.
        """
        return await self._transport.mutate(op.LIFT_SUPPRESSIONS, options, body=body)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Suppression:
        """Return one suppression. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_SUPPRESSION, options, ids={"id": id})

    async def delete(
        self, id: str, query: DeleteSuppressionQuery | None = None, **options: Unpack[MutationOptions]
    ) -> None:
        """Take a suppression back, so that mail goes to the address again.

        Raises NotFoundError, or APIError of the code `invalid_state` for a complaint or an erasure without
        `force`.
        """
        await self._transport.mutate(op.DELETE_SUPPRESSION, options, ids={"id": id}, query=query)
