import type { RequestSubscriptionRequest, UnsubscribeRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Subscription, SubscriptionList, SubscriptionRequest } from '../replies/replies.js'
import type { ListSubscriptionsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Subscriptions to a list, by opt-in. Needs the scope `contacts:*`, and `messages:send` to request a confirmation. */
export class Subscriptions {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Asks an address to confirm its subscription to a list, with at most one mail in 24 hours. `outcome` has the
   * result. Rejects with NotFoundError, and with the errors of a send.
   */
  request(
    listId: string,
    body: RequestSubscriptionRequest,
    options: MutationOptions = {},
  ): APIPromise<SubscriptionRequest> {
    return this.#transport.mutate(
      op.requestSubscription,
      'subscriptions.request',
      { ids: { listId }, body },
      options,
    )
  }

  /** Lists a list's subscriptions, newest first. Rejects with NotFoundError. */
  list(
    listId: string,
    query: Omit<ListSubscriptionsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<Subscription, SubscriptionList> {
    return this.#transport.list(
      op.listSubscriptions,
      'subscriptions.list',
      { ids: { listId }, query },
      options,
    )
  }

  /** Returns one subscription with its proof of consent. Rejects with NotFoundError. */
  retrieve(listId: string, subscriptionId: string, options: RequestOptions = {}): APIPromise<Subscription> {
    return this.#transport.read(
      op.retrieveSubscription,
      'subscriptions.retrieve',
      { ids: { listId, subscriptionId } },
      options,
    )
  }

  /** Ends a subscription, for example from your own preference page. Rejects with NotFoundError. */
  unsubscribe(
    listId: string,
    subscriptionId: string,
    body: UnsubscribeRequest = {},
    options: MutationOptions = {},
  ): APIPromise<Subscription> {
    return this.#transport.mutate(
      op.unsubscribeSubscription,
      'subscriptions.unsubscribe',
      { ids: { listId, subscriptionId }, body },
      options,
    )
  }
}
