// All that scripts/python/ makes, in memory: what `npm run generate` saves and what checks compare.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationsModule } from './operations.mjs'
import { staleSyncModules, syncModules } from './sync-modules.mjs'
import { typesModule } from './types.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const PACKAGE = 'sdk-python/src/postseal'

/**
 * The files of the Python client that are made from the contract and from its asynchronous code: their text by path,
 * relative to the repository; null for a file that is no longer to be there.
 */
export function pythonModules() {
  const contract = JSON.parse(readFileSync(path.join(root, 'generated/openapi.json'), 'utf8'))
  const folder = path.join(root, PACKAGE)
  return new Map([
    [`${PACKAGE}/_generated/operations.py`, operationsModule(contract)],
    [`${PACKAGE}/_generated/types.py`, typesModule(contract)],
    ...[...syncModules(folder)].map(([file, text]) => [`${PACKAGE}/_sync/${file}`, text]),
    ...staleSyncModules(folder).map((file) => [`${PACKAGE}/_sync/${file}`, null]),
  ])
}

/** The files that are not as they would be made now, relative to the repository. */
export function stalePythonModules() {
  return [...pythonModules()]
    .filter(([file, text]) => {
      const there = path.join(root, file)
      return (existsSync(there) ? readFileSync(there, 'utf8') : null) !== text
    })
    .map(([file]) => file)
}
