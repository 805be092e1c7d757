import type { CreateSessionRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { CreatedSession, Session, SessionList } from '../replies/replies.js'
import type { ListSessionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Users who are signed in. Needs a session, except for `create`. In place of an id, `current` is the session itself.
 */
export class Sessions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Exchanges the token of a sign-in link, which works once, for a session. `token` is a credential, as an API key
   * is: it is in this reply alone. Needs no credential.
   *
   * The call is attempted once: the operation takes no idempotency key, and if a reply was lost the token may have
   * been used. Rejects with AuthenticationError of the code `invalid_sign_in_link` for an unknown, used or expired
   * token, or RateLimitError.
   */
  create(body: CreateSessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutate(op.createSession, 'sessions.create', { body }, options)
  }

  /** Lists the sessions that are valid, newest first: your own, or an admin's choice of `user_id`. */
  list(query: ListSessionsRequest = {}, options: RequestOptions = {}): PagePromise<Session, SessionList> {
    return this.#transport.list(op.listSessions, 'sessions.list', { query }, options)
  }

  /** Returns one session with its user and workspace. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Session> {
    return this.#transport.read(op.retrieveSession, 'sessions.retrieve', { ids: { id } }, options)
  }

  /** Ends a session, everywhere within 5 seconds. Rejects with NotFoundError or PermissionDeniedError. */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.revokeSession, 'sessions.revoke', { ids: { id } }, options)
  }
}
