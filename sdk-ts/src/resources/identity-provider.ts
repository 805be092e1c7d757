import type { UpsertIdentityProviderRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { IdentityProvider } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/**
 * The OpenID provider by which people of the workspace sign in. Needs a session of an admin, or of an owner to change
 * the provider.
 */
export class IdentityProviderResource {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns the provider, and whether its domains are proven. Rejects with NotFoundError if there is none. */
  retrieve(options: RequestOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.read(op.retrieveIdentityProvider, 'identityProvider.retrieve', {}, options)
  }

  /**
   * Sets the provider. The service first asks the provider for its configuration, and the DNS for the record of each
   * domain. Rejects with ValidationError if the provider does not answer as an OpenID provider.
   */
  upsert(body: UpsertIdentityProviderRequest, options: MutationOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.mutate(op.upsertIdentityProvider, 'identityProvider.upsert', { body }, options)
  }

  /** Asks the provider and the DNS again. Rejects with NotFoundError, or APIError of the code `invalid_state`. */
  check(options: MutationOptions = {}): APIPromise<IdentityProvider> {
    return this.#transport.mutate(op.checkIdentityProvider, 'identityProvider.check', {}, options)
  }

  /**
   * Deletes the provider. Users and their sessions stay. Rejects with NotFoundError, or APIError of the code
   * `invalid_state` while sign-in links are off.
   */
  delete(options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteIdentityProvider, 'identityProvider.delete', {}, options)
  }
}
