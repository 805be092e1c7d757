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

/** Webhooks send signed events to your endpoints. Needs a workspace key with the scope `webhooks:*`, or a session. */
export class Webhooks {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists subscriptions, newest first, including disabled ones. Secrets are never returned. */
  list(
    query: ListWebhooksRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookSubscription, WebhookList> {
    return this.#transport.list(op.listWebhooks, 'webhooks.list', { query }, options)
  }

  /**
   * Creates a subscription, or replaces the one with this `id` or else this `url`. Fields missing from `body` get
   * their defaults. If the call creates a subscription, only this reply contains `secret`, so store it at once. If it
   * replaces one, `secret` is null. Repeating the call with the same idempotency key returns the secret again for 10
   * minutes, and null after that.
   *
   * Rejects with ValidationError, with NotFoundError for an unknown `id`, or with APIError (code
   * `webhook_exists_similarly`) for a new `url` that is similar to another subscription's, unless `allow_similar` is
   * true.
   */
  upsert(body: UpsertWebhookRequest, options: MutationOptions = {}): APIPromise<SavedWebhook> {
    return this.#transport.mutate(op.upsertWebhook, 'webhooks.upsert', { body }, options)
  }

  /**
   * Works like `upsert`, but fields missing from `body` keep their values. A new `url` creates a subscription here
   * too. `enabled: true` enables a disabled subscription again. Rejects as `upsert` does.
   */
  update(body: UpdateWebhookRequest, options: MutationOptions = {}): APIPromise<SavedWebhook> {
    return this.#transport.mutate(op.updateWebhook, 'webhooks.update', { body }, options)
  }

  /** Returns one subscription without its secrets. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<WebhookSubscription> {
    return this.#transport.read(op.retrieveWebhook, 'webhooks.retrieve', { ids: { id } }, options)
  }

  /** Deletes a subscription. The service sends nothing more to it. Its history is kept. Rejects with NotFoundError. */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteWebhook, 'webhooks.delete', { ids: { id } }, options)
  }

  /**
   * Creates a new signing secret, which only this reply contains. Repeating the call with the same idempotency key
   * returns it again for 10 minutes. The old secret also signs for `overlap_seconds` (default: a day). Rejects with
   * NotFoundError, or with APIError (code `invalid_state`) if 5 secrets are already in use.
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

  /** Ends a rotation early. Only the newest secret signs from now on. Rejects with NotFoundError. */
  revokePreviousSecrets(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      op.revokeWebhookPreviousSecrets,
      'webhooks.revokePreviousSecrets',
      { ids: { id } },
      options,
    )
  }

  /**
   * Sends one `webhook.test` event to a subscription. Returns the delivery before the attempt. Retrieve the delivery
   * later for its result. Rejects with NotFoundError, or with APIError (code `invalid_state`) if the subscription is
   * disabled.
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

  /** Returns one delivery of a subscription. Rejects with NotFoundError if the delivery is no longer retained. */
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
   * Sends the event of a delivery again, whatever the delivery's outcome. Rejects with NotFoundError, or with APIError
   * (code `invalid_state`) if the delivery is in progress or the subscription is disabled.
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
   * Lists the health of each subscription: its attempts and successes in the last 24 hours, and its waiting
   * deliveries.
   */
  listHealth(
    query: ListWebhookHealthRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookHealth, WebhookHealthList> {
    return this.#transport.list(op.listWebhookHealth, 'webhooks.listHealth', { query }, options)
  }
}
