from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import CreatedSession, CreateSessionRequest, ListSessionsQuery, Session, SessionList
    from ..pagination import AsyncPager
    from ..transport import AsyncTransport


class AsyncSessions:
    """Users who are signed in. All methods except `create` need a session.

    Pass `current` as the id for the session that makes the call.
    """

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @body_first
    async def create(self, body: CreateSessionRequest, **options: Unpack[RequestOptions]) -> CreatedSession:
        """Exchange the token of a sign-in link for a session. The token works once.

        `token` in the reply is a credential, like an API key. Only this reply contains it. The call needs no
        credential.

        Failed attempts are not retried: the operation takes no idempotency key, and if a reply is lost, the
        token might already be used. Raises AuthenticationError with the code `invalid_sign_in_link` for an
        unknown, used or expired token, or RateLimitError.
        """
        return await self._transport.mutate_once(op.CREATE_SESSION, options, body=body)

    def list(
        self, query: ListSessionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> AsyncPager[Session, SessionList]:
        """List your own valid sessions, newest first. Admins can list another user's with `user_id`."""
        return self._transport.list(op.LIST_SESSIONS, options, query=query)

    async def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Session:
        """Return one session with its user and workspace. Raises NotFoundError."""
        return await self._transport.read(op.RETRIEVE_SESSION, options, ids={"id": id})

    async def revoke(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """End a session. It stops working within 5 seconds. Raises NotFoundError or PermissionDeniedError."""
        await self._transport.mutate(op.REVOKE_SESSION, options, ids={"id": id})
