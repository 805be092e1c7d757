import type { ListAuditEventsRequest } from 'postseal'
import { spanOf } from '../../ui/lists/days.js'
import { actorKinds } from './actors.js'

type Params = Readonly<Record<string, string | undefined>>

const id = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Reads the query of the audit log from the address, and the mistake in it if there is one. */
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
    ...spanOf({ time, from, to }),
  } as ListAuditEventsRequest
  if (resource !== undefined && !id.test(resource)) {
    return {
      query,
      mistake: `“${resource}” is no id. Paste the whole id of a thing, such as key_01kbf3x5vfe4gt7c3p8s6d1b9n.`,
    }
  }
  return { query }
}
