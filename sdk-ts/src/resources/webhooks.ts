import {
  WebhooksApi,
  type ListWebhookDeliveriesRequest,
  type ListWebhookHealthRequest,
  type ListWebhooksRequest,
  type RotateWebhookSecretRequest,
  type SavedWebhook,
  type UpdateWebhookRequest,
  type UpsertWebhookRequest,
  type WebhookDelivery,
  type WebhookDeliveryList,
  type WebhookHealth,
  type WebhookHealthList,
  type WebhookList,
  type WebhookSubscription,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
import type { Transport } from '../transport.js'

/** Have events sent to your endpoints, signed. Needs a workspace key with the scope `webhooks:*`. */
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
    return paginate(query, (query) =>
      this.#transport.read(WebhooksApi, options, (api) => api.listWebhooks(query)),
    )
  }

  /**
   * Creates a subscription, or replaces the one of this `id`, else of this `url`: what `body` leaves out gets its
   * default. `secret` is shown where a subscription was created, in this reply alone: store it at once. It is null
   * where one was replaced, and where the service had done this before, under the same idempotency key.
   *
   * Rejects with ValidationError, or NotFoundError for an `id` that there is not.
   */
  upsert(body: UpsertWebhookRequest, options: MutationOptions = {}): Promise<SavedWebhook> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.upsertWebhook({ UpsertWebhookRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Like `upsert`, but what `body` leaves out stays as it is. `enabled: true` puts a subscription that was disabled to
   * work again. Rejects with ValidationError or NotFoundError.
   */
  update(body: UpdateWebhookRequest, options: MutationOptions = {}): Promise<SavedWebhook> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.updateWebhook({ UpdateWebhookRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Deletes a subscription. Nothing more is sent to it; its history stays. Rejects with NotFoundError. */
  delete(id: string, options: MutationOptions = {}): Promise<void> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.deleteWebhook({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Makes a new signing secret, shown in this reply alone. The old one signs beside it for `overlap_seconds`, a day
   * unless you say otherwise. Rejects with NotFoundError, or APIError of the code `invalid_state` where five secrets
   * sign already.
   */
  rotateSecret(
    id: string,
    body: RotateWebhookSecretRequest = {},
    options: MutationOptions = {},
  ): Promise<SavedWebhook> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.rotateWebhookSecret({ id, RotateWebhookSecretRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Ends a rotation early: only the newest secret signs from now on. Rejects with NotFoundError. */
  revokePreviousSecrets(id: string, options: MutationOptions = {}): Promise<SavedWebhook> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.revokeWebhookPreviousSecrets({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Sends a `webhook.test` event to a subscription, once. What comes of it is in the delivery, which this returns
   * before it is made. Rejects with NotFoundError, or APIError of the code `invalid_state` where it is disabled.
   */
  test(id: string, options: MutationOptions = {}): Promise<WebhookDelivery> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.testWebhook({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists deliveries, newest first, with every attempt and the endpoint's reply to it. */
  listDeliveries(
    query: ListWebhookDeliveriesRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookDelivery, WebhookDeliveryList> {
    return paginate(query, (query) =>
      this.#transport.read(WebhooksApi, options, (api) => api.listWebhookDeliveries(query)),
    )
  }

  /** Returns one delivery of a subscription. Rejects with NotFoundError once it is not retained. */
  retrieveDelivery(id: string, deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.#transport.read(WebhooksApi, options, (api) =>
      api.retrieveWebhookDelivery({ id, delivery_id: deliveryId }),
    )
  }

  /**
   * Sends the event of a delivery again, whatever had become of it. Rejects with NotFoundError, or APIError of the code
   * `invalid_state` where it is being sent or the subscription is disabled.
   */
  replayDelivery(id: string, deliveryId: string, options: MutationOptions = {}): Promise<WebhookDelivery> {
    return this.#transport.mutate(WebhooksApi, options, (api, idempotencyKey) =>
      api.replayWebhookDelivery({ id, delivery_id: deliveryId, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Says of each subscription how it fares: attempts and successes of the last 24 hours, and what waits for it. */
  listHealth(
    query: ListWebhookHealthRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookHealth, WebhookHealthList> {
    return paginate(query, (query) =>
      this.#transport.read(WebhooksApi, options, (api) => api.listWebhookHealth(query)),
    )
  }
}
