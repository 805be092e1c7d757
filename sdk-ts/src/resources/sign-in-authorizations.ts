import type {
  CreateProviderSessionRequest,
  CreateSignInAuthorizationRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { CreatedSession, SignInAuthorization } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** Sign-in through a workspace's identity provider. Needs no credential. */
export class SignInAuthorizations {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Returns the provider's sign-in page to send a person to. The service finds the provider by the domain of the
   * address. The call is not retried. Rejects with NotFoundError if no workspace has verified the domain, or with
   * RateLimitError.
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
   * Exchanges the parameters of the provider's redirect for a session. The call is not retried. Rejects with
   * AuthenticationError (code `invalid_authorization`), with PermissionDeniedError (code `sign_in_not_allowed`), or
   * with RateLimitError.
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
