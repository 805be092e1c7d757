import type { ListAuditEventsRequest } from 'postseal'
import { actorKinds } from './actors.js'

type Params = Readonly<Record<string, string | undefined>>

/** The spans that a click chooses, in days. */
export const spans: readonly (readonly [name: string, label: string, days: number])[] = [
  ['1d', 'Last 24 hours', 1],
  ['7d', 'Last 7 days', 7],
  ['30d', 'Last 30 days', 30],
]

const day = 86_400_000
const minute = 60_000
const id = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** What the address asks of the audit log, and what in it can't be asked. */
export function readSearch(params: Params): {
  readonly query: ListAuditEventsRequest
  readonly mistake?: string
} {
  const { actor, operation, resource, outcome, time, from, to } = params
  const isKind = actor !== undefined && actor in actorKinds
  const query = {
    ...(actor !== undefined && (isKind ? { actor_kind: actor } : { actor_id: actor })),
    ...(operation !== undefined && { operation }),
    ...(resource !== undefined && { resource_id: resource }),
    ...(outcome !== undefined && { outcome }),
    ...(time === 'between' ? between(from, to) : sinceOf(time)),
  } as ListAuditEventsRequest
  if (resource !== undefined && !id.test(resource)) {
    return {
      query,
      mistake: `“${resource}” is no id. Paste the whole id of a thing, such as key_01kbf3x5vfe4gt7c3p8s6d1b9n.`,
    }
  }
  return { query }
}

/** A span as the minute that it begins at, so that the query stays the same for a while. */
function sinceOf(time: string | undefined): { since?: string } {
  const days = spans.find(([name]) => name === time)?.[2]
  if (days === undefined) return {}
  return { since: new Date(Math.floor(Date.now() / minute) * minute - days * day).toISOString() }
}

/** Days of the reader's zone, both of them included. */
function between(from: string | undefined, to: string | undefined): { since?: string; until?: string } {
  const start = startOf(from)
  const end = startOf(to)
  end?.setDate(end.getDate() + 1)
  return { ...(start && { since: start.toISOString() }), ...(end && { until: end.toISOString() }) }
}

function startOf(date: string | undefined): Date | undefined {
  const at = new Date(`${date}T00:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
