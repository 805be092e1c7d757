import type { Knex } from 'knex'
import type { TimeWindow } from '../../http/pagination.js'
import { cursorOfPosition, positionOfCursor } from './position.js'
import { firstPosition, readFollowing, type Followed } from './read.js'
import type { EventWaiters } from './waiters.js'
import type { EventRow } from '../present-event.js'

/** How events are followed by a request. */
export interface FollowQuery {
  readonly limit: number
  readonly cursor?: string
  readonly since?: string
  /** In seconds. */
  readonly wait: number
}

/** What a request that follows events answers. Its cursor leads on in any case. */
export interface FollowedEvents {
  readonly rows: readonly EventRow[]
  readonly has_more: boolean
  readonly next_cursor: string
}

/**
 * Reads the events that follow, and waits for some where there are none.
 *
 * @param leave registers what is to be called when the client has disconnected
 * @throws ApiError 422 for a cursor that is none, 429 `rate_limited` where too many requests wait
 */
export async function followEvents(
  db: Knex,
  waiters: EventWaiters,
  followed: Followed,
  query: FollowQuery,
  window: TimeWindow,
  leave: (listener: () => void) => void,
): Promise<FollowedEvents> {
  const { cursor, since, limit, wait } = query
  const begin =
    cursor === undefined
      ? await firstPosition(db, since === undefined ? undefined : window.since)
      : positionOfCursor(cursor)
  let page = await readFollowing(db, followed, begin, limit)
  const isAnswer = () => page.rows.length > 0 || page.hasMore
  if (!isAnswer() && wait > 0) {
    const look = async () => {
      page = await readFollowing(db, followed, page.position, limit)
      return isAnswer()
    }
    const waiting = { workspaceId: followed.visibility.workspaceId, position: () => page.position, look }
    await waiters.wait(waiting, wait * 1000, leave)
  }
  return { rows: page.rows, has_more: page.hasMore, next_cursor: cursorOfPosition(page.position) }
}
