# Made from _async/resources/statistics.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import RetrieveStatisticsQuery, Statistics
    from ..transport import Transport


class StatisticsResource:
    """What became of mail, by hour and day. Needs the scope `reports:read` or a session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def retrieve(
        self, query: RetrieveStatisticsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Statistics:
        """Return the counts of a span of time.

        It is the last 24 hours, or with `interval` of `day` the last 30 days. `group_by` tells the counts
        apart by project, category or destination. Raises ValidationError for a span that is too long.
        """
        return self._transport.read(op.RETRIEVE_STATISTICS, options, query=query)
