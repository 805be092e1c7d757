from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import RetrieveStatisticsQuery, Statistics
    from ..transport import AsyncTransport


class AsyncStatisticsResource:
    """Mail outcomes by hour and day. Needs the scope `reports:read` or a session."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def retrieve(
        self, query: RetrieveStatisticsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Statistics:
        """Return the counts for a time span.

        The default span is the last 24 hours, or the last 30 days if `interval` is `day`. `group_by` breaks
        the counts down by project, category or destination. Raises ValidationError if the span is too long.
        """
        return await self._transport.read(op.RETRIEVE_STATISTICS, options, query=query)
