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
 * Keys of a user's devices, which sign the user in without a mail. Needs a session, except for `createChallenge` and
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
   * Rejects with PermissionDeniedError for a program's session, or APIError of the code `invalid_state` if there are
   * too many or the service is at an address that can have none.
   */
  createRegistration(options: MutationOptions = {}): APIPromise<PasskeyRegistration> {
    return this.#transport.mutate(op.createPasskeyRegistration, 'passkeys.createRegistration', {}, options)
  }

  /**
   * Registers a passkey: `credential` is the result of `toJSON()` of the browser's credential. Rejects with
   * ValidationError if it does not belong to the registration, which works once, for 5 minutes.
   */
  create(body: CreatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(op.createPasskey, 'passkeys.create', { body }, options)
  }

  /** Lists passkeys, newest first: your own, or an admin's choice of `user_id`. */
  list(query: ListPasskeysRequest = {}, options: RequestOptions = {}): PagePromise<Passkey, PasskeyList> {
    return this.#transport.list(op.listPasskeys, 'passkeys.list', { query }, options)
  }

  /** Renames a passkey. Rejects with NotFoundError, PermissionDeniedError or ValidationError. */
  update(id: string, body: UpdatePasskeyRequest, options: MutationOptions = {}): APIPromise<Passkey> {
    return this.#transport.mutate(op.updatePasskey, 'passkeys.update', { ids: { id }, body }, options)
  }

  /**
   * Removes a passkey, which signs nobody in any more; sessions that it began go on. Rejects with NotFoundError or
   * PermissionDeniedError.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deletePasskey, 'passkeys.delete', { ids: { id } }, options)
  }

  /**
   * Begins to sign in: `options` of the reply is for `PublicKeyCredential.parseRequestOptionsFromJSON`. Needs no
   * credential, and is attempted once. Rejects with RateLimitError, or APIError of the code `invalid_state`.
   */
  createChallenge(options: RequestOptions = {}): APIPromise<PasskeyChallenge> {
    return this.#transport.mutate(op.createPasskeyChallenge, 'passkeys.createChallenge', {}, options)
  }

  /**
   * Signs in: `credential` is the result of `toJSON()` of the browser's credential. `token` is a credential, as an
   * API key is: it is in this reply alone. Needs no credential, and is attempted once, since a challenge works once.
   * Rejects with AuthenticationError of the code `invalid_passkey` whatever is wrong, or RateLimitError.
   */
  createSession(body: CreatePasskeySessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutate(op.createPasskeySession, 'passkeys.createSession', { body }, options)
  }
}
