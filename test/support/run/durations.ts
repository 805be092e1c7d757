import { readFileSync } from 'node:fs'
import path from 'node:path'

/** How long each test file has taken, in seconds, by its path in the repository. */
export type Durations = Readonly<Record<string, number>>

/** What `keep-durations.ts` has kept. */
export const durationsFile = path.resolve('test/durations.json')

export function keptDurations(): Durations {
  return JSON.parse(readFileSync(durationsFile, 'utf8')) as Durations
}
