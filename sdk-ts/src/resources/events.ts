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

/** Everything that happened. Needs the scope `reports:read`. */
export class Events {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Lists events, newest first. `type` determines the shape of `data`, as with `verifyWebhook`. The API gains types
   * over time, so handle unknown types in a `default`.
   */
  list(query: ListEventsRequest = {}, options: RequestOptions = {}): PagePromise<Event, EventList> {
    return this.#transport.list(op.listEvents, 'events.list', { query }, options)
  }

  /**
   * Runs over all events that the filters select, newest first, in one reply. The request is made when you begin to
   * read. `timeout` holds for each part. Throws APIConnectionError if the reply breaks off: the export is not tried
   * again, and the events before are not all.
   */
  export(query: ExportEventsRequest = {}, options: RequestOptions = {}): AsyncGenerator<Event, void, void> {
    return this.#transport.rows(op.exportEvents, 'events.export', { query }, options)
  }

  /**
   * Exports the events as CSV: text in parts as they come, safe to open in a spreadsheet. In other respects like
   * `export`.
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
   * Follows events as they are recorded, oldest first: `for await (const event of client.events.follow())`. It begins
   * when you begin to iterate; give `since` for earlier events, or as `after` the `cursor` that an earlier one had.
   * Each request waits for new events for up to `wait` seconds (default: 20), which come on top of `timeout`. It is
   * tried again as every read is: `maxRetries` counts the failures in a row. After more it throws, and iterating it
   * again goes on without a gap. Ends by `break`, or by `signal` with APIUserAbortError.
   */
  follow(query: FollowEventsRequest = {}, options: RequestOptions = {}): FollowedEvents {
    const name = 'events.follow'
    const ask = (after: string | undefined) => {
      // Without a cursor a lost reply would move the start, so that one comes first, at once.
      const wait = after === undefined ? 0 : (query.wait ?? WAIT_S)
      const filters = isRecord(query) ? { limit: 100, ...query, after, wait } : query
      return this.#transport.wait(op.followEvents, name, { query: filters }, { wait: wait * 1000, options })
    }
    // `?.` because JavaScript callers may pass null, which the first request reports.
    return new FollowedEvents(ask, query?.after, options?.signal)
  }
}
