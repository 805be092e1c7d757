# Made from _async/resources/sign_in_authorizations.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import RequestOptions
    from ...types import (
        CreatedSession,
        CreateProviderSessionRequest,
        CreateSignInAuthorizationRequest,
        SignInAuthorization,
    )
    from ..transport import Transport


class SignInAuthorizations:
    """Signing in by the identity provider of a workspace. Needs no credential."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(
        self, body: CreateSignInAuthorizationRequest, **options: Unpack[RequestOptions]
    ) -> SignInAuthorization:
        """Return the page of the provider to send a person to, found by the domain of the address.

        Attempted once. Raises NotFoundError where no workspace has proven the domain, or RateLimitError.
        """
        return self._transport.mutate_once(op.CREATE_SIGN_IN_AUTHORIZATION, options, body=body)

    @body_first
    def create_provider_session(
        self, body: CreateProviderSessionRequest, **options: Unpack[RequestOptions]
    ) -> CreatedSession:
        """Exchange what the provider has sent the browser back with for a session.

        Attempted once. Raises AuthenticationError of the code `invalid_authorization`,
        PermissionDeniedError of the code `sign_in_not_allowed`, or RateLimitError.
        """
        return self._transport.mutate_once(op.CREATE_PROVIDER_SESSION, options, body=body)
