import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { withParents } from '../names.js'
import { labelledDomain, type DomainRow } from '../domain-rows.js'
import type { SendingSetup } from '../sending-setup.js'
import { returnPathName, usesOwnReturnPath } from './name.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

export interface OwnReturnPath {
  readonly workspaceId: WorkspaceId
  readonly domainId: Uuid
  readonly name: string
}

/** Finds the return path of the domain that vouches for a sender; undefined if the last check did not find it. */
export type FindReturnPath = (
  workspaceId: WorkspaceId,
  fromDomain: string,
) => Promise<OwnReturnPath | undefined>

/** Selects the nearest domain, which signs the mail as well. */
const selectNearest = statement<
  [workspaceId: WorkspaceId, names: readonly string[]],
  Pick<DomainRow, 'id' | 'name' | 'return_path_label'> & { active: boolean }
>(
  'select_return_path_of_sender',
  `select id, name, return_path_label,
     return_path_verified_at is not null and return_path_broken_at is null as active
   from domains where workspace_id = $1 and name = any($2::text[]) order by length(name) desc limit 1`,
)

/** Milliseconds for which a domain is remembered, and so after which the findings of a check take effect. */
const rememberedMs = 5_000

export function returnPathFinder(db: Knex, setup: SendingSetup): FindReturnPath {
  type Asked = { readonly workspaceId: WorkspaceId; readonly fromDomain: string }
  const known = new LRUCache<string, { readonly own: OwnReturnPath | undefined }, Asked>({
    ...atMostEntries(10_000),
    ttl: rememberedMs,
    fetchMethod: async (_key, _stale, { context: { workspaceId, fromDomain } }) => {
      const [row] = await selectNearest(db, workspaceId, withParents(fromDomain))
      if (row?.active !== true || !usesOwnReturnPath(labelledDomain(row), setup)) return { own: undefined }
      return { own: { workspaceId, domainId: row.id, name: returnPathName(labelledDomain(row)) } }
    },
  })
  return async (workspaceId, fromDomain) => {
    const context = { workspaceId, fromDomain }
    return (await known.fetch(`${workspaceId} ${fromDomain}`, { context }))?.own
  }
}

/** Makes a domain due for its check, if it is not due yet. */
export const checkDomainSoon = statement<[workspaceId: WorkspaceId, domainId: Uuid]>(
  'check_domain_soon',
  'update domains set next_check_at = now() where workspace_id = $1 and id = $2 and next_check_at > now()',
)
