import { SessionsApi, type CreateSessionRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { CreatedSession, Session, SessionList } from '../replies.js'
import type { ListSessionsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/** Users who are signed in. Needs a session, but for `create`. In place of an id, `current` is the session itself. */
export class Sessions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Exchanges the token of a sign-in link, which works once, for a session. `token` is a credential, as an API key is:
   * it is in this reply alone. Needs no credential.
   *
   * It is attempted once: the operation takes no idempotency key, and where a reply was lost the token may have been
   * used. Rejects with AuthenticationError of the code `invalid_sign_in_link` for an unknown, used or expired token, or
   * RateLimitError.
   */
  create(body: CreateSessionRequest, options: RequestOptions = {}): APIPromise<CreatedSession> {
    return this.#transport.mutateOnce(
      SessionsApi,
      { operation: 'createSession', name: 'sessions.create', body },
      options,
      (api) => api.createSessionRaw({ CreateSessionRequest: body }),
    )
  }

  /** Lists the sessions that are valid, newest first: your own, or an admin's choice of `user_id`. */
  list(query: ListSessionsRequest = {}, options: RequestOptions = {}): PagePromise<Session, SessionList> {
    return this.#transport.list(
      SessionsApi,
      { operation: 'listSessions', name: 'sessions.list' },
      query,
      options,
      (api, query) => api.listSessionsRaw(query),
    )
  }

  /** Returns one session with its user and workspace. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Session> {
    return this.#transport.read(
      SessionsApi,
      { operation: 'retrieveSession', name: 'sessions.retrieve', ids: { id } },
      options,
      (api) => api.retrieveSessionRaw({ id }),
    )
  }

  /** Ends a session, everywhere within 5 seconds. Rejects with NotFoundError or PermissionDeniedError. */
  revoke(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      SessionsApi,
      { operation: 'revokeSession', name: 'sessions.revoke', ids: { id } },
      options,
      (api, idempotencyKey) => api.revokeSessionRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
