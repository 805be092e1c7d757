import { APIKeysApi, type StopApiKeyRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { ApiKey, ApiKeyList, CreatedApiKey, StoppedApiKey } from '../replies.js'
import type { CreateApiKeyRequest, ListApiKeysRequest, UpdateApiKeyRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'
import { isRecord } from '../arguments.js'
import { datesAsText } from '../times.js'

type Restrictions = NonNullable<CreateApiKeyRequest['restrictions']>

/** API keys are credentials for servers. Needs a workspace key or a session. */
export class ApiKeys {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Issues a key. `secret` is shown in this reply alone: store it at once. The same call under the same idempotency
   * key returns it again for 10 minutes, and then null.
   *
   * Rejects with ValidationError, or PermissionDeniedError for a key that could do more than yours.
   */
  create(body: CreateApiKeyRequest, options: MutationOptions = {}): APIPromise<CreatedApiKey> {
    return this.#transport.mutate(
      APIKeysApi,
      { operation: 'createApiKey', name: 'apiKeys.create', body },
      options,
      (api, idempotencyKey) =>
        api.createApiKeyRaw({
          CreateApiKeyRequest: keyOnTheWire(body, 'create'),
          Idempotency_Key: idempotencyKey,
        }),
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

  /** Returns one key, never its secret. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<ApiKey> {
    return this.#transport.read(
      APIKeysApi,
      { operation: 'retrieveApiKey', name: 'apiKeys.retrieve', ids: { id } },
      options,
      (api) => api.retrieveApiKeyRaw({ id }),
    )
  }

  /**
   * Renames a key, or leaves it fewer scopes or narrower restrictions, within seconds: what `body` leaves out stays as
   * it is. Rejects with NotFoundError, ValidationError for what would widen it, or APIError of the code `invalid_state`
   * for a revoked key.
   */
  update(id: string, body: UpdateApiKeyRequest, options: MutationOptions = {}): APIPromise<ApiKey> {
    return this.#transport.mutate(
      APIKeysApi,
      { operation: 'updateApiKey', name: 'apiKeys.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateApiKeyRaw({
          id,
          UpdateApiKeyRequest: keyOnTheWire(body, 'update'),
          Idempotency_Key: idempotencyKey,
        }),
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

  /**
   * Stops a key that has leaked: revokes it and the keys that it has issued, and cancels their mail that waits, unless
   * `keep_mail` is true. Call it again, under another idempotency key, until `complete` is true. Rejects with
   * NotFoundError.
   */
  stop(id: string, body: StopApiKeyRequest = {}, options: MutationOptions = {}): APIPromise<StoppedApiKey> {
    return this.#transport.mutate(
      APIKeysApi,
      { operation: 'stopApiKey', name: 'apiKeys.stop', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.stopApiKeyRaw({ id, StopApiKeyRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }
}

function keyOnTheWire<Key extends { restrictions?: Restrictions }>(body: Key, method: string) {
  const { restrictions, ...others } = body
  if (!isRecord(restrictions)) return others
  const where = `apiKeys.${method}(body): body.restrictions`
  return { ...others, restrictions: datesAsText<Restrictions>(restrictions, where) }
}
