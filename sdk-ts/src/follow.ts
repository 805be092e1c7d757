import { PostsealError } from './errors.js'
import type { Event, EventList } from './replies.js'
import type { ListEventsRequest } from './timed-requests.js'
import { throwIfAborted } from './watch.js'

/** Which events to follow, and from where on: after `cursor`, else after `since`, else after now. */
export type FollowEventsRequest = Omit<ListEventsRequest, 'until' | 'wait'>

/** Seconds for which the service waits for news: less than proxies leave a request unanswered. */
const WAIT_S = 20

/** Asks for the events after a cursor. `wait` is in seconds. */
type Ask = (cursor: string | undefined, wait: number) => Promise<EventList>

/**
 * Events as they are recorded, oldest first: iterate it. It does not end by itself, and iterated again it goes on at
 * `cursor`.
 */
export class FollowedEvents implements AsyncIterable<Event> {
  readonly #ask: Ask
  readonly #signal: AbortSignal | undefined
  #cursor: string | undefined

  /** @internal */
  constructor(ask: Ask, cursor: string | undefined, signal: AbortSignal | undefined) {
    this.#ask = ask
    this.#cursor = cursor
    this.#signal = signal
  }

  /**
   * Where to go on: after the last reply whose events were all taken. `follow({ cursor })` in another process misses
   * nothing; events that were taken from a later reply come again, under the same id. Undefined until something was
   * asked for, and where nothing was given.
   */
  get cursor(): string | undefined {
    return this.#cursor
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    for (;;) {
      // Without a cursor a lost reply would move the start, so that one comes first, at once.
      const { data, next_cursor } = await this.#ask(this.#cursor, this.#cursor === undefined ? 0 : WAIT_S)
      for (const event of data) {
        throwIfAborted(this.#signal)
        yield event
      }
      if (next_cursor === null) throw new PostsealError('This service is too old to follow events.')
      this.#cursor = next_cursor
    }
  }
}
