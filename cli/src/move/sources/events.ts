import type { Webhook } from '../items.js'

/**
 * Maps a webhook's event types to those of Postseal.
 *
 * @param given the event types of the other service
 */
export function mappedEvents(
  given: readonly string[],
  map: ReadonlyMap<string, readonly string[]>,
): Pick<Webhook, 'events' | 'losses'> {
  const unknown = given.filter((type) => !map.has(type))
  const events = [...new Set(given.flatMap((type) => map.get(type) ?? []))]
  return {
    // A subscription that names no event gets all of them.
    events: given.length === 0 ? ['*'] : events,
    losses: unknown.map((type) => `it has no event ${type}`),
  }
}
