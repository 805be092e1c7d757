import type { CancelMessagesRequest } from '../../../generated/client/models.js'
import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import { checkArguments } from '../arguments/arguments.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type {
  AcceptedMessage,
  BatchResult,
  CancelledMessages,
  Message,
  MessageContent,
  MessageList,
  MessageLog,
} from '../replies/replies.js'
import {
  batchOnTheWire,
  messageOnTheWire,
  type BatchRequest,
  type SendMessageRequest,
} from '../requests/requests.js'
import type { ListMessagesRequest, RescheduleMessageRequest } from '../requests/timed-requests.js'
import { untilSettled, type SettledMessage, type WaitOptions } from '../calls/settle.js'
import { datesAsText } from '../arguments/times.js'
import type { Transport } from '../transport/transport.js'
import { MessageLogs } from './message-logs.js'

/** Send messages and read them back. Needs the scopes `messages:send` and `reports:read`. */
export class Messages {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Accepts a message for delivery, at once or at `scheduled_at`. The returned message is stored and queued, not yet
   * delivered: follow the recipients by `client.messageLogs` or `client.events`.
   *
   * Rejects with ValidationError, PermissionDeniedError (the sender, the project), SendingHaltedError, or
   * IdempotencyConflictError if the idempotency key was used with another message.
   */
  send(body: SendMessageRequest, options: MutationOptions = {}): APIPromise<AcceptedMessage> {
    return this.#transport.mutate(
      op.sendMessage,
      'messages.send',
      { body, onTheWire: messageOnTheWire },
      options,
    )
  }

  /**
   * Accepts up to 100 messages, each by itself: the call resolves even if items were refused, and their results say
   * why. The results come in the order of the items. Sending the same batch again sends nothing twice, as long as the
   * items have the same keys. With the same `idempotencyKey` as well, it returns the first reply again; without,
   * items that were rejected are tried again.
   *
   * Rejects with ValidationError if the batch as a whole is wrong (no items, a key that comes twice), in which case
   * nothing was accepted, or with IdempotencyConflictError if `idempotencyKey` was used with another batch.
   */
  sendBatch(body: BatchRequest, options: MutationOptions = {}): APIPromise<BatchResult> {
    return this.#transport.mutateMany(
      op.sendMessageBatch,
      'messages.sendBatch',
      { body, onTheWire: (given) => batchOnTheWire(given, 'messages.sendBatch') },
      options,
    )
  }

  /**
   * Cancels a message that is scheduled or waits for its first attempt; cancelling it again changes nothing. Rejects
   * with NotFoundError, or APIError of the code `invalid_state` if its delivery has begun.
   */
  cancel(id: string, options: MutationOptions = {}): APIPromise<Message> {
    return this.#transport.mutate(op.cancelMessage, 'messages.cancel', { ids: { id } }, options)
  }

  /**
   * Cancels up to 100 messages, each by itself: the call resolves even if some could not be cancelled, and their
   * results say why, in the order of the request. Rejects with ValidationError.
   */
  cancelMany(body: CancelMessagesRequest, options: MutationOptions = {}): APIPromise<CancelledMessages> {
    return this.#transport.mutate(op.cancelMessages, 'messages.cancelMany', { body }, options)
  }

  /**
   * Gives a scheduled message another time, or with null sends it now. Rejects with NotFoundError, ValidationError,
   * or APIError of the code `invalid_state` once it is queued.
   */
  reschedule(id: string, body: RescheduleMessageRequest, options: MutationOptions = {}): APIPromise<Message> {
    return this.#transport.mutate(
      op.rescheduleMessage,
      'messages.reschedule',
      { ids: { id }, body, onTheWire: datesAsText },
      options,
    )
  }

  /** Lists messages, newest first, without their bodies. `since` is inclusive, `until` exclusive (RFC 3339). */
  list(query: ListMessagesRequest = {}, options: RequestOptions = {}): PagePromise<Message, MessageList> {
    return this.#transport.list(op.listMessages, 'messages.list', { query }, options)
  }

  /** Returns a message with its recipients, without its bodies. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Message> {
    return this.#transport.read(op.retrieveMessage, 'messages.retrieve', { ids: { id } }, options)
  }

  /**
   * Returns a message's bodies as submitted. Needs the scopes `reports:read` and `messages:send`. Rejects with
   * NotFoundError once the service no longer retains the bodies.
   */
  retrieveContent(id: string, options: RequestOptions = {}): APIPromise<MessageContent> {
    return this.#transport.read(
      op.retrieveMessageContent,
      'messages.retrieveContent',
      { ids: { id } },
      options,
    )
  }

  /**
   * Waits until a message is settled: every recipient is delivered, bounced, failed, suppressed or cancelled. Returns
   * the message with its `logs`, one for each recipient. Polls at growing intervals of max 5 seconds, and waits out a
   * rate limit. A receiving server may accept a message and report a bounce later: use webhooks for such bounces.
   *
   * Rejects with WaitTimeoutError after `timeout_ms` (default: 60 000), or at once if the message is scheduled for a
   * time after that; with NotFoundError; and with the errors of every other read.
   */
  async waitUntilSettled(id: string, options: WaitOptions = {}): Promise<SettledMessage> {
    checkArguments({ name: 'messages.waitUntilSettled', ids: { id } }, options)
    const logs = new MessageLogs(this.#transport)
    return untilSettled(
      {
        message: (options) => this.retrieve(id, options),
        logs: async (options) => {
          const found: MessageLog[] = []
          for await (const log of logs.list({ message_id: id, limit: 100 }, options)) found.push(log)
          return found
        },
      },
      options,
    )
  }
}
