# Made from _async/resources/tls_reports.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import ListTlsReportsQuery, TlsReportSummary, TlsReportSummaryList
    from ..pagination import Page
    from ..transport import Transport


class TlsReports:
    """Whether senders deliver mail to your domains encrypted, from their TLS reports (RFC 8460).

    Needs a workspace key with the scope `reports:read`, or a session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListTlsReportsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[TlsReportSummary, TlsReportSummaryList]:
        """List a summary of each domain's TLS reports, newest domain first."""
        return self._transport.list(op.LIST_TLS_REPORTS, options, query=query)
