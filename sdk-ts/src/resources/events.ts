import { EventsApi, type ApiResponse } from '../../../generated/client/index.js'
import type { RequestOptions } from '../options.js'
import type { PagePromise } from '../pagination.js'
import type { Event, EventList } from '../replies.js'
import type { ListEventsRequest } from '../timed-requests.js'
import type { Transport } from '../transport.js'

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
    return this.#transport.list(
      EventsApi,
      { operation: 'listEvents', name: 'events.list' },
      query,
      options,
      // The contract allows any string as the `type` of an unknown event; EventList has a distinct type for it.
      (api, query) =>
        api.listEventsRaw(query) as Promise<ApiResponse<unknown>> as Promise<ApiResponse<EventList>>,
    )
  }
}
