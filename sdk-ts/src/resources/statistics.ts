import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import type { RequestOptions } from '../settings/options.js'
import type { Statistics } from '../replies/replies.js'
import type { RetrieveStatisticsRequest } from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** Delivery counts by hour and day. Needs the scope `reports:read` or a session. */
export class StatisticsResource {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Returns the counts for a time range: by default the last 24 hours, or the last 30 days with `interval: 'day'`.
   * `group_by` groups them by project, category or destination. Rejects with ValidationError if the range is too long.
   */
  retrieve(query: RetrieveStatisticsRequest = {}, options: RequestOptions = {}): APIPromise<Statistics> {
    return this.#transport.read(op.retrieveStatistics, 'statistics.retrieve', { query }, options)
  }
}
