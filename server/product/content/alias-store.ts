import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'
import { batcherBy } from '../../platform/db/batching/batcher.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { Project } from '../workspace/projects/projects.js'
import { selectAliases } from './store-statements.js'

/** Most aliases that are remembered. */
const maxAliases = 10_000

/** A template with an alias. */
interface Holder {
  readonly id: Uuid
  /** The template's project; null for every project. */
  readonly project_id: Uuid | null
}

interface AliasStore {
  /** Returns the id of the template that an alias means in a project, in the outside form. */
  readonly idOf: (workspaceId: WorkspaceId, project: Pick<Project, 'id'>, alias: string) => Promise<string>
  readonly forget: (workspaceId: WorkspaceId, aliases: readonly string[]) => void
}

/**
 * Looks up the templates that aliases mean. What is found is remembered for some seconds; an alias that no template of
 * the workspace has is looked up again each time.
 *
 * @param rememberedMs milliseconds, which include the query
 */
export function aliasStore(db: Knex, rememberedMs: number): AliasStore {
  const find = batcherBy(async (workspaceId: WorkspaceId, aliases: string[]) => {
    const rows = await selectAliases(db, workspaceId, [...new Set(aliases)])
    const holders = new Map<string, Holder[]>()
    for (const { alias, ...holder } of rows) {
      const known = holders.get(alias)
      if (known === undefined) holders.set(alias, [holder])
      else known.push(holder)
    }
    return aliases.map((alias): readonly Holder[] | undefined => holders.get(alias))
  })
  const cache = new LRUCache<string, readonly Holder[], { workspaceId: WorkspaceId; alias: string }>({
    ...atMostEntries(maxAliases),
    // If `forget` is called during a look-up, its callers get the result, but it is not remembered.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const began = performance.now()
      const holders = await find(context.workspaceId, context.alias)
      // The result of a slow query is as old as the query.
      options.ttl = Math.max(1, rememberedMs - (performance.now() - began))
      return holders
    },
  })
  return {
    idOf: async (workspaceId, project, alias) => {
      const holders =
        (await cache.fetch(keyOf(workspaceId, alias), { context: { workspaceId, alias } })) ?? []
      const holder = holderFor(project, holders)
      if (holder !== undefined) return toTypeId('tpl', holder.id)
      const message = `There is no template with the alias ${alias} for messages of this project.`
      throw new ApiError('template_not_found', message)
    },
    forget: (workspaceId, aliases) => {
      for (const alias of aliases) cache.delete(keyOf(workspaceId, alias))
    },
  }
}

/** Returns the project's own template among those with an alias, or else that of every project. */
function holderFor({ id }: Pick<Project, 'id'>, holders: readonly Holder[]): Holder | undefined {
  return (
    holders.find(({ project_id: project }) => project === id) ??
    holders.find(({ project_id: project }) => project === null)
  )
}

function keyOf(workspaceId: WorkspaceId, alias: string): string {
  return `${workspaceId} ${alias}`
}
