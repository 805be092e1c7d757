import { newUuid, toTypeId, type Uuid } from '../../server/db/ids.js'
import type { KnownIds } from './requests.js'
import type { TestService } from './service.js'

/** Ids of sending domains and of DMARC sources for requests that are made from the contract. Each is of a new one. */
export function domainIds(
  { sql }: Pick<TestService, 'sql'>,
  workspaceId: Uuid,
): Required<Pick<KnownIds, 'dom' | 'dms'>> {
  /** A domain that is checked by nobody else. */
  const addDomain = async (): Promise<Uuid> => {
    const id = newUuid()
    await sql.query(
      `insert into domains (workspace_id, id, name, state, next_check_at)
       values ($1, $2, $3, 'pending', now() + interval '1 day')`,
      [workspaceId, id, `${id}.example`],
    )
    return id
  }
  return {
    dom: async () => toTypeId('dom', await addDomain()),
    dms: async () => {
      const [id, domain] = [newUuid(), await addDomain()]
      await sql.query(
        `insert into dmarc_sources
           (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at, named_at)
         values ($1, $2, $3, '192.0.2.25', $4, now() - interval '2 days', now() - interval '1 day', now())`,
        [workspaceId, id, domain, `${domain}.example`],
      )
      // On the day before, so that it is within every window that reaches back.
      await sql.query(
        `insert into dmarc_source_days values ($1, $2, current_date - 1, $3, 10, 9, 9, 8, 0, 9, 9, 10, 0, 0)`,
        [workspaceId, id, domain],
      )
      return toTypeId('dms', id)
    },
  }
}
