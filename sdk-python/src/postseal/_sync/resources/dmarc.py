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
    """What receivers report about mail in your domains' name, and the way to a policy that stops forgeries.

    Needs a workspace key with the scope `reports:read`, or a session. A review needs `domains:*`, or an
    admin's session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_sources(
        self, query: ListDmarcSourcesQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[DmarcSource, DmarcSourceList]:
        """List the sources that send as your domains.

        The source that was seen last for the first time comes first.
        """
        return self._transport.list(op.LIST_DMARC_SOURCES, options, query=query)

    def review_source(
        self, id: str, body: ReviewDmarcSourceRequest, **options: Unpack[MutationOptions]
    ) -> DmarcSource:
        """Say whether a source may send as the domain; None takes a review back.

        It changes nothing about mail. Raises NotFoundError.
        """
        return self._transport.mutate(op.REVIEW_DMARC_SOURCE, options, ids={"id": id}, body=body)

    def list_ramps(
        self, query: ListDmarcRampsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[DmarcRamp, DmarcRampList]:
        """List the ramps of all domains, the newest domain first."""
        return self._transport.list(op.LIST_DMARC_RAMPS, options, query=query)

    def retrieve_ramp(self, domain_id: str, **options: Unpack[RequestOptions]) -> DmarcRamp:
        """Return where a domain is on the way to `p=reject`, the next step and what is in its way.

        Takes the domain's id. Raises NotFoundError.
        """
        return self._transport.read(op.RETRIEVE_DMARC_RAMP, options, ids={"domain_id": domain_id})
