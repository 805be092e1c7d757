# Made from _async/resources/dmarc.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        DmarcRamp,
        DmarcRampList,
        DmarcSource,
        DmarcSourceList,
        ListDmarcRampsQuery,
        ListDmarcSourcesQuery,
        ReviewDmarcSourceRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Dmarc:
    """DMARC reports about mail from your domains, and the steps to a policy that stops forgeries.

    Needs a workspace key with the scope `reports:read`, or a session. Reviewing a source needs the scope
    `domains:*`, or an admin's session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_sources(
        self, query: ListDmarcSourcesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[DmarcSource, DmarcSourceList]:
        """List the sources that send as your domains, most recently discovered first."""
        return self._transport.list(op.LIST_DMARC_SOURCES, options, query=query)

    def review_source(
        self, id: str, body: ReviewDmarcSourceRequest, **options: Unpack[MutationOptions]
    ) -> DmarcSource:
        """Record whether a source is allowed to send as the domain. None removes the review.

        A review does not affect mail. Raises NotFoundError.
        """
        return self._transport.mutate(op.REVIEW_DMARC_SOURCE, options, ids={"id": id}, body=body)

    def list_ramps(
        self, query: ListDmarcRampsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[DmarcRamp, DmarcRampList]:
        """List the ramps of all domains, newest domain first."""
        return self._transport.list(op.LIST_DMARC_RAMPS, options, query=query)

    def retrieve_ramp(self, domain_id: str, **options: Unpack[RequestOptions]) -> DmarcRamp:
        """Return a domain's progress towards `p=reject`, the next step and what blocks it.

        Takes the domain's id. Raises NotFoundError.
        """
        return self._transport.read(op.RETRIEVE_DMARC_RAMP, options, ids={"domain_id": domain_id})
