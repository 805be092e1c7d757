import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import type { TimeWindow } from '../../http/lists/pagination.js'
import { cursorOfPosition, positionOfCursor } from './position.js'
import { firstPosition, readFollowing, type Followed } from './read.js'
import type { EventWaiters } from './waiters.js'
import type { EventRow } from '../present-event.js'

/** The query of a request that follows events. */
export interface FollowQuery {
  readonly limit: number
  /** The outside form of the position to go on from. */
  readonly after?: string
  readonly since?: string
  /** The max wait in seconds. */
  readonly wait?: number
}

/** The client of a request that follows events. */
export interface Follower {
  /** The id of the key or of the session. */
  readonly credentialId: Uuid
  /**
   * Resolves to whether the credential still sees the same events. @throws ApiError 401, 403 if it may no longer
   * follow events
   */
  readonly isPermitted: () => Promise<boolean>
  /** Registers a function to call when the client has disconnected. */
  readonly onDisconnect: (listener: () => void) => void
}

/** The reply to a request that follows events. Its cursor leads on in any case. */
export interface FollowedEvents {
  readonly rows: readonly EventRow[]
  readonly has_more: boolean
  readonly next_cursor: string
}

/**
 * Reads the events that follow, and waits for some if there are none. A request that has waited returns only events
 * that its credential still sees by then.
 *
 * @throws ApiError 422 for an invalid cursor, 429 `rate_limited` if too many requests wait, 401 or 403 if the
 *   credential was revoked or lost its scope meanwhile
 */
export async function followEvents(
  db: Knex,
  waiters: EventWaiters,
  followed: Followed,
  {
    query,
    window,
    follower: { onDisconnect, ...follower },
  }: { readonly query: FollowQuery; readonly window: TimeWindow; readonly follower: Follower },
): Promise<FollowedEvents> {
  const { after, since, limit, wait = 0 } = query
  const begin =
    after === undefined
      ? await firstPosition(db, since === undefined ? undefined : window.since)
      : positionOfCursor(after)
  let page = await readFollowing(db, followed, begin, { max: limit })
  const isAnswer = () => page.rows.length > 0 || page.hasMore
  if (!isAnswer() && wait > 0) {
    const look = async () => {
      page = await readFollowing(db, followed, page.position, { max: limit })
      return isAnswer()
    }
    const { workspaceId } = followed.visibility
    const waiting = { ...follower, workspaceId, position: () => page.position, look }
    const { position } = page
    await waiters.wait(waiting, wait * 1000, onDisconnect)
    // The client asks again from this position, and is then authenticated anew.
    if (!(await follower.isPermitted())) page = { rows: [], position, hasMore: true }
  }
  return { rows: page.rows, has_more: page.hasMore, next_cursor: cursorOfPosition(page.position) }
}
