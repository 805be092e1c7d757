import type { StopApiKeyRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { ApiKey, ApiKeyList, CreatedApiKey, StoppedApiKey } from '../replies/replies.js'
import type {
  CreateApiKeyRequest,
  ListApiKeysRequest,
  UpdateApiKeyRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'
import { isRecord } from '../arguments/arguments.js'
import { datesAsText } from '../arguments/times.js'

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
      op.createApiKey,
      'apiKeys.create',
      { body, onTheWire: keyOnTheWire },
      options,
    )
  }

  /** Lists keys, newest first, revoked and expired ones included, never their secrets. */
  list(query: ListApiKeysRequest = {}, options: RequestOptions = {}): PagePromise<ApiKey, ApiKeyList> {
    return this.#transport.list(op.listApiKeys, 'apiKeys.list', { query }, options)
  }

  /** Returns one key, never its secret. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<ApiKey> {
    return this.#transport.read(op.retrieveApiKey, 'apiKeys.retrieve', { ids: { id } }, options)
  }

  /**
   * Renames a key, or leaves it fewer scopes or narrower restrictions, within seconds: fields that `body` leaves out
   * stay as they are. Rejects with NotFoundError, ValidationError for a change that would widen it, or APIError of
   * the code `invalid_state` for a revoked key.
   */
  update(id: string, body: UpdateApiKeyRequest, options: MutationOptions = {}): APIPromise<ApiKey> {
    return this.#transport.mutate(
      op.updateApiKey,
      'apiKeys.update',
      { ids: { id }, body, onTheWire: keyOnTheWire },
      options,
    )
  }

  /**
   * Revokes a key by its id, not by its secret. It stops working within seconds; revoking it again changes
   * nothing. Rejects with NotFoundError.
   */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.revokeApiKey, 'apiKeys.revoke', { ids: { id } }, options)
  }

  /**
   * Stops a key that has leaked: revokes it and the keys that it has issued, and cancels their mail that waits, unless
   * `keep_mail` is true. Call it again, under another idempotency key, until `complete` is true. Rejects with
   * NotFoundError.
   */
  stop(id: string, body: StopApiKeyRequest = {}, options: MutationOptions = {}): APIPromise<StoppedApiKey> {
    return this.#transport.mutate(op.stopApiKey, 'apiKeys.stop', { ids: { id }, body }, options)
  }
}

function keyOnTheWire<Key extends { restrictions?: Restrictions }>(body: Key, where: string) {
  const { restrictions, ...others } = body
  if (!isRecord(restrictions)) return others
  return { ...others, restrictions: datesAsText<Restrictions>(restrictions, `${where}.restrictions`) }
}
