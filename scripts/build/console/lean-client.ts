import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { generatedCalls, trimCalls, withoutCredentials } from '../trim-calls.js'

/** The SDK checks the arguments of its own methods before, and the compiler those of the console. */
const checkOfPresence =
  /^        if \(requestParameters\['\w+'\] == null\) \{\n            throw new runtime\.RequiredError\(\n.*\n.*\n            \);\n        \}\n/gm

/** Whether there is an idempotency key: the SDK gives one to every call that takes one. */
const checkOfKey = /^        if \(requestParameters\['Idempotency_Key'\] != null\) \{\n(.*\n)        \}\n/gm

/**
 * The generated client without what the console never runs: 2.9 kB of the first load, compressed.
 */
export const leanClient: Plugin = {
  name: 'lean-client',
  setup: (build) => {
    build.onLoad({ filter: generatedCalls }, async ({ path }) => ({
      contents: withoutCredentials(trimCalls(await readFile(path, 'utf8')))
        .replace(checkOfPresence, '')
        .replace(checkOfKey, '$1'),
      loader: 'ts',
    }))
  },
}
