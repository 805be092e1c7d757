from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        CreatedSession,
        CreatePasskeyRequest,
        CreatePasskeySessionRequest,
        ListPasskeysQuery,
        Passkey,
        PasskeyChallenge,
        PasskeyList,
        PasskeyRegistration,
        UpdatePasskeyRequest,
    )
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncPasskeys:
    """Passkeys on users' devices, which sign users in without a mail.

    All methods except `create_challenge` and `create_session` need a session.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_registration(self, **options: Unpack[MutationOptions]) -> PasskeyRegistration:
        """Start registering a passkey.

        Pass `options` from the reply to `PublicKeyCredential.parseCreationOptionsFromJSON` in a browser.
        Raises PermissionDeniedError for a program's session, or APIError with the code `invalid_state` if the
        user has too many passkeys or browsers create no passkeys for the service's address.
        """
        return await self._transport.mutate(op.CREATE_PASSKEY_REGISTRATION, options)

    @body_first
    async def create(self, body: CreatePasskeyRequest, **options: Unpack[MutationOptions]) -> Passkey:
        """Register a passkey. Pass the result of `toJSON()` of the browser's credential as `credential`.

        A registration works once, for 5 minutes. Raises ValidationError if the credential does not belong to
        the registration.
        """
        return await self._transport.mutate(op.CREATE_PASSKEY, options, body=body)

    def list(
        self, query: ListPasskeysQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Passkey, PasskeyList]:
        """List your own passkeys, newest first. Admins can list another user's with `user_id`."""
        return self._transport.list(op.LIST_PASSKEYS, options, query=query)

    async def update(
        self, id: str, body: UpdatePasskeyRequest, **options: Unpack[MutationOptions]
    ) -> Passkey:
        """Rename a passkey. Raises NotFoundError, PermissionDeniedError or ValidationError."""
        return await self._transport.mutate(op.UPDATE_PASSKEY, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Remove a passkey. It can no longer sign anyone in, but sessions that it started continue.

        Raises NotFoundError or PermissionDeniedError.
        """
        await self._transport.mutate(op.DELETE_PASSKEY, options, ids={"id": id})

    async def create_challenge(self, **options: Unpack[RequestOptions]) -> PasskeyChallenge:
        """Start signing in with a passkey. Needs no credential. Failed attempts are not retried.

        Pass `options` from the reply to `PublicKeyCredential.parseRequestOptionsFromJSON` in a browser.
        Raises RateLimitError, or APIError with the code `invalid_state`.
        """
        return await self._transport.mutate_once(op.CREATE_PASSKEY_CHALLENGE, options)

    @body_first
    async def create_session(
        self, body: CreatePasskeySessionRequest, **options: Unpack[RequestOptions]
    ) -> CreatedSession:
        """Sign in. Pass the result of `toJSON()` of the browser's credential as `credential`.

        `token` in the reply is a credential, like an API key. Only this reply contains it. The call needs no
        credential. Failed attempts are not retried, because a challenge works once. Raises
        AuthenticationError with the code `invalid_passkey`, whatever the reason, or RateLimitError.
        """
        return await self._transport.mutate_once(op.CREATE_PASSKEY_SESSION, options, body=body)
