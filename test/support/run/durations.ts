import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Seconds that each test file has taken, by its path in the repository. */
export type Durations = Readonly<Record<string, number>>

/** The file that `keep-durations.ts` writes. */
export const durationsFile = path.resolve('test/durations.json')

export function keptDurations(): Durations {
  return JSON.parse(readFileSync(durationsFile, 'utf8')) as Durations
}
