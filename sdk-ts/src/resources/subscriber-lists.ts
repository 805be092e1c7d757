import type {
  CreateSubscriberListRequest,
  UpdateSubscriberListRequest,
} from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { SubscriberList, SubscriberListList } from '../replies/replies.js'
import type { ListSubscriberListsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Lists that people subscribe to by confirming an e-mail. Needs the scope `contacts:*`. */
export class SubscriberLists {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a list. Rejects with ValidationError if its confirmation mail lacks `{{confirm_url}}`. */
  create(body: CreateSubscriberListRequest, options: MutationOptions = {}): APIPromise<SubscriberList> {
    return this.#transport.mutate(op.createSubscriberList, 'subscriberLists.create', { body }, options)
  }

  /** Lists subscriber lists, newest first. A project key lists only the lists of its project. */
  list(
    query: ListSubscriberListsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<SubscriberList, SubscriberListList> {
    return this.#transport.list(op.listSubscriberLists, 'subscriberLists.list', { query }, options)
  }

  /** Returns one list with its confirmation mail. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<SubscriberList> {
    return this.#transport.read(
      op.retrieveSubscriberList,
      'subscriberLists.retrieve',
      { ids: { id } },
      options,
    )
  }

  /** Changes a list. Fields missing from `body` keep their values. Rejects with NotFoundError or ValidationError. */
  update(
    id: string,
    body: UpdateSubscriberListRequest,
    options: MutationOptions = {},
  ): APIPromise<SubscriberList> {
    return this.#transport.mutate(
      op.updateSubscriberList,
      'subscriberLists.update',
      { ids: { id }, body },
      options,
    )
  }

  /**
   * Deletes a list with its subscriptions. Its contacts are kept. Rejects with NotFoundError, or with APIError (code
   * `invalid_state`) if a campaign that has not ended, a segment, or an automation that is not archived uses it.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteSubscriberList, 'subscriberLists.delete', { ids: { id } }, options)
  }
}
