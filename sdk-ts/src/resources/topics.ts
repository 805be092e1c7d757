import type { CreateTopicRequest, UpdateTopicRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Topic, TopicList } from '../replies/replies.js'
import type { ListTopicsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Kinds of mail that contacts choose for themselves. Needs the scope `contacts:*`. */
export class Topics {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a topic. Rejects with ValidationError, or with APIError (code `invalid_state`) if the project already has
   * a topic with this key.
   */
  create(body: CreateTopicRequest, options: MutationOptions = {}): APIPromise<Topic> {
    return this.#transport.mutate(op.createTopic, 'topics.create', { body }, options)
  }

  /** Lists topics, newest first. A project key lists only the topics of its project. */
  list(query: ListTopicsRequest = {}, options: RequestOptions = {}): PagePromise<Topic, TopicList> {
    return this.#transport.list(op.listTopics, 'topics.list', { query }, options)
  }

  /** Returns one topic with its translations. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Topic> {
    return this.#transport.read(op.retrieveTopic, 'topics.retrieve', { ids: { id } }, options)
  }

  /** Changes a topic. Fields missing from `body` keep their values. Rejects with NotFoundError or ValidationError. */
  update(id: string, body: UpdateTopicRequest, options: MutationOptions = {}): APIPromise<Topic> {
    return this.#transport.mutate(op.updateTopic, 'topics.update', { ids: { id }, body }, options)
  }

  /**
   * Deletes a topic. Contacts keep their choices. Rejects with NotFoundError, or with APIError (code `invalid_state`)
   * if a campaign that has not ended, a segment, or an automation that is not archived uses it.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(op.deleteTopic, 'topics.delete', { ids: { id } }, options)
  }
}
