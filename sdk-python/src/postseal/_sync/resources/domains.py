# Made from _async/resources/domains.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreateDomainRequest,
        Domain,
        DomainList,
        DomainRules,
        ListDomainsQuery,
        UpdateDomainRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Domains:
    """The domains that you send from, and what their DNS says.

    Reading needs a workspace key with the scope `reports:read` or `domains:*`, or a session. Changes need
    `domains:*` or an admin's session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, query: ListDomainsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Domain, DomainList]:
        """List domains, newest first, each with its records as of the last check."""
        return self._transport.list(op.LIST_DOMAINS, options, query=query)

    @body_first
    def create(self, body: CreateDomainRequest, **options: Unpack[MutationOptions]) -> Domain:
        """Add a domain with DKIM keys of its own; `records` says what to publish. Raises ValidationError."""
        return self._transport.mutate(op.CREATE_DOMAIN, options, body=body)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Domain:
        """Return one domain, as of its last check. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_DOMAIN, options, ids={"id": id})

    def retrieve_rules(self, id: str, **options: Unpack[RequestOptions]) -> DomainRules:
        """Return what mailbox providers demand of the domain's mail, and whether it keeps each rule.

        Raises NotFoundError.
        """
        return self._transport.read(op.RETRIEVE_DOMAIN_RULES, options, ids={"id": id})

    def update(self, id: str, body: UpdateDomainRequest, **options: Unpack[MutationOptions]) -> Domain:
        """Give the domain's own return path another name.

        Mail leaves with it once a check finds its record. Raises NotFoundError or ValidationError.
        """
        return self._transport.mutate(op.UPDATE_DOMAIN, options, ids={"id": id}, body=body)

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a domain with its keys and its DMARC reports.

        Live projects cannot send from it any more. Raises NotFoundError.
        """
        self._transport.mutate(op.DELETE_DOMAIN, options, ids={"id": id})

    def check(self, id: str, **options: Unpack[MutationOptions]) -> Domain:
        """Look the domain's records up now, and return what was found.

        Raises NotFoundError, or RateLimitError after ten checks in a minute.
        """
        return self._transport.mutate(op.CHECK_DOMAIN, options, ids={"id": id})

    def rotate_dkim(self, id: str, **options: Unpack[MutationOptions]) -> Domain:
        """Make new DKIM keys, which sign once a check finds them published.

        Raises NotFoundError, or APIError of the code `invalid_state` while the last keys are not published
        yet.
        """
        return self._transport.mutate(op.ROTATE_DOMAIN_DKIM, options, ids={"id": id})
