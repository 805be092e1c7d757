import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { Statistics } from '../replies/replies.js'
import type { RetrieveStatisticsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Counts of the outcomes of mail, by hour and day. Needs the scope `reports:read` or a session. */
export class StatisticsResource {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Returns the counts of a span of time: the last 24 hours, or with `interval: 'day'` the last 30 days. `group_by`
   * tells them apart by project, category or destination. Rejects with ValidationError for a span that is too long.
   */
  retrieve(query: RetrieveStatisticsRequest = {}, options: RequestOptions = {}): APIPromise<Statistics> {
    return this.#transport.read(op.retrieveStatistics, 'statistics.retrieve', { query }, options)
  }
}
