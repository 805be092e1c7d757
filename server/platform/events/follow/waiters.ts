import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { gather } from '../../db/statements/statement.js'
import { isMachineAway } from '../../db/connection/unavailable.js'
import { ApiError } from '../../http/errors/api-error.js'
import type { FollowPosition } from './position.js'
import { readExtent } from './extent.js'

/**
 * The max number of requests of a credential, of a workspace, and of all, that wait in this process at the same time.
 */
export const maxOfCredential = 25
export const maxOfWorkspace = 100
export const maxInAll = 5000

/**
 * The time between two looks at the database for new events while anybody waits, and the min time, in milliseconds.
 */
const pollMs = 500
const minPollMs = 50

/**
 * The wait of a request before it looks again if it found nothing for itself among the new events of its workspace,
 * in milliseconds.
 */
const lookAgainMs = 1000

/** After a request began to wait others are expected for this long, in milliseconds. */
const followedMs = 60_000

/** The max number of requests that read at the same time: each takes a connection meanwhile. */
const maxLooks = 4

/** Milliseconds between two checks that a waiting request still may wait. */
const permittedMs = 1000

/**
 * The max wait of requests that begin to wait once the process stops, in milliseconds: their clients do not come back
 * at once.
 */
const stoppingWaitMs = 1000

/** A request that waits for events. */
export interface Waiting {
  readonly workspaceId: WorkspaceId
  /** The id of the key or of the session that the request was made with. */
  readonly credentialId: Uuid
  /** Resolves to whether the credential still sees the same events. @throws ApiError 401, 403 if it may not follow */
  readonly isPermitted: () => Promise<boolean>
  /** Returns the position up to which the request has read. */
  readonly position: () => FollowPosition
  /** Reads on. Resolves to whether the request has an answer now. */
  readonly look: () => Promise<boolean>
}

interface Waiter extends Waiting {
  /** The earliest time of the next look, by performance.now(). */
  notBefore: number
  /** The time of the next check whether the request is permitted, by performance.now(). */
  checkAt: number
  readonly end: () => void
  readonly fail: (error: unknown) => void
}

interface Newest {
  readonly workspaceId: WorkspaceId
  /** A bigint, as in `events.recorded_in`. */
  readonly order: string
  readonly id: Uuid
}

/** Selects the newest event of each workspace that followers can get. One look-up each. */
const selectNewest = gather<[workspaceIds: readonly WorkspaceId[], settled: string], Newest>(
  'select_newest_events',
  `select workspaces.id as "workspaceId", newest.recorded_in as "order", newest.id
   from workspaces
   cross join lateral (
     select recorded_in, id from events
     where workspace_id = workspaces.id and recorded_in < $2::bigint
     order by recorded_in desc, id desc limit 1
   ) newest
   where workspaces.id = any($1::uuid[])`,
)

/**
 * The requests of this process that wait for events. They share a look, which is taken from time to time and when
 * this process has recorded events, and only while anybody waits: a request that waits has no connection.
 */
export class EventWaiters {
  readonly #waiting = new Map<Uuid, Set<Waiter>>()
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #polling = false
  #woken = false
  #lastPoll = -Infinity
  #stopping = false
  #lastBegun = -Infinity
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  /** The number of requests that wait. */
  get size(): number {
    return this.#count
  }

  /** True if requests wait, or began to a while ago: clients that follow come back. */
  get isFollowed(): boolean {
    return this.#count > 0 || performance.now() - this.#lastBegun < followedMs
  }

