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
        AwsCredentials,
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
    """API keys, the credentials for servers. Needs a workspace key or an admin's session."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateApiKeyRequest, **options: Unpack[MutationOptions]) -> CreatedApiKey:
        """Create an API key.

        Only this reply contains `secret`, so store it immediately. For 10 minutes, the same call with the
        same idempotency key returns the secret again, and None after that. Raises ValidationError, or
        PermissionDeniedError if the new key would have more permissions than yours.
        """
        return self._transport.mutate(op.CREATE_API_KEY, options, body=body)

    def list(
        self, query: ListApiKeysQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[ApiKey, ApiKeyList]:
        """List keys, newest first, including revoked and expired ones, never with their secrets."""
        return self._transport.list(op.LIST_API_KEYS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> ApiKey:
        """Return one key, never with its secret. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_API_KEY, options, ids={"id": id})

    def update(self, id: str, body: UpdateApiKeyRequest, **options: Unpack[MutationOptions]) -> ApiKey:
        """Rename a key, remove scopes from it or restrict it further. Changes apply within seconds.

        Fields that `body` leaves out stay as they are. Raises NotFoundError, ValidationError if the change
        would give the key more permissions, or APIError with the code `invalid_state` for a revoked key.
        """
        return self._transport.mutate(op.UPDATE_API_KEY, options, ids={"id": id}, body=body)

    def revoke(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Revoke a key by its id, not by its secret.

        The key stops working within seconds. Revoking it again changes nothing. Raises NotFoundError, or
        PermissionDeniedError if the key has a scope that yours lacks.
        """
        self._transport.mutate(op.REVOKE_API_KEY, options, ids={"id": id})

    def stop(
        self, id: str, body: StopApiKeyRequest | None = None, **options: Unpack[MutationOptions]
    ) -> StoppedApiKey:
        """Stop a leaked key: revoke it and the keys that it created, and cancel their mail.

        Waiting mail is cancelled unless `keep_mail` is True. Repeat the call, each time with another
        idempotency key, until `complete` is True. Raises NotFoundError, or PermissionDeniedError if the key
        has a scope that yours lacks.
        """
        return self._transport.mutate(
            op.STOP_API_KEY, options, ids={"id": id}, body={} if body is None else body
        )

    def create_aws_credentials(self, id: str, **options: Unpack[MutationOptions]) -> AwsCredentials:
        """Return the AWS credentials of a key, for programs that send with the packages of Amazon SES.

        A key returns only its own, as `current` or by its id; a session returns those of other keys. Each
        call returns the same pair. Raises NotFoundError, or APIError (code `invalid_state`) if the key is
        revoked.
        """
        return self._transport.mutate(op.CREATE_API_KEY_AWS_CREDENTIALS, options, ids={"id": id})
