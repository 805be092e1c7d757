import { PostsealError } from '../errors/errors.js'
import type { Event, FollowedEventPage } from '../replies/replies.js'
import { throwIfAborted } from '../transport/watch.js'

/** Seconds that the service waits for new events, which is less than the idle time-out of proxies. */
export const WAIT_S = 20

/** Requests the events after a cursor. Waits for new ones unless there is no cursor. */
type Ask = (after: string | undefined) => Promise<FollowedEventPage>

/**
 * Events as they are recorded, oldest first. Iterate over this object to receive them. The iteration does not end by
 * itself. Iterating again continues at `cursor`.
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
   * The cursor to continue from. It points after the last reply whose events you have all received. Pass it as
   * `after` to `follow` in another process, and no event is missed. Events that you received from a later reply come
   * again with the same id. Undefined until the first request, unless you passed `after`.
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
