import {
  MessagesApi,
  type AcceptedMessage,
  type ListMessagesRequest,
  type Message,
  type MessageContent,
  type MessageList,
  type SendMessageRequest,
} from '../../../generated/client/index.js'
import type { MutationOptions, RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
import type { Transport } from '../transport.js'

/** Send messages and read them back. Needs the scopes `messages:send` and `reports:read`. */
export class Messages {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Accepts a message for delivery. What it returns is stored and queued, not yet delivered: follow the
   * recipients by `client.messageLogs` or `client.events`.
   *
   * Rejects with ValidationError, PermissionDeniedError (the sender, the project), SendingHaltedError, or
   * IdempotencyConflictError where the idempotency key was used with another message.
   */
  send(body: SendMessageRequest, options: MutationOptions = {}): Promise<AcceptedMessage> {
    return this.#transport.mutate(MessagesApi, options, (api, idempotencyKey) =>
      api.sendMessage({ SendMessageRequest: body, Idempotency_Key: idempotencyKey }),
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
