import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { MessageLog, MessageLogList } from '../replies/replies.js'
import type { ExportMessageLogsRequest, ListMessageLogsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** The delivery outcome for each recipient. Needs the scope `reports:read`. */
export class MessageLogs {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Lists message logs, newest first. Each log covers one recipient, with every attempt and the receiving server's
   * reply.
   */
  list(
    query: ListMessageLogsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<MessageLog, MessageLogList> {
    return this.#transport.list(op.listMessageLogs, 'messageLogs.list', { query }, options)
  }

  /**
   * Streams all message logs that match the filters, newest first, in one reply. The request is sent when you start to
   * iterate. `timeout` applies to each part of the reply. Throws APIConnectionError if the connection breaks. The
   * export is not retried, and the logs you have read by then are incomplete.
   */
  export(
    query: ExportMessageLogsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<MessageLog, void, void> {
    return this.#transport.rows(op.exportMessageLogs, 'messageLogs.export', { query }, options)
  }

  /**
   * Exports the message logs as CSV. Yields text in parts as they arrive. The CSV is safe to open in a spreadsheet.
   * Otherwise works like `export`.
   */
  exportCsv(
    query: ExportMessageLogsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportMessageLogs, 'messageLogs.exportCsv', { query }, options)
  }

  /** Returns one message log. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<MessageLog> {
    return this.#transport.read(op.retrieveMessageLog, 'messageLogs.retrieve', { ids: { id } }, options)
  }

  /**
   * Retries delivery to one recipient: a deferred one at once, and a bounced or failed one for another 48 hours. Needs
   * the scope `messages:send`. Rejects with APIError (status 409) if delivery cannot be retried. Its `code` says why.
   */
  retry(id: string, options: MutationOptions = {}): APIPromise<MessageLog> {
    return this.#transport.mutate(op.retryMessageLog, 'messageLogs.retry', { ids: { id } }, options)
  }
}
