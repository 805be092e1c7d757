import type { Rooms } from '../../pacing/rooms.js'

/** What is left of rooms when these deliveries take some of them. */
export function roomsWithout(rooms: Rooms, deliveries: Iterable<{ readonly destination: string }>): Rooms {
  const of = new Map(rooms.of)
  let count = 0
  for (const { destination } of deliveries) {
    of.set(destination, (of.get(destination) ?? rooms.otherwise) - 1)
    count += 1
  }
  const { otherwise, altogether } = rooms
  return { otherwise, of, ...(altogether !== undefined && { altogether: altogether - count }) }
}
