import type {
  CreateProviderSessionRequest,
  CreateSignInAuthorizationRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { CreatedSession, SignInAuthorization } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** Signing in by the identity provider of a workspace. Needs no credential. */
export class SignInAuthorizations {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Returns the page of the provider to send a person to, found by the domain of the address. Attempted once. Rejects
   * with NotFoundError if no workspace has proven the domain, or RateLimitError.
   */
  create(
    body: CreateSignInAuthorizationRequest,
    options: RequestOptions = {},
  ): APIPromise<SignInAuthorization> {
    return this.#transport.mutate(
      op.createSignInAuthorization,
      'signInAuthorizations.create',
      { body },
      options,
    )
  }

  /**
   * Exchanges the parameters that the provider has sent the browser back with for a session. Attempted once. Rejects
   * with AuthenticationError of the code `invalid_authorization`, PermissionDeniedError of the code
   * `sign_in_not_allowed`, or RateLimitError.
   */
  createProviderSession(
    body: CreateProviderSessionRequest,
    options: RequestOptions = {},
  ): APIPromise<CreatedSession> {
    return this.#transport.mutate(
      op.createProviderSession,
      'signInAuthorizations.createProviderSession',
      { body },
      options,
    )
  }
}
