import {
  MessagesApi,
  type AcceptedMessage,
  type BatchResult,
  type ListMessagesRequest,
  type Message,
  type MessageContent,
  type MessageList,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
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
  send(body: SendMessageRequest, options: MutationOptions = {}): Promise<AcceptedMessage> {
    return this.#transport.mutate(MessagesApi, options, (api, idempotencyKey) =>
      api.sendMessage({ SendMessageRequest: messageOnTheWire(body), Idempotency_Key: idempotencyKey }),
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
  sendBatch(body: BatchRequest, options: RequestOptions = {}): Promise<BatchResult> {
    return this.#transport.mutateMany(MessagesApi, options, (api) =>
      api.sendMessageBatch({ BatchRequest: batchOnTheWire(body) }),
    )
  }

  /**
   * Takes a message back, a scheduled one or one that waits for its first attempt; cancelling it again changes
   * nothing. Rejects with NotFoundError, or APIError of the code `invalid_state` where its delivery has begun.
   */
  cancel(id: string, options: MutationOptions = {}): Promise<Message> {
    return this.#transport.mutate(MessagesApi, options, (api, idempotencyKey) =>
      api.cancelMessage({ id, Idempotency_Key: idempotencyKey }),
    )
  }

  /** Lists messages, newest first, without their bodies. `since` is inclusive, `until` exclusive (RFC 3339). */
  list(query: ListMessagesRequest = {}, options: RequestOptions = {}): PagePromise<Message, MessageList> {
    return paginate(query, (query) =>
      this.#transport.read(MessagesApi, options, (api) => api.listMessages(query)),
    )
  }

  /** Returns a message with its recipients, without its bodies. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): Promise<Message> {
    return this.#transport.read(MessagesApi, options, (api) => api.retrieveMessage({ id }))
  }

  /** Returns a message's bodies as they were given. Rejects with NotFoundError once they are not retained. */
  retrieveContent(id: string, options: RequestOptions = {}): Promise<MessageContent> {
    return this.#transport.read(MessagesApi, options, (api) => api.retrieveMessageContent({ id }))
  }
}
