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

/** Sends messages and reads them back. Needs the scopes `messages:send` and `reports:read`. */
export class Messages {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Sends a message, now or at `scheduled_at`. The returned message is stored and queued, but not yet delivered. To
   * follow each recipient's delivery, use `client.messageLogs` or `client.events`.
   *
   * Rejects with ValidationError, with PermissionDeniedError (for the sender or the project), with SendingHaltedError,
   * or with IdempotencyConflictError if the idempotency key was used with another message.
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
   * Sends up to 100 messages independently of each other. The call resolves even if some items are refused. Each
   * result says why. The results are in the same order as the items. Sending the same batch again sends nothing twice,
   * as long as the items have the same keys. With the same `idempotencyKey` too, the call returns the first reply
   * again. Without it, the service retries the rejected items.
   *
   * Rejects with ValidationError if the whole batch is invalid, such as with no items or a repeated key. Nothing is
   * accepted in that case. Rejects with IdempotencyConflictError if `idempotencyKey` was used with another batch.
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
   * Cancels a message that is scheduled or waiting for its first attempt. Cancelling it again changes nothing. Rejects
   * with NotFoundError, or with APIError (code `invalid_state`) if delivery has started.
   */
  cancel(id: string, options: MutationOptions = {}): APIPromise<Message> {
    return this.#transport.mutate(op.cancelMessage, 'messages.cancel', { ids: { id } }, options)
  }

  /**
   * Cancels up to 100 messages independently of each other. The call resolves even if some cannot be cancelled. Each
   * result says why. The results are in the order of the request. Rejects with ValidationError.
   */
  cancelMany(body: CancelMessagesRequest, options: MutationOptions = {}): APIPromise<CancelledMessages> {
    return this.#transport.mutate(op.cancelMessages, 'messages.cancelMany', { body }, options)
  }

  /**
   * Changes the time of a scheduled message. Pass null to send it now. Rejects with NotFoundError, with
   * ValidationError, or with APIError (code `invalid_state`) if the message is already queued.
   */
  reschedule(id: string, body: RescheduleMessageRequest, options: MutationOptions = {}): APIPromise<Message> {
    return this.#transport.mutate(
      op.rescheduleMessage,
      'messages.reschedule',
      { ids: { id }, body, onTheWire: datesAsText },
      options,
    )
  }

  /** Lists messages, newest first, without their bodies. `since` is inclusive and `until` is exclusive (RFC 3339). */
  list(query: ListMessagesRequest = {}, options: RequestOptions = {}): PagePromise<Message, MessageList> {
    return this.#transport.list(op.listMessages, 'messages.list', { query }, options)
  }

  /** Returns a message with its recipients, but without its bodies. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Message> {
    return this.#transport.read(op.retrieveMessage, 'messages.retrieve', { ids: { id } }, options)
  }

  /**
   * Returns a message's bodies as you submitted them. Needs the scopes `reports:read` and `messages:send`. Rejects
   * with NotFoundError if the service no longer retains the bodies.
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
   * Waits until a message is settled, which means that every recipient is delivered, bounced, failed, suppressed or
   * cancelled. Returns the message with its `logs`, one for each recipient. Polls at growing intervals of up to 5
   * seconds, and waits out rate limits. A receiving server can accept a message and report a bounce later. Use
   * webhooks to learn of such bounces.
   *
   * Rejects with WaitTimeoutError after `timeout_ms` (default: 60 000), or at once if the message is scheduled later
   * than that. Also rejects with NotFoundError and with the errors of any other read.
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
