import type { Knex } from 'knex'
import { nilUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { usageOf } from '../../../product/workspace/limits/usage.js'
import { acceptedByDay } from '../../../platform/statistics/accepted.js'
import { limitRanges, type Limits } from '../../../platform/db/workspace-limits.js'
import { maxStoredBytes } from '../../../product/inbound/messages/inbound-message-rows.js'
import { readWorkspaceHosts } from '../../../platform/db/workspace-hosts.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'
import { table } from '../table.js'
import { nameOf } from './create.js'
import { hostLine, presentHost } from './shown-hosts.js'

export interface WorkspaceOptions {
  readonly workspace?: string
  readonly json?: boolean
}

interface WorkspaceRow {
  readonly id: WorkspaceId
  readonly name: string
  readonly limits: Limits
  readonly halt_reason: string | null
  readonly closed_at: Date | null
  readonly delete_at: Date | null
  /** Number of recipients of live messages of this month. */
  readonly month: string
}

const page = 500

/**
 * SQL: the number of recipients of the live messages of this month. For a workspace, they are a few rows of an index.
 */
const monthOf = (workspace: string) => `(
  select coalesce(sum(count), 0) from (${acceptedByDay(workspace, "date_trunc('month', now(), 'UTC')")}) counted
  join projects on projects.id = project_id and projects.environment = 'live')`

const columns = 'id, name, limits, halt_reason, closed_at, delete_at'

const selectPage = gather<[after: Uuid, max: number], WorkspaceRow>(
  'select_page_of_workspaces',
  `select ${columns}, ${monthOf('workspace.id')} as month
   from workspaces workspace where id > $1 order by id limit $2`,
)

const selectOne = statement<[workspaceId: WorkspaceId], WorkspaceRow>(
  'select_shown_workspace',
  `select ${columns}, ${monthOf('$1')} as month from workspaces where id = $1`,
)

/** Lists the workspaces, the first one first, with their usage of this month. */
export async function listWorkspaces(db: Knex, { json }: WorkspaceOptions): Promise<string> {
  const rows: WorkspaceRow[] = []
  for (let found = page; found === page;) {
    const next = await selectPage(db, rows.at(-1)?.id ?? nilUuid, page)
    rows.push(...next)
    found = next.length
  }
  const shown = rows.map(presented)
  if (json === true) return JSON.stringify(shown, null, 2)
  if (shown.length === 0) return 'There is no workspace yet: start the service once.'
  return table(
    ['id', 'name', 'state', 'month', 'limit'],
    shown.map(({ id, name, state, recipients_this_month: month, limits }) => [
      id,
      name.length > 20 ? `${name.slice(0, 19)}…` : name,
      state,
      String(month),
      String(limits.recipients_per_month ?? '-'),
    ]),
  )
}

function presented(row: WorkspaceRow) {
  return {
    id: toTypeId('ws', row.id),
    name: row.name,
    state: stateOf(row),
    created_at: timeOf(row.id).toISOString(),
    archived_at: row.closed_at?.toISOString() ?? null,
    delete_at: row.delete_at?.toISOString() ?? null,
    recipients_this_month: Number(row.month),
    limits: row.limits,
  }
}

/** Returns the state of a workspace in one word. */
function stateOf({ halt_reason, closed_at, delete_at }: WorkspaceRow): string {
  if (delete_at !== null) return delete_at.getTime() <= Date.now() ? 'deleting' : 'to delete'
  if (closed_at !== null) return 'archived'
  return halt_reason === null ? 'active' : 'halted'
}

/** Shows a workspace with its usage of its limits. */
export async function showWorkspace(db: Knex, options: WorkspaceOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const [row] = await selectOne(db, workspaceId)
  if (row === undefined) throw new Error('a workspace that was found is gone')
  const standard = { domains: limitRanges.domains.max, inbound_bytes: maxStoredBytes }
  const usage = await usageOf(db, workspaceId, standard, { days: 1, months: 1 })
  const { recipients_today, recipients_this_month, contacts, domains, inbound_bytes } = usage
  const used = { recipients_today, recipients_this_month, contacts, domains, inbound_bytes }
  const hosts = (await readWorkspaceHosts(db)).filter((each) => each.workspace_id === workspaceId)
  if (options.json === true)
    return JSON.stringify({ ...presented(row), usage: used, hosts: hosts.map(presentHost) }, null, 2)
  const { id, name, state, created_at: created, delete_at: deleted } = presented(row)
  return [
    `${id}  ${name}`,
    `${state}${deleted === null ? '' : ` at ${deleted}`}, made at ${created}`,
    '',
    table(
      ['', 'used', 'limit'],
      Object.entries(used).map(([what, { used: count, limit }]) => [
        what,
        String(count),
        String(limit ?? '-'),
      ]),
    ),
    ...(hosts.length === 0 ? [] : ['', ...hosts.map(hostLine)]),
  ].join('\n')
}

/** Gives a workspace another name. */
export async function renameWorkspace(db: Knex, given: string, options: WorkspaceOptions): Promise<string> {
  const name = nameOf(given)
  const workspaceId = await findWorkspace(db, options.workspace)
  await inTransaction(db, async ({ sql }) => {
    await sql('workspaces').where('id', workspaceId).update({ name })
    const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) }
    await recordCommand(sql, workspaceId, 'workspace rename', { resource })
  })
  return showWorkspace(db, options)
}
