from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import CreateSignInLinkRequest, RequestedSignInLink
    from ..transport import AsyncTransport


class AsyncSignInLinks:
    """Sign-in links sent by mail. Each link signs a user in once. Needs no credential."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(
        self, body: CreateSignInLinkRequest, **options: Unpack[RequestOptions]
    ) -> RequestedSignInLink:
        """Send a sign-in link by mail for each workspace that has a user with this address.

        The reply is the same whether or not such a user exists. Failed attempts are not retried: the
        operation takes no idempotency key, and each attempt can send a mail. Raises ValidationError, or
        RateLimitError after ten requests in 15 minutes.
        """
        return await self._transport.mutate_once(op.CREATE_SIGN_IN_LINK, options, body=body)
