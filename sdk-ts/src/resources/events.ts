import * as op from '../../../generated/client/operations.js'
import type { APIPromise } from '../calls/api-promise.js'
import { isRecord } from '../arguments/arguments.js'
import { FollowedEvents, WAIT_S } from '../calls/follow.js'
import type { RequestOptions } from '../settings/options.js'
import type { PagePromise } from '../calls/pagination.js'
import type { Event, EventList } from '../replies/replies.js'
import type {
  ExportEventsRequest,
  FollowEventsRequest,
  ListEventsRequest,
} from '../requests/timed-requests.js'
import type { Transport } from '../transport/transport.js'

/** All recorded events. Needs the scope `reports:read`. */
export class Events {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Lists events, newest first. `type` determines the shape of `data`, as with `verifyWebhook`. The API adds event
   * types over time, so handle unknown types in a `default` branch.
   */
  list(query: ListEventsRequest = {}, options: RequestOptions = {}): PagePromise<Event, EventList> {
    return this.#transport.list(op.listEvents, 'events.list', { query }, options)
  }

  /**
   * Streams all events that match the filters, newest first, in one reply. The request is sent when you start to
   * iterate. `timeout` applies to each part of the reply. Throws APIConnectionError if the connection breaks. The
   * export is not retried, and the events you have read by then are incomplete.
   */
  export(query: ExportEventsRequest = {}, options: RequestOptions = {}): AsyncGenerator<Event, void, void> {
    return this.#transport.rows(op.exportEvents, 'events.export', { query }, options)
  }

  /**
   * Exports the events as CSV. Yields text in parts as they arrive. The CSV is safe to open in a spreadsheet.
   * Otherwise works like `export`.
   */
  exportCsv(
    query: ExportEventsRequest = {},
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, void> {
    return this.#transport.stream(op.exportEvents, 'events.exportCsv', { query }, options)
  }

  /** Returns one event. Rejects with NotFoundError. */
  retrieve(id: string, options: RequestOptions = {}): APIPromise<Event> {
    return this.#transport.read(op.retrieveEvent, 'events.retrieve', { ids: { id } }, options)
  }

  /**
   * Follows events as they are recorded, oldest first: `for await (const event of client.events.follow())`. Following
   * starts when you start to iterate. For earlier events, pass `since`, or pass the `cursor` of an earlier event as
   * `after`. Each request waits up to `wait` seconds (default: 20) for new events, in addition to `timeout`. Requests
   * are retried like every other read, and `maxRetries` counts consecutive failures. After more failures the iteration
   * throws. Iterate again to continue without a gap. To stop, use `break`, or abort `signal`, which throws
   * APIUserAbortError.
   */
  follow(query: FollowEventsRequest = {}, options: RequestOptions = {}): FollowedEvents {
    const name = 'events.follow'
    const ask = (after: string | undefined) => {
      // Without a cursor, a lost reply would move the starting point. The first request therefore gets a cursor at
      // once.
      const wait = after === undefined ? 0 : (query.wait ?? WAIT_S)
      const filters = isRecord(query) ? { limit: 100, ...query, after, wait } : query
      return this.#transport.wait(op.followEvents, name, { query: filters }, { wait: wait * 1000, options })
    }
    // `?.` because JavaScript callers can pass null, which the first request reports.
    return new FollowedEvents(ask, query?.after, options?.signal)
  }
}
