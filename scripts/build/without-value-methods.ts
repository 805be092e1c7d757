import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'

const valueMethod =
  /^    async \w+\(.*\n        (?:const response = )?await this\.\w+Raw\(.*\n(?:        .*\n)*?    \}\n/gm

/** The files of the generated client that have its calls. */
export const generatedCalls = /generated\/client\/apis\/\w+Api\.ts$/

/**
 * The generated client has each call twice: as the reply, and as its value alone. The SDK's transport makes the first
 * only, so the second is left out, which no bundler can know of a method.
 */
export const withoutValueMethods: Plugin = {
  name: 'without-value-methods',
  setup: (build) => {
    build.onLoad({ filter: generatedCalls }, async ({ path }) => ({
      contents: withoutValues(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}

/** A file of the generated client without the methods that only give values. */
export function withoutValues(source: string): string {
  return source.replace(valueMethod, '')
}
