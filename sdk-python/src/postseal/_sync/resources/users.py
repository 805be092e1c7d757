# Made from _async/resources/users.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import CreateUserRequest, ListUsersQuery, UpdateUserRequest, User, UserList
    from ..pagination import Page
    from ..transport import Transport


class Users:
    """The workspace's users and their roles. Needs a session. Changes need an admin's session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateUserRequest, **options: Unpack[MutationOptions]) -> User:
        """Add a user, and send them a sign-in link by mail unless `send_link` is False.

        Raises ValidationError, PermissionDeniedError if an admin adds an owner, or APIError with the code
        `invalid_state` if the address already belongs to a user.
        """
        return self._transport.mutate(op.CREATE_USER, options, body=body)

    def list(
        self, query: ListUsersQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[User, UserList]:
        """List users, newest first."""
        return self._transport.list(op.LIST_USERS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> User:
        """Return one user. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_USER, options, ids={"id": id})

    def update(self, id: str, body: UpdateUserRequest, **options: Unpack[MutationOptions]) -> User:
        """Change a user. Fields that `body` leaves out stay as they are.

        A new role applies from the user's next request. Raises NotFoundError, ValidationError,
        PermissionDeniedError if an admin changes an owner, or APIError with the code `invalid_state` for the
        last owner.
        """
        return self._transport.mutate(op.UPDATE_USER, options, ids={"id": id}, body=body)

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Remove a user. The user's sessions end within 5 seconds.

        Raises NotFoundError, PermissionDeniedError if an admin removes an owner, or APIError with the code
        `invalid_state` for the last owner.
        """
        self._transport.mutate(op.DELETE_USER, options, ids={"id": id})
