import type { Knex } from 'knex'
import type { AuditResource } from '../../platform/audit/entry.js'
import { recordAudit } from '../../platform/audit/record.js'
import { commandEntry } from '../../platform/audit/other-entries.js'
import { toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import type { DomainRow } from '../../product/domains/domain-rows.js'

/** Commands that change something, which the audit log shows as `cli.domain.add`, for example. */
export const changingCommands = [
  'session create',
  'user create',
  'user role',
  'user remove',
  'session link',
  'session revoke',
  'workspace create',
  'workspace rename',
  'workspace limits',
  'workspace archive',
  'workspace delete',
  'workspace restore',
  'workspace host add',
  'workspace host check',
  'workspace host remove',
  'workspace links end',
  'workspace links restore',
  'workspace halt',
  'workspace resume',
  'api-key stop',
  'domain add',
  'domain vouch',
  'domain unvouch',
  'domain check',
  'domain rotate-key',
  'domain remove',
  'dmarc import',
  'reputation import',
  'import listmonk',
  'import mailchimp',
  'import sendgrid',
  'queue retry',
  'queue drop',
  'queue release',
  'source add',
  'source drain',
  'source resume',
  'source remove',
  'pool assign',
  'pool unassign',
  'pool relay',
  'pool schedule',
  'secret rotate',
  'secret retire',
  'ledger replay',
] as const
export type ChangingCommand = (typeof changingCommands)[number]

interface Details {
  readonly resource?: AuditResource | null
  readonly count?: number
}

/**
 * Records a command of the operator in a workspace's audit log.
 *
 * @param sql transaction of the change, if it has one
 */
export async function recordCommand(
  sql: Knex,
  workspaceId: WorkspaceId,
  command: ChangingCommand,
  details: Details = {},
): Promise<void> {
  await recordAudit(sql, [commandEntry(workspaceId, command, details)])
}

/** Records a command about a domain, and returns the domain. */
export async function recordDomainCommand(
  sql: Knex,
  command: ChangingCommand,
  row: DomainRow,
): Promise<DomainRow> {
  const resource = { type: 'domain', id: toTypeId('dom', row.id) }
  await recordCommand(sql, row.workspace_id, command, { resource })
  return row
}

/** Records a command that is about all workspaces. */
export async function recordForAll(sql: Knex, command: ChangingCommand): Promise<void> {
  const workspaces = await sql<{ id: WorkspaceId }>('workspaces').select('id')
  await recordAudit(
    sql,
    workspaces.map(({ id }) => commandEntry(id, command)),
  )
}
