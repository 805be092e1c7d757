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
    """Keys of a user's devices, which sign the user in without a mail.

    Needs a session, but for `create_challenge` and `create_session`.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_registration(self, **options: Unpack[MutationOptions]) -> PasskeyRegistration:
        """Begin to register a passkey.

        `options` of the reply is for `PublicKeyCredential.parseCreationOptionsFromJSON` in a browser. Raises
        PermissionDeniedError for a program's session, or APIError of the code `invalid_state` where there
        are too many or the service is at an address that can have none.
        """
        return await self._transport.mutate(op.CREATE_PASSKEY_REGISTRATION, options)

    @body_first
    async def create(self, body: CreatePasskeyRequest, **options: Unpack[MutationOptions]) -> Passkey:
        """Register a passkey: `credential` is what `toJSON()` of the browser's credential returns.

        Raises ValidationError where it does not belong to the registration, which works once, for 5 minutes.
        """
        return await self._transport.mutate(op.CREATE_PASSKEY, options, body=body)

    def list(
        self, query: ListPasskeysQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Passkey, PasskeyList]:
        """List passkeys, newest first: your own, or an admin's choice of `user_id`."""
        return self._transport.list(op.LIST_PASSKEYS, options, query=query)

    async def update(
        self, id: str, body: UpdatePasskeyRequest, **options: Unpack[MutationOptions]
    ) -> Passkey:
        """Rename a passkey. Raises NotFoundError, PermissionDeniedError or ValidationError."""
        return await self._transport.mutate(op.UPDATE_PASSKEY, options, ids={"id": id}, body=body)

    async def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Remove a passkey, which signs nobody in any more; sessions that it began go on.

        Raises NotFoundError or PermissionDeniedError.
        """
        await self._transport.mutate(op.DELETE_PASSKEY, options, ids={"id": id})

    async def create_challenge(self, **options: Unpack[RequestOptions]) -> PasskeyChallenge:
        """Begin to sign in. Needs no credential, and is attempted once.

        `options` of the reply is for `PublicKeyCredential.parseRequestOptionsFromJSON` in a browser. Raises
        RateLimitError, or APIError of the code `invalid_state`.
        """
        return await self._transport.mutate_once(op.CREATE_PASSKEY_CHALLENGE, options)

    @body_first
    async def create_session(
        self, body: CreatePasskeySessionRequest, **options: Unpack[RequestOptions]
    ) -> CreatedSession:
        """Sign in: `credential` is what `toJSON()` of the browser's credential returns.

        `token` of the reply is a credential, as an API key is, and in this reply alone. Needs no credential,
        and is attempted once, since a challenge works once. Raises AuthenticationError of the code
        `invalid_passkey` whatever is wrong, or RateLimitError.
        """
        return await self._transport.mutate_once(op.CREATE_PASSKEY_SESSION, options, body=body)
