import { APIKeysApi, type ListApiKeysRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { ApiKey, ApiKeyList, CreatedApiKey } from '../replies.js'
import type { CreateApiKeyRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'
import { isRecord } from '../arguments.js'
import { datesAsText } from '../times.js'

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
    return this.#transport.mutate(
      APIKeysApi,
      { operation: 'createApiKey', name: 'apiKeys.create', body },
      options,
      (api, idempotencyKey) =>
        api.createApiKeyRaw({ CreateApiKeyRequest: keyOnTheWire(body), Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists keys, newest first, revoked and expired ones included, never their secrets. */
  list(query: ListApiKeysRequest = {}, options: RequestOptions = {}): PagePromise<ApiKey, ApiKeyList> {
    return this.#transport.list(
      APIKeysApi,
      { operation: 'listApiKeys', name: 'apiKeys.list' },
      query,
      options,
      (api, query) => api.listApiKeysRaw(query),
    )
  }

  /**
   * Revokes a key by its id, not by its secret. It stops working within seconds; revoking it again changes
   * nothing. Rejects with NotFoundError.
   */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      APIKeysApi,
      { operation: 'revokeApiKey', name: 'apiKeys.revoke', ids: { id } },
      options,
      (api, idempotencyKey) => api.revokeApiKeyRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}

function keyOnTheWire({ restrictions, ...others }: CreateApiKeyRequest) {
  if (!isRecord(restrictions)) return others
  return { ...others, restrictions: datesAsText(restrictions, 'apiKeys.create(body): body.restrictions') }
}
