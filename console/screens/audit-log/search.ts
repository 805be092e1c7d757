import type { ListAuditEventsRequest } from 'postseal'
import { sinceOf } from '../../ui/filters.js'
import { actorKinds } from './actors.js'

type Params = Readonly<Record<string, string | undefined>>

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
