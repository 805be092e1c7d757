from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import RetrieveStatisticsQuery, Statistics
    from ..transport import AsyncTransport


class AsyncStatisticsResource:
    """What became of mail, by hour and day. Needs the scope `reports:read` or a session."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(
        self, query: RetrieveStatisticsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Statistics:
        """Return the counts of a span of time.

        It is the last 24 hours, or with `interval` of `day` the last 30 days. `group_by` tells the counts
        apart by project, category or destination. Raises ValidationError for a span that is too long.
        """
        return await self._transport.read(op.RETRIEVE_STATISTICS, options, query=query)
