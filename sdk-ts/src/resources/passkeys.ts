import type {
  CreatePasskeyRequest,
  CreatePasskeySessionRequest,
  UpdatePasskeyRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  CreatedSession,
  Passkey,
  PasskeyChallenge,
  PasskeyList,
  PasskeyRegistration,
} from '../replies/replies.js'
import type { ListPasskeysRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Passkeys on a user's devices, which sign the user in without an e-mail. Needs a session, except for
 * `createChallenge` and `createSession`.
 */
export class Passkeys {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Starts to register a passkey. Pass the reply's `options` to `PublicKeyCredential.parseCreationOptionsFromJSON`.
   * Rejects with PermissionDeniedError for a program's session, or with APIError (code `invalid_state`) if there are
   * too many passkeys or the service's address does not support passkeys.
   */
  createRegistration(options: MutationOptions = {}): APIPromise<PasskeyRegistration> {
    return this.#transport.mutate(op.createPasskeyRegistration, 'passkeys.createRegistration', {}, options)
  }

  /**
   * Registers a passkey. Set `credential` to the result of calling `toJSON()` on the browser's credential. A
   * registration works once, for 5 minutes. Rejects with ValidationError if the credential does not belong to the
   * registration.
   */
  create(body: CreatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(op.createPasskey, 'passkeys.create', { body }, options)
  }

  /** Lists passkeys, newest first. You see your own passkeys. An admin can choose a user with `user_id`. */
  list(query: ListPasskeysRequest = {}, options: RequestOptions = {}): PagePromise<Passkey, PasskeyList> {
    return this.#transport.list(op.listPasskeys, 'passkeys.list', { query }, options)
  }

  /** Renames a passkey. Rejects with NotFoundError, PermissionDeniedError or ValidationError. */
  update(id: string, body: UpdatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(op.updatePasskey, 'passkeys.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a passkey. Nobody can sign in with it any longer. Sessions that it started continue. Rejects with
   * NotFoundError or PermissionDeniedError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deletePasskey, 'passkeys.delete', { ids: { id } }, options)
  }

  /**
   * Starts to sign in. Pass the reply's `options` to `PublicKeyCredential.parseRequestOptionsFromJSON`. Needs no
   * credential. The call is not retried. Rejects with RateLimitError, or with APIError (code `invalid_state`).
   */
  createChallenge(options: RequestOptions = {}): APIPromise<PasskeyChallenge> {
    return this.#transport.mutate(op.createPasskeyChallenge, 'passkeys.createChallenge', {}, options)
  }

  /**
   * Signs in. Set `credential` to the result of calling `toJSON()` on the browser's credential. The reply's `token` is
   * a credential like an API key, and only this reply contains it. Needs no credential. The call is not retried,
   * because a challenge works only once. Rejects with AuthenticationError (code `invalid_passkey`) for every kind of
   * mistake, or with RateLimitError.
   */
  createSession(body: CreatePasskeySessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutate(op.createPasskeySession, 'passkeys.createSession', { body }, options)
  }
}
