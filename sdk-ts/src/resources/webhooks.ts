import type {
  RotateWebhookSecretRequest,
  UpdateWebhookRequest,
  UpsertWebhookRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  SavedWebhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookHealth,
  WebhookHealthList,
  WebhookList,
  WebhookSubscription,
} from '../replies/replies.js'
import type {
  ListWebhookDeliveriesRequest,
  ListWebhookHealthRequest,
  ListWebhooksRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Have events sent to your endpoints, signed. Needs a workspace key with the scope `webhooks:*`, or a session. */
export class Webhooks {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists subscriptions, newest first, disabled ones included, never their secrets. */
  list(
    query: ListWebhooksRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookSubscription, WebhookList> {
    return this.#transport.list(op.listWebhooks, 'webhooks.list', { query }, options)
  }

  /**
   * Creates a subscription, or replaces the one of this `id`, else of this `url`: fields that `body` leaves out get
   * their defaults. If a subscription was created, `secret` is shown in this reply alone: store it at once. It is
   * null if one was replaced. The same call under the same idempotency key returns it again for 10 minutes, and then
   * null.
   *
   * Rejects with ValidationError, NotFoundError for an unknown `id`, or APIError of the code
   * `webhook_exists_similarly` for a new `url` that is similar to another subscription's, unless `allow_similar` is
   * true.
   */
  upsert(body: UpsertWebhookRequest, options: MutationOptions = {}): APIPromise<SavedWebhook> {
    return this.#transport.mutate(op.upsertWebhook, 'webhooks.upsert', { body }, options)
  }

  /**
   * Like `upsert`, but fields that `body` leaves out stay as they are. A `url` that has no subscription creates one
   * here, too. `enabled: true` enables a disabled subscription again. Rejects as `upsert` does.
   */
  update(body: UpdateWebhookRequest, options: MutationOptions = {}): APIPromise<SavedWebhook> {
    return this.#transport.mutate(op.updateWebhook, 'webhooks.update', { body }, options)
  }

  /** Returns one subscription, never its secrets. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<WebhookSubscription> {
    return this.#transport.read(op.retrieveWebhook, 'webhooks.retrieve', { ids: { id } }, options)
  }

  /** Deletes a subscription. Nothing more is sent to it; its history stays. Rejects with NotFoundError. */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteWebhook, 'webhooks.delete', { ids: { id } }, options)
  }

  /**
   * Makes a new signing secret, shown in this reply alone; the same call under the same idempotency key returns it
   * again for 10 minutes. The old one signs beside it for `overlap_seconds` (default: a day). Rejects with
   * NotFoundError, or APIError of the code `invalid_state` if five secrets sign already.
   */
  rotateSecret(
    id: string,
    body: RotateWebhookSecretRequest = {},
    options: MutationOptions = {},
  ): APIPromise<SavedWebhook> {
    return this.#transport.mutate(
      op.rotateWebhookSecret,
      'webhooks.rotateSecret',
      { ids: { id }, body },
      options,
    )
  }

  /** Ends a rotation early: only the newest secret signs from now on. Rejects with NotFoundError. */
  revokePreviousSecrets(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      op.revokeWebhookPreviousSecrets,
      'webhooks.revokePreviousSecrets',
      { ids: { id } },
      options,
    )
  }

  /**
   * Sends a `webhook.test` event to a subscription, once. Returns the delivery before the attempt is made; the
   * delivery later has its result. Rejects with NotFoundError, or APIError of the code `invalid_state` if the
   * subscription is disabled.
   */
  test(id: string, options: MutationOptions = {}): APIPromise<WebhookDelivery> {
    return this.#transport.mutate(op.testWebhook, 'webhooks.test', { ids: { id } }, options)
  }

  /** Lists deliveries, newest first, with every attempt and the endpoint's reply to it. */
  listDeliveries(
    query: ListWebhookDeliveriesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookDelivery, WebhookDeliveryList> {
    return this.#transport.list(op.listWebhookDeliveries, 'webhooks.listDeliveries', { query }, options)
  }

  /** Returns one delivery of a subscription. Rejects with NotFoundError once it is not retained. */
  retrieveDelivery(
    id: string,
    deliveryId: string,
    options: RequestOptions = {},
  ): APIPromise<WebhookDelivery> {
    return this.#transport.read(
      op.retrieveWebhookDelivery,
      'webhooks.retrieveDelivery',
      { ids: { id, deliveryId } },
      options,
    )
  }

  /**
   * Sends the event of a delivery again, whatever its outcome was. Rejects with NotFoundError, or APIError of the
   * code `invalid_state` if it is being sent or the subscription is disabled.
   */
  replayDelivery(id: string, deliveryId: string, options: MutationOptions = {}): APIPromise<WebhookDelivery> {
    return this.#transport.mutate(
      op.replayWebhookDelivery,
      'webhooks.replayDelivery',
      { ids: { id, deliveryId } },
      options,
    )
  }

  /**
   * Lists the health of each subscription: attempts and successes of the last 24 hours, and the deliveries that wait
   * for it.
   */
  listHealth(
    query: ListWebhookHealthRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookHealth, WebhookHealthList> {
    return this.#transport.list(op.listWebhookHealth, 'webhooks.listHealth', { query }, options)
  }
}
