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
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncDomains:
    """The domains that you send from, with their DNS records.

    Reading needs a workspace key with the scope `reports:read` or `domains:*`, or a session. Changes need
    `domains:*` or an admin's session.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self, query: ListDomainsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Domain, DomainList]:
        """List domains, newest first, each with its records as of the last check."""
        return self._transport.list(op.LIST_DOMAINS, options, query=query)

    @body_first
    async def create(self, body: CreateDomainRequest, **options: Unpack[MutationOptions]) -> Domain:
        """Add a domain with its own DKIM keys. Publish the DNS records that `records` lists.

        Raises ValidationError.
        """
        return await self._transport.mutate(op.CREATE_DOMAIN, options, body=body)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Domain:
        """Return one domain, as of its last check. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_DOMAIN, options, ids={"id": id})

    async def retrieve_rules(self, id: str, **options: Unpack[RequestOptions]) -> DomainRules:
        """Return the mailbox providers' rules for the domain's mail, and whether the mail meets each one.

        Raises NotFoundError.
        """
        return await self._transport.read(op.RETRIEVE_DOMAIN_RULES, options, ids={"id": id})

    async def update(self, id: str, body: UpdateDomainRequest, **options: Unpack[MutationOptions]) -> Domain:
        """Rename the domain's own return path.

        Mail uses the new name once a check finds its DNS record. Raises NotFoundError or ValidationError.
        """
        return await self._transport.mutate(op.UPDATE_DOMAIN, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a domain with its keys and its DMARC reports.

        Live projects can no longer send from it. Raises NotFoundError.
        """
        await self._transport.mutate(op.DELETE_DOMAIN, options, ids={"id": id})

    async def check(self, id: str, **options: Unpack[MutationOptions]) -> Domain:
        """Look up the domain's DNS records now and return the results.

        Raises NotFoundError, or RateLimitError after ten checks in a minute.
        """
        return await self._transport.mutate(op.CHECK_DOMAIN, options, ids={"id": id})

    async def rotate_dkim(self, id: str, **options: Unpack[MutationOptions]) -> Domain:
        """Create new DKIM keys. They sign mail once a check finds them published.

        Raises NotFoundError, or APIError with the code `invalid_state` if the previous new keys are not
        published yet.
        """
        return await self._transport.mutate(op.ROTATE_DOMAIN_DKIM, options, ids={"id": id})
