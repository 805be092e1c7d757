import { existsSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { durationsFile, keptDurations } from './durations.js'

/** Keeps how long the files of a run have taken, beside what was kept of other files that there still are. */
export default class KeepDurations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const taken = modules.map((module) => [module.relativeModuleId, secondsOf(module)] as const)
    const kept = Object.entries(keptDurations()).filter(([file]) => existsSync(file))
    const all = { ...Object.fromEntries(kept), ...Object.fromEntries(taken) }
    const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(durationsFile, `${JSON.stringify(sorted, null, 2)}\n`)
  }
}

/**
 * Returns the seconds that a file's tests and their set-up have taken. Imports count for the first file of a process
 * alone.
 */
function secondsOf(module: TestModule): number {
  return Math.round(module.diagnostic().duration / 100) / 10
}
