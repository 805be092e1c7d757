import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { MessageLog, MessageLogList } from '../replies/replies.js'
import type { ExportMessageLogsRequest, ListMessageLogsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Outcomes of each recipient. Needs the scope `reports:read`. */
export class MessageLogs {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists message logs, newest first, one for each recipient, with every attempt and the server's reply to it. */
  list(
    query: ListMessageLogsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<MessageLog, MessageLogList> {
    return this.#transport.list(op.listMessageLogs, 'messageLogs.list', { query }, options)
  }

  /**
   * Runs over all message logs that the filters select, newest first, in one reply. The request is made when you
   * begin to read. `timeout` holds for each part. Throws APIConnectionError if the reply breaks off: the export is
   * not tried again, and the logs before are not all.
   */
  export(
    query: ExportMessageLogsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<MessageLog, void, void> {
    return this.#transport.rows(op.exportMessageLogs, 'messageLogs.export', { query }, options)
  }

  /**
   * Exports the message logs as CSV: text in parts as they come, safe to open in a spreadsheet. In other respects
   * like `export`.
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
   * Tries one recipient again: a deferred one at once, and a bounced or failed one for another 48 hours. Needs the
   * scope `messages:send`. Rejects with an APIError of status 409 if it cannot be retried; its `code` says why.
   */
  retry(id: string, options: MutationOptions = {}): APIPromise<MessageLog> {
    return this.#transport.mutate(op.retryMessageLog, 'messageLogs.retry', { ids: { id } }, options)
  }
}
