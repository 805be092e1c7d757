import * as op from '../../../generated/client/operations.js'
import type { RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { TlsReportSummary, TlsReportSummaryList } from '../replies/replies.js'
import type { ListTlsReportsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/**
 * TLS reports from senders about whether they encrypt mail to your domains (RFC 8460). Needs a workspace key with
 * `reports:read`.
 */
export class TlsReports {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists the TLS report results for each domain, newest domain first. */
  list(
    query: ListTlsReportsRequest = {},
    options: RequestOptions = {},
  ): PagePromise<TlsReportSummary, TlsReportSummaryList> {
    return this.#transport.list(op.listTlsReports, 'tlsReports.list', { query }, options)
  }
}
