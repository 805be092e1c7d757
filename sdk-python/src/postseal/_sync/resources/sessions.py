# Made from _async/resources/sessions.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import CreatedSession, CreateSessionRequest, ListSessionsQuery, Session, SessionList
    from ..pagination import Page
    from ..transport import Transport


class Sessions:
    """Users who are signed in. Needs a session, but for `create`.

    In place of an id, `current` is the session itself.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateSessionRequest, **options: Unpack[RequestOptions]) -> CreatedSession:
        """Exchange the token of a sign-in link, which works once, for a session.

        `token` of the reply is a credential, as an API key is, and in this reply alone. Needs no credential.

        It is attempted once: the operation takes no idempotency key, and where a reply was lost the token may
        have been used. Raises AuthenticationError of the code `invalid_sign_in_link` for an unknown, used or
        expired token, or RateLimitError.
        """
        return self._transport.mutate_once(op.CREATE_SESSION, options, body=body)

    def list(
        self, query: ListSessionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Session, SessionList]:
        """List the sessions that are valid, newest first: your own, or an admin's choice of `user_id`."""
        return self._transport.list(op.LIST_SESSIONS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Session:
        """Return one session with its user and workspace. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_SESSION, options, ids={"id": id})

    def revoke(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """End a session, everywhere within 5 seconds. Raises NotFoundError or PermissionDeniedError."""
        self._transport.mutate(op.REVOKE_SESSION, options, ids={"id": id})
