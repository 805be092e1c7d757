import { EventsApi, type ListEventsRequest } from '../../../generated/client/index.js'
import type { RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { Event, EventList } from '../replies.js'
import type { Transport } from '../transport.js'

/** Everything that happened. Needs the scope `reports:read`. */
export class Events {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists events, newest first. What `data` holds depends on `type`; types are added over time. */
  list(query: ListEventsRequest = {}, options: RequestOptions = {}): PagePromise<Event, EventList> {
    return this.#transport.list(EventsApi, 'listEvents', query, options, (api, query) =>
      api.listEventsRaw(query),
    )
  }
}
