import {
  APIKeysApi,
  type ApiKey,
  type ApiKeyList,
  type CreateApiKeyRequest,
  type CreatedApiKey,
  type ListApiKeysRequest,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
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
  create(body: CreateApiKeyRequest, options: MutationOptions = {}): Promise<CreatedApiKey> {
    return this.#transport.mutate(APIKeysApi, options, (api, idempotencyKey) =>
      api.createApiKey({ CreateApiKeyRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists keys, newest first, revoked and expired ones included, never their secrets. */
  list(query: ListApiKeysRequest = {}, options: RequestOptions = {}): PagePromise<ApiKey, ApiKeyList> {
    return paginate(query, (query) =>
      this.#transport.read(APIKeysApi, options, (api) => api.listApiKeys(query)),
    )
  }

  /**
   * Revokes a key by its id, not by its secret. It stops working within seconds; revoking it again changes
   * nothing. Rejects with NotFoundError.
   */
  revoke(id: string, options: MutationOptions = {}): Promise<ApiKey> {
    return this.#transport.mutate(APIKeysApi, options, (api, idempotencyKey) =>
      api.revokeApiKey({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
