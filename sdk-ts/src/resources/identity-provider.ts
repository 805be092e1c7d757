import type { UpsertIdentityProviderRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { IdentityProvider } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/**
 * The OpenID provider that the workspace's users sign in with. Needs an admin's session. Changing the provider needs
 * an owner's session.
 */
export class IdentityProviderResource {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns the provider, and whether its domains are verified. Rejects with NotFoundError if there is none. */
  retrieve(options: RequestOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.read(op.retrieveIdentityProvider, 'identityProvider.retrieve', {}, options)
  }

  /**
   * Sets the provider. The service first requests the provider's configuration and looks up the DNS record of each
   * domain. Rejects with ValidationError if the provider does not answer as an OpenID provider.
   */
  upsert(body: UpsertIdentityProviderRequest, options: MutationOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.mutate(op.upsertIdentityProvider, 'identityProvider.upsert', { body }, options)
  }

  /**
   * Checks the provider and the DNS records again. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`).
   */
  check(options: MutationOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.mutate(op.checkIdentityProvider, 'identityProvider.check', {}, options)
  }

  /**
   * Deletes the provider. Users and their sessions are kept. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`) while sign-in links are turned off.
   */
  delete(options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteIdentityProvider, 'identityProvider.delete', {}, options)
  }
}
