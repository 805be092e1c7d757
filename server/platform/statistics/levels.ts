/**
 * The levels of the table `statistics`: what its rows are told by beside their project, added up. Each count is in
 * all eight levels, so that a read adds up few rows whatever it tells apart.
 */
export const levels = { category: 1, destination: 2, day: 4 } as const

/** One more than the highest level. */
export const levelCount = 8

/** What a read tells the counts by, or filters them by. */
export interface ToldBy {
  readonly category: boolean
  readonly destination: boolean
  readonly day: boolean
}

export function levelOf({ category, destination, day }: ToldBy): number {
  return (category ? levels.category : 0) + (destination ? levels.destination : 0) + (day ? levels.day : 0)
}
