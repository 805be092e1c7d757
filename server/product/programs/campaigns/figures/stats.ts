import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { components } from '../../../../../generated/api-types.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import type { CampaignKey } from '../draft/change.js'
import { noSuchCampaign, progressOf } from '../campaign-rows.js'
import { selectFigures, type FiguresRow } from './stats-statement.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

type Schemas = components['schemas']
type Counts = Schemas['CampaignCounts']
type Status = keyof Counts

/** The most milliseconds that figures are cached. */
const cachedMs = 5_000
const maxCached = 1_000

/**
 * Returns the figures of a campaign.
 *
 * @throws ApiError 404 `not_found`
 */
export type FindFigures = (key: CampaignKey) => Promise<Schemas['CampaignStats']>

/** Makes a function that finds figures. It counts those of a campaign once in five seconds, for all callers. */
export function figuresFinder(db: Knex): FindFigures {
  const cache = new LRUCache<string, Schemas['CampaignStats'], CampaignKey>({
    ...atMostEntries(maxCached),
    ttl: cachedMs,
    fetchMethod: async (_key, _stale, { context: { workspaceId, id } }) => {
      const [row] = await selectFigures(db, workspaceId, id)
      return row && presentFigures(row)
    },
  })
  return async (context) => {
    const figures = await cache.fetch(`${context.workspaceId} ${context.id}`, { context })
    if (figures === undefined) throw noSuchCampaign()
    return figures
  }
}

/** Reasons of recipients whose mail could not be made. All other reasons are of skipped recipients. */
const failures = new Set(['missing_variable', 'render_failed'])

/** Makes figures that add up: each recipient is in one of `by_status`. */
export function presentFigures(row: FiguresRow): Schemas['CampaignStats'] {
  const { walked, pending, skipped, failed } = progressOf(row)
  const byStatus = none()
  byStatus[row.status === 'cancelled' ? 'cancelled' : 'pending'] += pending
  byStatus.skipped += skipped
  byStatus.failed += failed
  for (const [, status, count] of row.outcomes) byStatus[shownStatus(status)] += count
  return {
    campaign_id: toTypeId('cmp', row.id),
    as_of: row.as_of.toISOString(),
    recipients: walked,
    by_status: byStatus,
    by_reason: reasonsOf(row),
    by_destination: destinationsOf(row),
    over_time: row.hours.map(
      ([hour, delivered, bounced, failedInHour, complained, unsubscribed, opened, clicked]) => ({
        hour: new Date(hour).toISOString(),
        ...{ delivered, bounced, failed: failedInHour, complained, unsubscribed, opened, clicked },
      }),
    ),
    complained: sumOf(row, 4),
    unsubscribed: sumOf(row, 5),
    opened: sumOf(row, 6),
    clicked: sumOf(row, 7),
    machine_opened: sumOf(row, 8),
    machine_clicked: sumOf(row, 9),
  }
}

/** Sums one of the counts of all hours, by its place. */
function sumOf({ hours }: FiguresRow, at: 4 | 5 | 6 | 7 | 8 | 9): number {
  return hours.reduce((sum, hour) => sum + hour[at], 0)
}

/** Returns the recipient's status that a log's status stands for. */
function shownStatus(status: string): Status {
  if (status === 'suppressed') return 'skipped'
  return status === 'scheduled' ? 'queued' : (status as Status)
}

function none(): Counts {
  return {
    pending: 0,
    skipped: 0,
    queued: 0,
    deferred: 0,
    delivered: 0,
    bounced: 0,
    failed: 0,
    cancelled: 0,
  }
}

function reasonsOf({ skip_reasons, unsent }: FiguresRow): Schemas['CampaignReasonCount'][] {
  const counts = new Map(Object.entries(skip_reasons))
  for (const [reason, count] of unsent) counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({
      status: failures.has(reason) ? ('failed' as const) : ('skipped' as const),
      reason,
      count,
    }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}

/** Returns the counts by destination: those with the most recipients first, then all others together. */
function destinationsOf({ outcomes }: FiguresRow): Schemas['CampaignDestinationCount'][] {
  const found = new Map<string | null, Schemas['CampaignDestinationCount']>()
  for (const [destination, status, count] of outcomes) {
    const entry = found.get(destination) ?? { destination, count: 0, by_status: none() }
    entry.by_status[shownStatus(status)] += count
    found.set(destination, { ...entry, count: entry.count + count })
  }
  return [...found.values()].sort((a, b) => {
    if (a.destination === null || b.destination === null) return a.destination === null ? 1 : -1
    return b.count - a.count || (a.destination < b.destination ? -1 : 1)
  })
}
