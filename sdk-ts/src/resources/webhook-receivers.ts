import type {
  CreateWebhookReceiverRequest,
  UpdateWebhookReceiverRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  WebhookReceiver,
  WebhookReceiverList,
  WebhookReceiverRequest,
  WebhookReceiverRequestList,
} from '../replies/replies.js'
import type {
  ListWebhookReceiverRequestsRequest,
  ListWebhookReceiversRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Test endpoints on the service that store the requests they receive, for trying out webhooks. Needs a workspace key
 * with the scope `webhooks:*`, or a session.
 */
export class WebhookReceivers {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a receiver that expires after 7 days. Use its `url` for a webhook subscription. Rejects with
   * ValidationError if the workspace already has 5 receivers.
   */
  create(
    body: CreateWebhookReceiverRequest = {},
    options: MutationOptions = {},
  ): APIPromise<WebhookReceiver> {
    return this.#transport.mutate(op.createWebhookReceiver, 'webhookReceivers.create', { body }, options)
  }

  /** Lists unexpired receivers, newest first. */
  list(
    query: ListWebhookReceiversRequest = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookReceiver, WebhookReceiverList> {
    return this.#transport.list(op.listWebhookReceivers, 'webhookReceivers.list', { query }, options)
  }

  /** Returns one receiver. Rejects with NotFoundError, also if the receiver has expired. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<WebhookReceiver> {
    return this.#transport.read(
      op.retrieveWebhookReceiver,
      'webhookReceivers.retrieve',
      { ids: { id } },
      options,
    )
  }

  /** Changes the status that a receiver replies with. Rejects with NotFoundError. */
  update(
    id: string,
    body: UpdateWebhookReceiverRequest,
    options: MutationOptions = {},
  ): APIPromise<WebhookReceiver> {
    return this.#transport.mutate(
      op.updateWebhookReceiver,
      'webhookReceivers.update',
      { ids: { id }, body },
      options,
    )
  }

  /** Deletes a receiver with its stored requests. Rejects with NotFoundError. */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      op.deleteWebhookReceiver,
      'webhookReceivers.delete',
      { ids: { id } },
      options,
    )
  }

  /** Lists the last 50 requests to a receiver, newest first. Rejects with NotFoundError. */
  listRequests(
    id: string,
    query: Omit<ListWebhookReceiverRequestsRequest, 'id'> = {},
    options: RequestOptions = {},
  ): PagePromise<WebhookReceiverRequest, WebhookReceiverRequestList> {
    return this.#transport.list(
      op.listWebhookReceiverRequests,
      'webhookReceivers.listRequests',
      { ids: { id }, query },
      options,
    )
  }
}
