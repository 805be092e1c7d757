import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Kinds of tests that take the longest, most of all those that start processes. */
const long = ['fault', 'e2e']

/**
 * Has long files run before short ones, so that no worker is left with a long one when the others have ended. How long
 * each took is known where it has run before, but not on a clean clone, where a file's size would be all there is to go
 * by.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ project, moduleId }: TestSpecification) => {
      const kind = long.findIndex((name) => moduleId.endsWith(`.${name}.test.ts`))
      // Files of a project stay together: their process goes on from one to the next.
      return projects.indexOf(project) * (long.length + 1) + (kind < 0 ? long.length : kind)
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
