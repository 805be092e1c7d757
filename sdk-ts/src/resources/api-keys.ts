import type { StopApiKeyRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { ApiKey, ApiKeyList, AwsCredentials, CreatedApiKey, StoppedApiKey } from '../replies/replies.js'
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
   * Creates an API key. Only this reply contains `secret`, so store it at once. Repeating the call with the same
   * idempotency key returns the secret again for 10 minutes, and null after that.
   *
   * Rejects with ValidationError, or with PermissionDeniedError if the new key would have more permissions than yours.
   */
  create(body: CreateApiKeyRequest, options: MutationOptions = {}): APIPromise<CreatedApiKey> {
    return this.#transport.mutate(
      op.createApiKey,
      'apiKeys.create',
      { body, onTheWire: keyOnTheWire },
      options,
    )
  }

  /** Lists keys, newest first, including revoked and expired keys. Secrets are never returned. */
  list(query: ListApiKeysRequest = {}, options: RequestOptions = {}): PagePromise<ApiKey, ApiKeyList> {
    return this.#transport.list(op.listApiKeys, 'apiKeys.list', { query }, options)
  }

  /** Returns one key without its secret. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<ApiKey> {
    return this.#transport.read(op.retrieveApiKey, 'apiKeys.retrieve', { ids: { id } }, options)
  }

  /**
   * Renames a key, removes scopes from it or narrows its restrictions. Fields missing from `body` keep their values.
   * The change takes effect within seconds. Rejects with NotFoundError, with ValidationError if the change would widen
   * the key's permissions, or with APIError (code `invalid_state`) if the key is revoked.
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
   * Revokes a key by its id, not its secret. The key stops working within seconds. Revoking it again changes nothing.
   * Rejects with NotFoundError.
   */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.revokeApiKey, 'apiKeys.revoke', { ids: { id } }, options)
  }

  /**
   * Stops a leaked key. The service revokes the key and every key that it created, and cancels their waiting mail
   * unless `keep_mail` is true. Repeat the call with a new idempotency key until `complete` is true. Rejects with
   * NotFoundError.
   */
  stop(id: string, body: StopApiKeyRequest = {}, options: MutationOptions = {}): APIPromise<StoppedApiKey> {
    return this.#transport.mutate(op.stopApiKey, 'apiKeys.stop', { ids: { id }, body }, options)
  }

  /**
   * Returns the AWS credentials of a key, for programs that send with the packages of Amazon SES. A key returns only
   * its own, as `current` or by its id; a session returns those of other keys. Each call returns the same pair.
   * Rejects with NotFoundError, or with APIError (code `invalid_state`) if the key is revoked.
   */
  createAwsCredentials(id: string, options: MutationOptions = {}): APIPromise<AwsCredentials> {
    return this.#transport.mutate(
      op.createApiKeyAwsCredentials,
      'apiKeys.createAwsCredentials',
      { ids: { id } },
      options,
    )
  }
}

function keyOnTheWire<Key extends { restrictions?: Restrictions }>(body: Key, where: string) {
  const { restrictions, ...others } = body
  if (!isRecord(restrictions)) return others
  return { ...others, restrictions: datesAsText<Restrictions>(restrictions, `${where}.restrictions`) }
}
