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
      build.onLoad(
        {
          filter:
            /express-openapi-validator[\\/]dist[\\/]middlewares[\\/]parsers[\\/]req\.parameter\.mutator\.js$/,
        },
        async ({ path: file }) => ({ contents: withoutUrlParse(await readFile(file, 'utf8')) }),
      )
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.json$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8')
        if (text.length < largeJson) return undefined
        const json = JSON.stringify(JSON.parse(text))
        return { contents: `module.exports = JSON.parse(${JSON.stringify(json)})` }
      })
    },
  }
}

/**
 * The validator of requests without `url.parse()`, of which Node 26 warns on standard error where it is called from
 * outside `node_modules`, as from the bundle.
 *
 * @throws Error where the validator no longer calls it
 */
function withoutUrlParse(source: string): string {
  const call = 'url.parse(req.originalUrl).query'
  if (!source.includes(call)) throw new Error(`express-openapi-validator no longer calls ${call}.`)
  return source.replace(call, 'queryOf(req.originalUrl)').concat(`
function queryOf(target) {
  const [before] = target.split('#', 1)
  const at = before.indexOf('?')
  return at < 0 ? null : before.slice(at + 1)
}
`)
}
