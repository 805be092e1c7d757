import type { AuditRow } from '../../../server/product/workspace/audit/present.js'
import { fromTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { ApiReply } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'

/** The entries of the request that had this reply. */
export async function entriesOf({ sql }: TestService, reply: ApiReply): Promise<AuditRow[]> {
  const request = fromTypeId('req', reply.headers['request-id'] ?? '')
  const { rows } = await sql.query<AuditRow>('select * from audit_events where request_id = $1', [request])
  return rows
}

/** The one entry of the request that had this reply, which may be written after it. */
export async function entryOf(service: TestService, reply: ApiReply): Promise<AuditRow> {
  const rows = await until(async () => {
    const found = await entriesOf(service, reply)
    return found.length > 0 && found
  }, 'an entry in the audit log')
  if (rows.length > 1) throw new Error(`a request has ${rows.length} entries`)
  return rows[0] as AuditRow
}

/** A workspace's entries of an operation, the newest first. */
export async function entriesFor(
  { sql }: TestService,
  workspaceId: WorkspaceId,
  operation: string,
): Promise<AuditRow[]> {
  const text = 'select * from audit_events where workspace_id = $1 and operation = $2 order by id desc'
  return (await sql.query<AuditRow>(text, [workspaceId, operation])).rows
}
