import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

const valueMethod =
  /^    async \w+\(.*\n        (?:const response = )?await this\.\w+Raw\(.*\n(?:        .*\n)*?    \}\n/gm

/** Takes the credential for one kind of those that an operation may be called with. */
const bearer =
  / {8}if \(this\.configuration && this\.configuration\.accessToken\) \{\n(?: {12}.*\n|\n)*? {8}\}\n/.source

const bearers = new RegExp(`^(${bearer})(?:${bearer})+`, 'gm')

/** A call in two methods: one makes the request, and the other, which alone is called, sends it. */
const twoMethods = new RegExp(
  [
    String.raw` {4}async (\w+)RequestOpts\(.*\): Promise<runtime\.RequestOpts> \{\n`,
    String.raw`((?: {8}.*\n|\n)*?) {8}return (\{\n(?: {12}.*\n)+ {8}\});\n {4}\}\n`,
    String.raw`((?: {4}\/\*\*\n(?: {5}\*.*\n)+|\n)*)( {4}async \1Raw\(.*\{\n)`,
    String.raw` {8}const requestOptions = await this\.\1RequestOpts\(.*\);\n`,
    String.raw` {8}const response = await this\.request\(requestOptions, initOverrides\);\n`,
  ].join(''),
  'g',
)

/** Filters that are put into a query, one after the other under their own names. */
const filters =
  /(?:^        if \(requestParameters\['(\w+)'\] != null\) \{\n            queryParameters\['\1'\] = requestParameters\['\1'\];\n        \}\n\n?)+/gm

/** The same as one loop over the names. */
function asLoop(found: string): string {
  const names = Array.from(found.matchAll(/queryParameters\['(\w+)'\]/g), ([, name]) => name)
  return `for (const name of ${JSON.stringify(names)}) {
    if (requestParameters[name] != null) queryParameters[name] = requestParameters[name]
  }
`
}

/** A path, and the ids that are put into it. */
const filledPath =
  /^        let urlPath = `(.*)`;\n(?:        urlPath = urlPath\.replace\('\{\w+\}', encodeURIComponent\(String\(requestParameters\['\w+'\]\)\)\);\n)+/gm

/** The same as one template. The compiler sees to it that an id is a text. */
function asTemplate(_found: string, path: string): string {
  const filled = path.replace(/\{(\w+)\}/g, "${encodeURIComponent(requestParameters['$1'])}")
  return `        let urlPath = \`${filled}\`;\n`
}

/** The files of the generated client that have its calls. */
export const generatedCalls = /generated\/client\/apis\/\w+Api\.ts$/

/**
 * The generated client has each call twice: as the reply, and as its value alone. The SDK's transport makes the first
 * only, so the second is left out, which no bundler can know of a method. It also takes the credential once for each
 * kind that an operation takes, and there is one. It makes a request in one method and sends it in another. And it puts
 * each filter into a query, and each id into a path, in statements of their own.
 */
export const trimmedCalls: Plugin = {
  name: 'trimmed-calls',
  setup: (build) => {
    build.onLoad({ filter: generatedCalls }, async ({ path }) => ({
      contents: trimCalls(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/** A file of the generated client without what the SDK never calls, and what says the same again. */
export function trimCalls(source: string): string {
  return source
    .replace(valueMethod, '')
    .replace(bearers, '$1')
    .replace(
      twoMethods,
      (_, _name, making: string, request: string, comment: string, head: string) =>
        `${comment}${head}${making}        const response = await this.request(${request}, initOverrides);\n`,
    )
    .replace(filters, asLoop)
    .replace(filledPath, asTemplate)
}

/** The same without credentials, for the console: a cookie is the browser's affair. */
export function withoutCredentials(source: string): string {
  return source.replace(new RegExp(`^${bearer}`, 'gm'), '')
}
