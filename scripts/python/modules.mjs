// All that scripts/python/ writes, in memory: what `npm run generate` saves and what checks compare.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationsModule } from './operations.mjs'
import { typesModule } from './types.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const PACKAGE = 'sdk-python/src/postseal'

/** The files made from the contract: their text by path, relative to the repository. */
export function contractModules() {
  const contract = JSON.parse(readFileSync(path.join(root, 'generated/openapi.json'), 'utf8'))
  return new Map([
    [`${PACKAGE}/_generated/operations.py`, operationsModule(contract)],
    [`${PACKAGE}/_generated/types.py`, typesModule(contract)],
  ])
}
