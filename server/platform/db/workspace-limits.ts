import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from './ids.js'
import { statement } from './statements/statement.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/**
 * The limits that the operator may set for a workspace, each a whole number, with their ranges. An absent limit does
 * not apply, or is that of the service's configuration and constants.
 */
export const limitRanges = {
  /** Sends in a minute, in place of `POSTSEAL_SENDS_PER_MINUTE`. */
  sends_per_minute: { min: 1, max: 1_000_000 },
  /** Recipients of live messages in a day (UTC). */
  recipients_per_day: { min: 0, max: 1e12 },
  /** Recipients of live messages in a calendar month (UTC). */
  recipients_per_month: { min: 0, max: 1e12 },
  contacts: { min: 0, max: 1e9 },
  domains: { min: 0, max: 1000 },
  /** Bytes of inbound mail that is kept. */
  inbound_bytes: { min: 0, max: 1e15 },
  /** The longest retention that an owner may set, in days. */
  retention_days: { min: 1, max: 3650 },
} as const

export type LimitName = keyof typeof limitRanges
export type Limits = Readonly<Partial<Record<LimitName, number>>>

/**
 * Milliseconds for which limits are remembered. With the look-up itself, a change holds everywhere after 5 seconds.
 */
const cachedMs = 3_000

const selectLimits = statement<[workspaceId: WorkspaceId], { limits: Limits }>(
  'select_limits_of_workspace',
  'select limits from workspaces where id = $1',
)

/** Reads the present limits of a workspace; none if there is no such workspace. */
export async function limitsOf(db: Knex, workspaceId: WorkspaceId): Promise<Limits> {
  return (await selectLimits(db, workspaceId))[0]?.limits ?? {}
}

/** Finds the limits of a workspace, as of some seconds ago at most. */
export type FindLimits = (workspaceId: WorkspaceId) => Promise<Limits>

/** Makes a {@link FindLimits} with a cache, for code that needs limits at every request. */
export function cachedLimits(db: Knex): FindLimits {
  const found = new LRUCache<WorkspaceId, Limits>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    fetchMethod: (workspaceId) => limitsOf(db, workspaceId),
  })
  // `fetch` leaves a kilobyte behind, even if it finds something.
  return async (workspaceId) => found.get(workspaceId) ?? (await found.fetch(workspaceId)) ?? {}
}
