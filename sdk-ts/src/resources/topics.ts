import {
  TopicsApi,
  type CreateTopicRequest,
  type UpdateTopicRequest,
} from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { Topic, TopicList } from '../replies.js'
import type { ListTopicsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

/** Kinds of mail that contacts choose for themselves. Needs the scope `contacts:*`. */
export class Topics {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a topic. Rejects with ValidationError, or APIError of the code `invalid_state` where the project has a
   * topic with this key.
   */
  create(body: CreateTopicRequest, options: MutationOptions = {}): APIPromise<Topic> {
    return this.#transport.mutate(
      TopicsApi,
      { operation: 'createTopic', name: 'topics.create', body },
      options,
      (api, idempotencyKey) =>
        api.createTopicRaw({ CreateTopicRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists topics, newest first: a project key sees its own project's. */
  list(query: ListTopicsRequest = {}, options: RequestOptions = {}): PagePromise<Topic, TopicList> {
    return this.#transport.list(
      TopicsApi,
      { operation: 'listTopics', name: 'topics.list' },
      query,
      options,
      (api, query) => api.listTopicsRaw(query),
    )
  }

  /** Returns one topic with its translations. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Topic> {
    return this.#transport.read(
      TopicsApi,
      { operation: 'retrieveTopic', name: 'topics.retrieve', ids: { id } },
      options,
      (api) => api.retrieveTopicRaw({ id }),
    )
  }

  /** Changes a topic: what `body` leaves out stays as it is. Rejects with NotFoundError or ValidationError. */
  update(id: string, body: UpdateTopicRequest, options: MutationOptions = {}): APIPromise<Topic> {
    return this.#transport.mutate(
      TopicsApi,
      { operation: 'updateTopic', name: 'topics.update', ids: { id }, body },
      options,
      (api, idempotencyKey) =>
        api.updateTopicRaw({ id, UpdateTopicRequest: body, Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Deletes a topic; what contacts have chosen stays with them. Rejects with NotFoundError, or APIError of the code
   * `invalid_state` where a campaign, a segment or an automation in use names it.
   */
  delete(id: string, options: MutationOptions = {}): APIPromise<void> {
    return this.#transport.mutate(
      TopicsApi,
      { operation: 'deleteTopic', name: 'topics.delete', ids: { id } },
      options,
      (api, idempotencyKey) => api.deleteTopicRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }
}
