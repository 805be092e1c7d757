import type { Rooms } from '../../pacing/rooms.js'

/** What is left of rooms when these deliveries take some of them. */
export function roomsWithout(rooms: Rooms, deliveries: Iterable<{ readonly destination: string }>): Rooms {
  const of = new Map(rooms.of)
  const onProbation = rooms.onProbation && new Map(rooms.onProbation)
  let count = 0
  for (const { destination } of deliveries) {
    const own = onProbation === undefined || of.has(destination) ? of : onProbation
    own.set(destination, (own.get(destination) ?? rooms.otherwise) - 1)
    count += 1
  }
  const { otherwise, altogether } = rooms
  return {
    otherwise,
    of,
    ...(onProbation && { onProbation }),
    ...(altogether !== undefined && { altogether: altogether - count }),
  }
}
