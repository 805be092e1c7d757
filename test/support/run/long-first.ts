import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keptDurations } from './durations.js'

/** Kinds of tests that take the longest, most of all those that start processes. */
const long = ['fault', 'e2e']

/** Seconds assumed for a file whose duration is unknown. */
const guesses = { long: 5, short: 1 }

/**
 * Has long files run before short ones, so that no worker is left with a long one when the others have ended. How long
 * each took is in `test/durations.json`: `npm test -- --reporter=default --reporter=./test/support/keep-durations.ts`
 * keeps it.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const durations = keptDurations()
    const secondsOf = ({ moduleId, project }: TestSpecification) => {
      const file = path.relative(project.config.root, moduleId)
      const isLong = long.some((name) => file.endsWith(`.${name}.test.ts`))
      return durations[file] ?? (isLong ? guesses.long : guesses.short)
    }
    // Files of a project stay together: their process goes on from one to the next.
    return sorted.sort(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || secondsOf(b) - secondsOf(a),
    )
  }
}
