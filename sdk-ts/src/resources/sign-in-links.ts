import type { CreateSignInLinkRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { RequestedSignInLink } from '../replies/replies.js'
import type { Transport } from '../transport/transport.js'

/** Sign-in links sent by e-mail. Each link signs a user in once. Needs no credential. */
export class SignInLinks {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Sends a mail with a link for each workspace that has a user with this address. The reply is the same if no
   * workspace has one. The call is not retried, because the operation takes no idempotency key and each attempt can
   * send a mail. Rejects with ValidationError, or with RateLimitError after 10 calls in 15 minutes.
   */
  create(body: CreateSignInLinkRequest, options: RequestOptions = {}): APIPromise<RequestedSignInLink> {
    return this.#transport.mutate(op.createSignInLink, 'signInLinks.create', { body }, options)
  }
}
