import type { Knex } from 'knex'
import { firstIdAfter, newUuidAt, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replayPart, type ReplayLine } from '../../../platform/ledger/replay-part.js'

type Line = ReplayLine<'suppression'>

/**
 * Suppresses addresses. An existing suppression keeps its reason, unless the ledger has the recipient's own wish. An
 * address whose token is stored is suppressed already, and must not be stored in clear again.
 */
const insert = statement<[workspaceId: WorkspaceId, suppressions: string], { address: string }>(
  'suppress_by_ledger',
  `insert into suppressions as known (workspace_id, id, address, reason, note, project_id, suppressed_at)
   select own.workspace_id, given.id, given.address, given.reason, given.note, given.project_id, given.suppressed_at
   from ${ownWorkspace} cross join json_to_recordset($2::json) as given (
     id uuid, address text, token text, reason text, note text, project_id uuid, suppressed_at timestamptz)
   left join lateral (
     select true as is_so from suppressions where workspace_id = $1 and address = given.token limit 1
   ) erased on given.token <> given.address
   where erased.is_so is null
   order by given.address
   on conflict (workspace_id, address) do update
   set reason = excluded.reason, note = excluded.note, suppressed_at = excluded.suppressed_at,
     reply = null, log_id = null
   where excluded.reason in ('complaint', 'erasure') and known.reason not in ('complaint', 'erasure')
   returning address`,
)

/** Lifts suppressions that were made before a line. A suppression with a later time or a later id stays. */
const lift = statement<
  [workspaceId: WorkspaceId, addresses: readonly string[], lifted: string],
  { address: string }
>(
  'lift_suppressions_by_ledger',
  `delete from suppressions using json_to_recordset($3::json) as given (address text, at timestamptz, before uuid)
   where workspace_id = $1 and suppressions.address = any(array(select unnest($2::text[])))
     and given.address = suppressions.address and suppressed_at <= given.at and suppressions.id < given.before
   returning suppressions.address`,
)

/**
 * Suppresses addresses again, or lifts their suppressions. No event reports this, since receivers of events know it
 * already.
 */
export const replaySuppressions = replayPart({
  kind: 'suppression',
  title: 'addresses suppressed, or lifted',
  replay: async (sql, lines) => {
    const workspaceId = lines[0]?.ws ?? ''
    const lifted = lines
      .filter(({ gives }) => gives === true)
      .map((line) => ({ address: formOf(line), at: line.at, before: firstIdAfter(line.at) }))
    const suppressed = lines.filter(({ gives }) => gives !== true)
    const addresses = lifted.map(({ address }) => address)
    const removed = lifted.length === 0 ? [] : await lift(sql, workspaceId, addresses, JSON.stringify(lifted))
    return { changed: removed.length + (await suppressAgain(sql, workspaceId, suppressed)) }
  },
})

async function suppressAgain(sql: Knex, workspaceId: WorkspaceId, lines: readonly Line[]): Promise<number> {
  if (lines.length === 0) return 0
  const given = lines.map((line) => {
    const { reason, note, suppressed_at, project_id } = line.state
    const token = line.id ?? line.who
    const at = suppressed_at ?? line.at
    return {
      id: newUuidAt(line.at),
      address: formOf(line),
      token,
      reason,
      note,
      project_id,
      suppressed_at: at,
    }
  })
  return (await insert(sql, workspaceId, JSON.stringify(given))).length
}

/** Returns the address, or the token that stands for one that was erased or cannot be read. */
function formOf({ address, id, who }: Line): string {
  return address ?? id ?? who ?? ''
}
