import type { Plugin } from 'esbuild'

/**
 * The queries' library without lists that grow at their end, which no screen has, and without changes, for which the
 * console has `api/action.ts`: 2 kB of the first load.
 */
export const leanQueries: Plugin = {
  name: 'lean-queries',
  setup: (build) => {
    build.onLoad({ filter: /query-core\/build\/modern\/infiniteQueryBehavior\.js$/ }, () => ({
      contents:
        'export const infiniteQueryBehavior = () => undefined\n' +
        'export const hasNextPage = () => false\nexport const hasPreviousPage = () => false\n',
    }))
    build.onLoad({ filter: /query-core\/build\/modern\/mutationCache\.js$/ }, () => ({
      contents:
        'export class MutationCache { clear() {}\n  findAll() { return [] }\n' +
        '  resumePausedMutations() { return Promise.resolve() } }\n',
    }))
  },
}
