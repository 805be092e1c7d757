import {
  fromTypeId,
  newUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { insertKeyedDomain } from '../domains/domains.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'

/**
 * Ids of sending domains, which have a TLS report, and of DMARC sources for requests that are made from the
 * contract. Each is of a new one.
 */
export function domainIds(
  service: Pick<TestService, 'sql' | 'config'>,
  workspaceId: WorkspaceId,
): Required<Pick<KnownIds, 'dom' | 'dms'>> {
  const addDomain = async (): Promise<{ id: string; uuid: Uuid; name: string }> => {
    const name = `${newUuid()}.example`
    const id = await insertKeyedDomain(service, workspaceId, name)
    const uuid = fromTypeId('dom', id)
    // Of the day before, so that it is within every window that reaches back.
    await service.sql.query(
      `insert into tls_reports values ($1, $2, $3, 'receiver', 'r', now(), now(), current_date - 1)`,
      [workspaceId, newUuid(), uuid],
    )
    return { id, uuid, name }
  }
  return {
    dom: async () => (await addDomain()).id,
    dms: async () => {
      const [id, domain] = [newUuid(), await addDomain()]
      await service.sql.query(
        `insert into dmarc_sources
           (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at, named_at)
         values ($1, $2, $3, '192.0.2.25', $4, now() - interval '2 days', now() - interval '1 day', now())`,
        [workspaceId, id, domain.uuid, domain.name],
      )
      // On the day before, so that it is within every window that reaches back.
      await service.sql.query(
        `insert into dmarc_source_days values ($1, $2, current_date - 1, $3, 10, 9, 9, 8, 0, 9, 9, 10, 0, 0)`,
        [workspaceId, id, domain.uuid],
      )
      return toTypeId('dms', id)
    },
  }
}
