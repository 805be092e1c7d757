import {
  SubscriberListsApi,
  type CreateSubscriberListRequest,
  type UpdateSubscriberListRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { SubscriberList, SubscriberListList } from '../replies.js'
import type { ListSubscriberListsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/** Lists that people subscribe to by confirming a mail. Needs the scope `contacts:*`. */
export class SubscriberLists {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a list. Rejects with ValidationError where its confirmation mail lacks `{{confirm_url}}`. */
  create(body: CreateSubscriberListRequest, options: MutationOptions = {}): APIPromise<SubscriberList> {
    return this.#transport.mutate(
      SubscriberListsApi,
      { operation: 'createSubscriberList', name: 'subscriberLists.create', body },
      options,
      (api, idempotencyKey) =>
        api.createSubscriberListRaw({ CreateSubscriberListRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists the lists, newest first: a project key sees its own project's. */
  list(
    query: ListSubscriberListsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<SubscriberList, SubscriberListList> {
    return this.#transport.list(
      SubscriberListsApi,
      { operation: 'listSubscriberLists', name: 'subscriberLists.list' },
      query,
      options,
      (api, query) => api.listSubscriberListsRaw(query),
    )
  }

  /** Returns one list with its confirmation mail. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<SubscriberList> {
    return this.#transport.read(
      SubscriberListsApi,
      { operation: 'retrieveSubscriberList', name: 'subscriberLists.retrieve', ids: { id } },
      options,
      (api) => api.retrieveSubscriberListRaw({ id }),
    )
  }

  /** Changes a list: what `body` leaves out stays as it is. Rejects with NotFoundError or ValidationError. */
  update(
    id: string,
    body: UpdateSubscriberListRequest,
    options: MutationOptions = {},
  ): APIPromise<SubscriberList> {
    return this.#transport.mutate(
      SubscriberListsApi,
      { operation: 'updateSubscriberList', name: 'subscriberLists.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateSubscriberListRaw({
          id,
          UpdateSubscriberListRequest: body,
          Idempotency_Key: idempotencyKey,
        }),
    )
  }

  /**
   * Deletes a list with its subscriptions; its contacts stay. Rejects with NotFoundError, or APIError of the code
   * `invalid_state` where a campaign or an automation in use names it.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      SubscriberListsApi,
      { operation: 'deleteSubscriberList', name: 'subscriberLists.delete', ids: { id } },
      options,
      (api, idempotencyKey) => api.deleteSubscriberListRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
