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
    """Sign-in with a workspace's identity provider. Needs no credential."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(
        self, body: CreateSignInAuthorizationRequest, **options: Unpack[RequestOptions]
    ) -> SignInAuthorization:
        """Return the identity provider's page for the domain of an address, to send the person to.

        Failed attempts are not retried. Raises NotFoundError if no workspace has proven the domain, or
        RateLimitError.
        """
        return self._transport.mutate_once(op.CREATE_SIGN_IN_AUTHORIZATION, options, body=body)

    @body_first
    def create_provider_session(
        self, body: CreateProviderSessionRequest, **options: Unpack[RequestOptions]
    ) -> CreatedSession:
        """Exchange the answer that the provider sent back with the browser for a session.

        Failed attempts are not retried. Raises AuthenticationError with the code `invalid_authorization`,
        PermissionDeniedError with the code `sign_in_not_allowed`, or RateLimitError.
        """
        return self._transport.mutate_once(op.CREATE_PROVIDER_SESSION, options, body=body)
