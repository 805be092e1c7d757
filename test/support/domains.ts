import type { Client, Pool } from 'pg'
import type { components } from '../../generated/api-types.js'
import { newUuid, toTypeId, type Uuid } from '../../server/db/ids.js'
import type { DomainState } from '../../server/domains/states.js'
import type { Zone } from './dns.js'

type Domain = components['schemas']['Domain']

/**
 * Puts a domain into the database as the API would never have it: in a state of its own choice, without keys. It is not due
 * for the scheduler.
 *
 * @returns its id as the API shows it
 */
export async function insertDomain(
  sql: Pool | Client,
  workspaceId: Uuid,
  name: string,
  state: DomainState = 'verified',
): Promise<string> {
  const id = newUuid()
  await sql.query(
    `insert into domains (workspace_id, id, name, state, verified_at, degraded_since, next_check_at)
     values ($1, $2, $3, $4, case when $4 <> 'pending' then now() end,
       case when $4 in ('degraded', 'failed') then now() end, now() + interval '1 day')`,
    [workspaceId, id, name, state],
  )
  return toTypeId('dom', id)
}

/** Publishes the records that a domain is to have, as its owner does. */
export function publish(zone: Zone, { records }: Pick<Domain, 'records'>): void {
  for (const { type, name, expected } of records) {
    if (expected === null) continue
    if (type === 'TXT') zone[name] = { ...zone[name], TXT: [expected.match(/.{1,255}/g) ?? []] }
    else {
      const [preference = '', exchange = ''] = expected.split(' ')
      zone[name] = { ...zone[name], MX: [[Number(preference), exchange]] }
      zone[exchange] ??= { A: ['192.0.2.25'] }
    }
  }
}

/** Takes the records of a kind away again. */
export function unpublish(zone: Zone, { records }: Pick<Domain, 'records'>, kind: string): void {
  for (const record of records) if (record.kind === kind) delete zone[record.name]
}
