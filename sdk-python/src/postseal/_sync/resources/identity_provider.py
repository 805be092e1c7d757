# Made from _async/resources/identity_provider.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import IdentityProvider, UpsertIdentityProviderRequest
    from ..transport import Transport


class IdentityProviderResource:
    """The OpenID provider that the workspace's users sign in with.

    Reading it needs an admin's session. Changes need an owner's session.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def retrieve(self, **options: Unpack[RequestOptions]) -> IdentityProvider:
        """Return the provider, and which of its domains are verified.

        Raises NotFoundError if the workspace has no provider.
        """
        return self._transport.read(op.RETRIEVE_IDENTITY_PROVIDER, options)

    @body_first
    def upsert(
        self, body: UpsertIdentityProviderRequest, **options: Unpack[MutationOptions]
    ) -> IdentityProvider:
        """Set the provider.

        The service first requests the provider's configuration and looks up the DNS record of each domain.
        Raises ValidationError if the provider does not answer as an OpenID provider.
        """
        return self._transport.mutate(op.UPSERT_IDENTITY_PROVIDER, options, body=body)

    def check(self, **options: Unpack[MutationOptions]) -> IdentityProvider:
        """Check the provider and the DNS records again.

        Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.CHECK_IDENTITY_PROVIDER, options)

    def delete(self, **options: Unpack[MutationOptions]) -> None:
        """Delete the provider. Users and their sessions stay.

        Raises NotFoundError, or APIError with the code `invalid_state` while sign-in links are off.
        """
        self._transport.mutate(op.DELETE_IDENTITY_PROVIDER, options)