  /**
   * Waits until a request has an answer, for `maxMs` milliseconds at most.
   *
   * @param leave registers a function to call when the client has disconnected
   * @throws ApiError 429 `rate_limited` if too many wait already; any error of `look`
   */
  async wait(waiting: Waiting, maxMs: number, leave: (listener: () => void) => void): Promise<void> {
    const { workspaceId, credentialId } = waiting
    const ofWorkspace = this.#waiting.get(workspaceId) ?? new Set()
    if (ofWorkspace.size >= maxOfWorkspace || this.#count >= maxInAll) {
      throw tooMany(`${maxOfWorkspace} of a workspace`)
    }
    const ofCredential = [...ofWorkspace].filter((waiter) => waiter.credentialId === credentialId)
    if (ofCredential.length >= maxOfCredential) throw tooMany(`${maxOfCredential} with the same credential`)
    this.#waiting.set(workspaceId, ofWorkspace)
    let waiter: Waiter | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        waiter = {
          ...waiting,
          notBefore: 0,
          checkAt: performance.now() + permittedMs,
          end: resolve,
          fail: reject,
        }
        ofWorkspace.add(waiter)
        this.#count += 1
        this.#lastBegun = performance.now()
        timer = setTimeout(resolve, this.#stopping ? Math.min(maxMs, stoppingWaitMs) : maxMs)
        leave(resolve)
        this.#schedule(pollMs)
      })
    } finally {
      clearTimeout(timer)
      if (waiter !== undefined && ofWorkspace.delete(waiter)) this.#count -= 1
      if (ofWorkspace.size === 0) this.#waiting.delete(workspaceId)
    }
  }

  /** Looks for new events, since this process has recorded some. */
  readonly wake = (): void => {
    if (this.#count === 0) return
    this.#woken = true
    this.#schedule(minPollMs)
  }

  /**
   * Checks all waits, since a credential has been revoked or changed in this process: waits that are no longer
   * permitted end at once.
   */
  readonly recheck = (): void => {
    for (const waiter of this.#all()) waiter.checkAt = 0
    this.wake()
  }

  /** Ends all waits at once. To be called when the process stops. */
  end(): void {
    this.#stopping = true
    for (const waiter of this.#all()) waiter.end()
  }

  *#all(): Generator<Waiter> {
    for (const ofWorkspace of this.#waiting.values()) yield* ofWorkspace
  }

  /** Schedules a poll for this long after the last one, unless an earlier one is scheduled. */
  #schedule(gapMs: number): void {
    if (this.#polling || (this.#timer !== undefined && gapMs >= pollMs)) return
    clearTimeout(this.#timer)
    const ms = Math.max(0, this.#lastPoll + gapMs - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#poll()
    }, ms)
  }

  async #poll(): Promise<void> {
    this.#polling = true
    this.#woken = false
    try {
      await this.#checkPermissions()
      await each(await this.#withNews(), async (waiter) => {
        if (await waiter.look()) waiter.end()
        else waiter.notBefore = performance.now() + lookAgainMs
      })
    } catch (error) {
      for (const waiter of this.#all()) waiter.fail(error)
    } finally {
      this.#polling = false
      this.#lastPoll = performance.now()
      if (this.#count > 0) this.#schedule(this.#woken ? minPollMs : pollMs)
    }
  }

  async #checkPermissions(): Promise<void> {
    const now = performance.now()
    const due = [...this.#all()].filter(({ checkAt }) => checkAt <= now)
    await each(due, async (waiter) => {
      waiter.checkAt = now + permittedMs
      if (!(await waiter.isPermitted())) waiter.end()
    })
  }

  async #withNews(): Promise<Waiter[]> {
    const now = performance.now()
    const asking = [...this.#all()].filter(({ notBefore }) => notBefore <= now)
    if (asking.length === 0) return []
    const workspaceIds = [...new Set(asking.map(({ workspaceId }) => workspaceId))]
    const { settled } = await readExtent(this.#db)
    const rows = await selectNewest(this.#db, workspaceIds, settled).catch(whereNoneIsAway)
    // Each waiter looks for itself then: those whose rows are on another machine find their events.
    if (rows === undefined) return asking
    const newest = new Map(rows.map((row) => [row.workspaceId, row]))
    return asking.filter(({ workspaceId, position }) => isBehind(position(), newest.get(workspaceId)))
  }
}

/**
 * Ignores an error that means that one of several machines is away.
 *
 * @throws any other error
 */
function whereNoneIsAway(error: unknown): undefined {
  if (!isMachineAway(error)) throw error
}

function isBehind(position: FollowPosition, newest: Newest | undefined): boolean {
  if (newest === undefined) return false
  const order = BigInt(newest.order)
  return order > position.order || (order === position.order && newest.id > position.id)
}

/** Acts on each waiter, on a few at the same time. If `act` throws, the waiter's request fails. */
async function each(waiters: Waiter[], act: (waiter: Waiter) => Promise<void>): Promise<void> {
  const next = async (): Promise<void> => {
    for (let waiter = waiters.pop(); waiter !== undefined; waiter = waiters.pop()) {
      await act(waiter).catch(waiter.fail)
    }
  }
  await Promise.all(Array.from({ length: maxLooks }, next))
}

function tooMany(limit: string): ApiError {
  return new ApiError(
    'rate_limited',
    `Too many requests are waiting for events: at most ${limit} at the same time.`,
    { retryAfter: 5 },
  )
}
