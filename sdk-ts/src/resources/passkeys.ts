import {
  PasskeysApi,
  type CreatePasskeyRequest,
  type CreatePasskeySessionRequest,
  type UpdatePasskeyRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type {
  CreatedSession,
  Passkey,
  PasskeyChallenge,
  PasskeyList,
  PasskeyRegistration,
} from '../replies.js'
import type { ListPasskeysRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/**
 * Keys of a user's devices, which sign the user in without a mail. Needs a session, but for `createChallenge` and
 * `createSession`.
 */
export class Passkeys {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Begins to register a passkey: `options` of the reply is for `PublicKeyCredential.parseCreationOptionsFromJSON`.
   * Rejects with PermissionDeniedError for a program's session, or APIError of the code `invalid_state` where there are
   * too many or the service is at an address that can have none.
   */
  createRegistration(options: MutationOptions = {}): APIPromise<PasskeyRegistration> {
    return this.#transport.mutate(
      PasskeysApi,
      { operation: 'createPasskeyRegistration', name: 'passkeys.createRegistration' },
      options,
      (api, idempotencyKey) => api.createPasskeyRegistrationRaw({ Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Registers a passkey: `credential` is what `toJSON()` of the browser's credential returns. Rejects with
   * ValidationError where it does not belong to the registration, which works once, for 5 minutes.
   */
  create(body: CreatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(
      PasskeysApi,
      { operation: 'createPasskey', name: 'passkeys.create', body },
      options,
      (api, idempotencyKey) =>
        api.createPasskeyRaw({ CreatePasskeyRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists passkeys, newest first: your own, or an admin's choice of `user_id`. */
  list(query: ListPasskeysRequest = {}, options: RequestOptions = {}): PagePromise<Passkey, PasskeyList> {
    return this.#transport.list(
      PasskeysApi,
      { operation: 'listPasskeys', name: 'passkeys.list' },
      query,
      options,
      (api, query) => api.listPasskeysRaw(query),
    )
  }

  /** Renames a passkey. Rejects with NotFoundError, PermissionDeniedError or ValidationError. */
  update(id: string, body: UpdatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(
      PasskeysApi,
      { operation: 'updatePasskey', name: 'passkeys.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updatePasskeyRaw({ id, UpdatePasskeyRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Removes a passkey, which signs nobody in any more; sessions that it began go on. Rejects with NotFoundError or
   * PermissionDeniedError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      PasskeysApi,
      { operation: 'deletePasskey', name: 'passkeys.delete', ids: { id } },
      options,
      (api, idempotencyKey) => api.deletePasskeyRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Begins to sign in: `options` of the reply is for `PublicKeyCredential.parseRequestOptionsFromJSON`. Needs no
   * credential, and is attempted once. Rejects with RateLimitError, or APIError of the code `invalid_state`.
   */
  createChallenge(options: RequestOptions = {}): APIPromise<PasskeyChallenge> {
    return this.#transport.mutateOnce(
      PasskeysApi,
      { operation: 'createPasskeyChallenge', name: 'passkeys.createChallenge' },
      options,
      (api) => api.createPasskeyChallengeRaw(),
    )
  }

  /**
   * Signs in: `credential` is what `toJSON()` of the browser's credential returns. `token` is a credential, as an API
   * key is: it is in this reply alone. Needs no credential, and is attempted once, since a challenge works once. Rejects
   * with AuthenticationError of the code `invalid_passkey` whatever is wrong, or RateLimitError.
   */
  createSession(body: CreatePasskeySessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutateOnce(
      PasskeysApi,
      { operation: 'createPasskeySession', name: 'passkeys.createSession', body },
      options,
      (api) => api.createPasskeySessionRaw({ CreatePasskeySessionRequest: body }),
    )
  }
}
