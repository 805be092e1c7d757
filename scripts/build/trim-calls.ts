import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

const valueMethod =
  /^    async \w+\(.*\n        (?:const response = )?await this\.\w+Raw\(.*\n(?:        .*\n)*?    \}\n/gm

/** Takes the credential for one kind of those that an operation may be called with. */
const bearer =
  / {8}if \(this\.configuration && this\.configuration\.accessToken\) \{\n(?: {12}.*\n|\n)*? {8}\}\n/.source

const bearers = new RegExp(`^(${bearer})(?:${bearer})+`, 'gm')

/** The files of the generated client that have its calls. */
export const generatedCalls = /generated\/client\/apis\/\w+Api\.ts$/

/**
 * The generated client has each call twice: as the reply, and as its value alone. The SDK's transport makes the first
 * only, so the second is left out, which no bundler can know of a method. It also takes the credential once for each
 * kind that an operation takes, and there is one.
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
  return source.replace(valueMethod, '').replace(bearers, '$1')
}

/** The same without credentials, for the console: a cookie is the browser's affair. */
export function withoutCredentials(source: string): string {
  return source.replace(new RegExp(`^${bearer}`, 'gm'), '')
}
