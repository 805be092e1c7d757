/**
 * The levels of the table `statistics`: the properties that, beside the project, keep its rows apart, added up. Each
 * count is in all eight levels, so that a read adds up few rows whatever it groups by.
 */
export const levels = { category: 1, destination: 2, day: 4 } as const

/** One more than the highest level. */
export const levelCount = 8

/** The properties that a read groups or filters the counts by. */
export interface ToldBy {
  readonly category: boolean
  readonly destination: boolean
  readonly day: boolean
}

export function levelOf({ category, destination, day }: ToldBy): number {
  return (category ? levels.category : 0) + (destination ? levels.destination : 0) + (day ? levels.day : 0)
}
