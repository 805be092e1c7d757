import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Definition } from './definition.js'
import { flowOf, type Flow } from './flow.js'

/** A version that is ready for runs to follow. */
export interface LoadedVersion {
  readonly workspaceId: WorkspaceId
  readonly automationId: Uuid
  readonly version: number
  readonly definition: Definition
  readonly flow: Flow
}

/** The ids that identify a version. */
export type VersionKey = Pick<LoadedVersion, 'workspaceId' | 'automationId' | 'version'>

/** Loads a version; undefined if there is none. */
export type LoadVersion = (db: Knex, key: VersionKey) => Promise<LoadedVersion | undefined>

const select = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, version: number],
  { definition: Definition }
>(
  'select_automation_version',
  `select definition from automation_versions where workspace_id = $1 and automation_id = $2 and version = $3`,
)

/** Characters of JSON that the cache of versions holds. */
const maxCharacters = 16_000_000

/**
 * Makes a cache of versions, which never change. A look-up uses the given connection, so it may be a transaction's.
 */
export function versionLoader(): LoadVersion {
  const known = new LRUCache<string, LoadedVersion>({
    maxSize: maxCharacters,
    sizeCalculation: ({ definition }) => JSON.stringify(definition).length + 500,
  })
  return async (db, key) => {
    const name = `${key.workspaceId} ${key.automationId} ${key.version}`
    const found = known.get(name)
    if (found !== undefined) return found
    const [row] = await select(db, key.workspaceId, key.automationId, key.version)
    if (row === undefined) return undefined
    const loaded = { ...key, definition: row.definition, flow: flowOf(row.definition) }
    known.set(name, loaded)
    return loaded
  }
}
