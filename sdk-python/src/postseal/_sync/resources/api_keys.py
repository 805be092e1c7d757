# Made from _async/resources/api_keys.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        ApiKey,
        ApiKeyList,
        CreateApiKeyRequest,
        CreatedApiKey,
        ListApiKeysQuery,
        StopApiKeyRequest,
        StoppedApiKey,
        UpdateApiKeyRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class ApiKeys:
    """API keys are credentials for servers. Needs a workspace key or an admin's session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateApiKeyRequest, **options: Unpack[MutationOptions]) -> CreatedApiKey:
        """Issue a key.

        `secret` is in this reply alone: store it at once. The same call under the same idempotency key
        returns it again for 10 minutes, and then None. Raises ValidationError, or PermissionDeniedError for a
        key that could do more than yours.
        """
        return self._transport.mutate(op.CREATE_API_KEY, options, body=body)

    def list(
        self, query: ListApiKeysQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[ApiKey, ApiKeyList]:
        """List keys, newest first, with the revoked and expired ones, and never with their secrets."""
        return self._transport.list(op.LIST_API_KEYS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> ApiKey:
        """Return one key, never with its secret. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_API_KEY, options, ids={"id": id})

    def update(self, id: str, body: UpdateApiKeyRequest, **options: Unpack[MutationOptions]) -> ApiKey:
        """Rename a key, or leave it fewer scopes or narrower restrictions, within seconds.

        Fields that `body` leaves out stay as they are. Raises NotFoundError, ValidationError for a change
        that would widen the key, or APIError of the code `invalid_state` for a revoked key.
        """
        return self._transport.mutate(op.UPDATE_API_KEY, options, ids={"id": id}, body=body)

    def revoke(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Revoke a key by its id, not by its secret.

        The key stops working within seconds. Revoking it again changes nothing. Raises NotFoundError, or
        PermissionDeniedError for a key with a scope that yours lacks.
        """
        self._transport.mutate(op.REVOKE_API_KEY, options, ids={"id": id})

    def stop(
        self, id: str, body: StopApiKeyRequest | None = None, **options: Unpack[MutationOptions]
    ) -> StoppedApiKey:
        """Stop a key that has leaked: revoke it and the keys that it has issued, and cancel their mail.

        Mail that waits is cancelled unless `keep_mail` is True. Call it again, with another idempotency key,
        until `complete` is True. Raises NotFoundError, or PermissionDeniedError for a key with a scope that
        yours lacks.
        """
        return self._transport.mutate(
            op.STOP_API_KEY, options, ids={"id": id}, body={} if body is None else body
        )
