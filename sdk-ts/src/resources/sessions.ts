import type { CreateSessionRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { CreatedSession, Session, SessionList } from '../replies/replies.js'
import type { ListSessionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Sign-in sessions of users. Needs a session, except for `create`. Pass `current` as the id for your own session. */
export class Sessions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Exchanges the token of a sign-in link for a session. Each link works once. The reply's `token` is a credential
   * like an API key, and only this reply contains it. Needs no credential.
   *
   * The call is not retried. The operation takes no idempotency key, and if a reply is lost, the token may already be
   * used. Rejects with AuthenticationError (code `invalid_sign_in_link`) for an unknown, used or expired token, or
   * with RateLimitError.
   */
  create(body: CreateSessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutate(op.createSession, 'sessions.create', { body }, options)
  }

  /** Lists valid sessions, newest first. You see your own sessions. An admin can choose a user with `user_id`. */
  list(query: ListSessionsRequest = {}, options: RequestOptions = {}): PagePromise<Session, SessionList> {
    return this.#transport.list(op.listSessions, 'sessions.list', { query }, options)
  }

  /** Returns one session with its user and workspace. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Session> {
    return this.#transport.read(op.retrieveSession, 'sessions.retrieve', { ids: { id } }, options)
  }

  /** Ends a session everywhere within 5 seconds. Rejects with NotFoundError or PermissionDeniedError. */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.revokeSession, 'sessions.revoke', { ids: { id } }, options)
  }
}
