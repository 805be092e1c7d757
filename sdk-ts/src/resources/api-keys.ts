import {
  APIKeysApi,
  type CreateApiKeyRequest,
  type ListApiKeysRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { ApiKey, ApiKeyList, CreatedApiKey } from '../replies.js'
import type { Transport } from '../transport.js'

/** API keys are credentials for servers. Needs a workspace key or a session. */
export class ApiKeys {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Issues a key. `secret` is shown in this reply alone: store it at once. It is null where the service had done
   * this before, under the same idempotency key.
   *
   * Rejects with ValidationError, or PermissionDeniedError for a key that could do more than yours.
   */
  create(body: CreateApiKeyRequest, options: MutationOptions = {}): APIPromise<CreatedApiKey> {
    return this.#transport.mutate(APIKeysApi, 'createApiKey', options, (api, idempotencyKey) =>
      api.createApiKeyRaw({ CreateApiKeyRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists keys, newest first, revoked and expired ones included, never their secrets. */
  list(query: ListApiKeysRequest = {}, options: RequestOptions = {}): PagePromise<ApiKey, ApiKeyList> {
    return this.#transport.list(APIKeysApi, 'listApiKeys', query, options, (api, query) =>
      api.listApiKeysRaw(query),
    )
  }

  /**
   * Revokes a key by its id, not by its secret. It stops working within seconds; revoking it again changes
   * nothing. Rejects with NotFoundError.
   */
  revoke(id: string, options: MutationOptions = {}): APIPromise<ApiKey> {
    return this.#transport.mutate(APIKeysApi, 'revokeApiKey', options, (api, idempotencyKey) =>
      api.revokeApiKeyRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
