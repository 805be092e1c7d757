import { MessagesApi, type ListMessagesRequest } from '../../../generated/client/index.js'
import type { APIPromise } from '../api-promise.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { AcceptedMessage, BatchResult, Message, MessageContent, MessageList } from '../replies.js'
import { batchOnTheWire, messageOnTheWire, type BatchRequest, type SendMessageRequest } from '../requests.js'
import type { Transport } from '../transport.js'

/** Send messages and read them back. Needs the scopes `messages:send` and `reports:read`. */
export class Messages {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Accepts a message for delivery, at once or at `scheduled_at`. What it returns is stored and queued, not yet
   * delivered: follow the recipients by `client.messageLogs` or `client.events`.
   *
   * Rejects with ValidationError, PermissionDeniedError (the sender, the project), SendingHaltedError, or
   * IdempotencyConflictError where the idempotency key was used with another message.
   */
  send(body: SendMessageRequest, options: MutationOptions = {}): APIPromise<AcceptedMessage> {
    return this.#transport.mutate(MessagesApi, 'sendMessage', options, (api, idempotencyKey) =>
      api.sendMessageRaw({ SendMessageRequest: messageOnTheWire(body), Idempotency_Key: idempotencyKey }),
    )
  }

  /**
   * Accepts up to 100 messages, each by itself: the call resolves where items were refused, and their results say
   * why. The results come in the order of the items. Sending the same batch again sends nothing twice, as long as
   * the items have the same keys.
   *
   * Rejects with ValidationError where the batch as a whole is wrong (no items, a key that comes twice), in which
   * case nothing was accepted.
   */
  sendBatch(body: BatchRequest, options: RequestOptions = {}): APIPromise<BatchResult> {
    return this.#transport.mutateMany(
      MessagesApi,
      'sendMessageBatch',
      options,
      () => batchOnTheWire(body),
      (api, BatchRequest) => api.sendMessageBatchRaw({ BatchRequest }),
    )
  }

  /**
   * Takes a message back, a scheduled one or one that waits for its first attempt; cancelling it again changes
   * nothing. Rejects with NotFoundError, or APIError of the code `invalid_state` where its delivery has begun.
   */
  cancel(id: string, options: MutationOptions = {}): APIPromise<Message> {
    return this.#transport.mutate(MessagesApi, 'cancelMessage', options, (api, idempotencyKey) =>
      api.cancelMessageRaw({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists messages, newest first, without their bodies. `since` is inclusive, `until` exclusive (RFC 3339). */
  list(query: ListMessagesRequest = {}, options: RequestOptions = {}): PagePromise<Message, MessageList> {
    return this.#transport.list(MessagesApi, 'listMessages', query, options, (api, query) =>
      api.listMessagesRaw(query),
    )
  }

  /** Returns a message with its recipients, without its bodies. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Message> {
    return this.#transport.read(MessagesApi, 'retrieveMessage', options, (api) =>
      api.retrieveMessageRaw({ id }),
    )
  }

  /** Returns a message's bodies as they were given. Rejects with NotFoundError once they are not retained. */
  retrieveContent(id: string, options: RequestOptions = {}): APIPromise<MessageContent> {
    return this.#transport.read(MessagesApi, 'retrieveMessageContent', options, (api) =>
      api.retrieveMessageContentRaw({ id }),
    )
  }
}
