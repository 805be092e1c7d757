import {
  APIKeysApi,
  type ApiKey,
  type ApiKeyList,
  type ApiKeyRestrictions,
  type CreateApiKeyRequest as GeneratedRequest,
  type CreatedApiKey,
  type ListApiKeysRequest,
  type Scope,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
import type { Transport } from '../transport.js'

/**
 * A key to issue. Written out where the generated type is wrong: it has a Set for the scopes, which JSON turns
 * into `{}`, and wants every restriction, where an absent one does not narrow the key.
 */
export interface CreateApiKeyRequest extends Omit<GeneratedRequest, 'scopes' | 'restrictions'> {
  /** What the key may do, each scope once. */
  scopes: readonly Scope[]
  /** What narrows the key. An absent or null value does not narrow it. */
  restrictions?: Partial<ApiKeyRestrictions>
}

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
    const request = body as unknown as GeneratedRequest
    return this.#transport.mutate(APIKeysApi, options, (api, idempotencyKey) =>
      api.createApiKey({ CreateApiKeyRequest: request, Idempotency_Key: idempotencyKey }),
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
