import { PostsealError } from '../errors/errors.js'
import type { Event, FollowedEventPage } from '../replies/replies.js'
import { throwIfAborted } from '../transport/watch.js'

/** Seconds for which the service waits for news: less than proxies leave a request unanswered. */
export const WAIT_S = 20

/** Asks for the events after a cursor, and waits for some unless there is no cursor. */
type Ask = (after: string | undefined) => Promise<FollowedEventPage>

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
   * The cursor to go on from: after the last reply whose events were all taken. `follow({ after: cursor })` in
   * another process misses nothing; events that were taken from a later reply come again, under the same id.
   * Undefined until the first request, unless `after` was given.
   */
  get cursor(): string | undefined {
    return this.#cursor
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, void> {
    for (;;) {
      const { data, next_cursor } = await this.#ask(this.#cursor)
      for (const event of data) {
        throwIfAborted(this.#signal)
        yield event
      }
      if (typeof next_cursor !== 'string') throw new PostsealError('The reply has no cursor to go on from.')
      this.#cursor = next_cursor
    }
  }
}
