import * as op from '../../../generated/client/operations.js'
import type { RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { TlsReportSummary, TlsReportSummaryList } from '../replies/replies.js'
import type { ListTlsReportsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * Reports of senders on whether their mail to your domains is encrypted (RFC 8460). Needs a workspace key with
 * `reports:read`.
 */
export class TlsReports {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists the results of TLS reports for each domain, the newest domain first. */
  list(
    query: ListTlsReportsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<TlsReportSummary, TlsReportSummaryList> {
    return this.#transport.list(op.listTlsReports, 'tlsReports.list', { query }, options)
  }
}
