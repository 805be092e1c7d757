import {
  MessageLogsApi,
  type ListMessageLogsRequest,
  type MessageLog,
  type MessageLogList,
} from '../../../generated/client/index.js'
import type { RequestOptions } from '../options.js'
import { paginate, type PagePromise } from '../pagination.js'
import type { Transport } from '../transport.js'

/** What became of each recipient. Needs the scope `reports:read`. */
export class MessageLogs {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists message logs, newest first, one a recipient, with every attempt and the server's reply to it. */
  list(
    query: ListMessageLogsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<MessageLog, MessageLogList> {
    return paginate(query, (query) =>
      this.#transport.read(MessageLogsApi, options, (api) => api.listMessageLogs(query)),
    )
  }
}
