import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

/** From this size on Node reads JSON clearly sooner as a text than as JavaScript, in bytes. */
const largeJson = 20_000

/**
 * Leaves out of packages what the service never runs, and Node would read at each start: of Knex the clients for other
 * databases, for the service hands it its own. Large JSON becomes a text that is parsed when it is asked for.
 */
export function lighterPackages(): Plugin {
  return {
    name: 'lighter-packages',
    setup(build) {
      build.onLoad({ filter: /[\\/]node_modules[\\/]knex[\\/]lib[\\/]dialects[\\/]index\.js$/ }, () => ({
        contents: `exports.getDialectByNameOrAlias = (name) => {
          throw new Error('the bundle has no client for ' + name)
        }`,
      }))
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.json$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        if (text.length < largeJson) return undefined
        const json = JSON.stringify(JSON.parse(text))
        return { contents: `module.exports = JSON.parse(${JSON.stringify(json)})` }
      })
    },
  }
}
