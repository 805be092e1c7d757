import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayLine, type ReplayPart } from '../../../platform/ledger/replay-part.js'
import { storeDeletion, type ErasureKeys } from '../erasure/begin.js'
import type { Gone } from './gone.js'
import { knownAddresses } from './known-addresses.js'

type Line = ReplayLine<'erasure'>

/**
 * Selects the known deletions of tokens. Deletions are kept for good, so one that the ledger has and the database has
 * not was begun after the backup.
 */
const selectKnown = statement<
  [workspaceId: WorkspaceId, from: Uuid, tokens: readonly string[]],
  { token: string; id: Uuid }
>(
  'select_deletions_of_tokens',
  `select distinct on (token) token, id from deletions
   where workspace_id = $1 and id >= $2 and token = any($3::text[]) order by token, id desc`,
)

/**
 * Erases again the addresses that were erased, each by an ordinary deletion. The ledger has only their tokens, so all
 * addresses of the workspace are looked at. Other lines of the ledger say that the tokens are suppressed.
 */
export function replayErasures(keys: ErasureKeys, gone: Gone): ReplayPart {
  return replayPart({
    kind: 'erasure',
    title: 'addresses erased',
    replay: async (sql, lines) => {
      for (const line of lines) gone.addErased(line, line.state.project_id)
      const missing = await missingOf(sql, lines)
      return { changed: missing.size === 0 ? 0 : await eraseAmongKnown(sql, keys, missing) }
    },
  })
}

/** Returns the lines for which the database has no deletion, by their tokens. */
async function missingOf(sql: Knex, lines: readonly Line[]): Promise<Map<string, Line>> {
  const byToken = new Map(lines.flatMap((line) => (line.id === undefined ? [] : [[line.id, line] as const])))
  const first = lines.map(({ state }) => state.deletion_id).sort()[0] ?? ''
  const known = await selectKnown(sql, lines[0]?.ws ?? '', first, [...byToken.keys()])
  for (const { token, id } of known)
    if (id >= (byToken.get(token)?.state.deletion_id ?? '')) byToken.delete(token)
  return byToken
}

/**
 * Erases the missing addresses that the workspace has.
 *
 * @returns the number of lines whose address the workspace has
 */
async function eraseAmongKnown(
  sql: Knex.Transaction,
  keys: ErasureKeys,
  missing: Map<string, Line>,
): Promise<number> {
  const workspaceId = [...missing.values()][0]?.ws ?? ''
  const projects = [...new Set([...missing.values()].map(({ state }) => state.project_id))]
  let changed = 0
  for await (const page of knownAddresses(sql, workspaceId)) {
    for (const address of page) {
      for (const projectId of projects) {
        const token = keys.tokens(workspaceId, projectId, address)
        const line = missing.get(token)
        if (line === undefined) continue
        missing.delete(token)
        const environment = line.state.environment as Environment | null
        await storeDeletion(sql, keys, { workspaceId, projectId, environment, at: line.at }, address)
        changed += 1
      }
    }
    if (missing.size === 0) break
  }
  return changed
}
