import type { Client, Pool } from 'pg'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, newUuid, toTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { newKey, selectorOf, type NewKey } from '../../../server/product/domains/dkim/new-key.js'
import { sealedKeyPlace } from '../../../server/product/domains/dkim/sealed-keys.js'
import type { DomainStatus } from '../../../server/product/domains/lifecycle.js'
import { sealer } from '../../../server/platform/auth/sealed.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import type { Zone } from './dns.js'
import type { TestService } from '../service/service.js'

type Domain = components['schemas']['Domain']

/**
 * Puts a domain into the database as the API would never have it: with a status of its own choice, without keys. It is
 * not due for the scheduler.
 *
 * @returns its id as the API shows it
 */
export async function insertDomain(
  sql: Pool | Client,
  workspaceId: WorkspaceId,
  name: string,
  status: DomainStatus = 'verified',
): Promise<string> {
  const id = newUuid()
  await sql.query(
    `insert into domains (workspace_id, id, name, status, verified_at, degraded_since, next_check_at)
     values ($1, $2, $3, $4, case when $4 <> 'pending' then now() end,
       case when $4 in ('degraded', 'failed') then now() end, now() + interval '1 day')`,
    [workspaceId, id, name, status],
  )
  return toTypeId('dom', id)
}

let key: Promise<NewKey> | undefined

/**
 * Inserts a domain with an RSA key that signs. All such domains have one key, each at a selector of its own, since
 * making a key takes a tenth of a second.
 */
export async function insertKeyedDomain(
  { sql, config }: Pick<TestService, 'sql' | 'config'>,
  workspaceId: WorkspaceId,
  name: string,
  status: DomainStatus = 'pending',
): Promise<string> {
  const { privateKey, publicKey } = await (key ??= newKey('rsa'))
  const id = await insertDomain(sql, workspaceId, name, status)
  const selector = selectorOf(fromTypeId('dom', id), 'rsa')
  const place = sealedKeyPlace({ workspace_id: workspaceId, domain: name, selector })
  await sql.query(
    `insert into dkim_keys (workspace_id, domain, selector, algorithm, private_key, public_key)
     values ($1, $2, $3, 'rsa', $4, $5)`,
    [
      workspaceId,
      name,
      selector,
      sealer(loadServiceKey(config).derive('dkim')).seal(privateKey, place),
      publicKey,
    ],
  )
  return id
}

/** Publishes the records that a domain is to have, as its owner does. */
export function publish(zone: Zone, { records }: Pick<Domain, 'records'>): void {
  for (const { type, name, expected } of records) {
    if (expected === null) continue
    if (type === 'TXT') zone[name] = { ...zone[name], TXT: [expected.match(/.{1,255}/g) ?? []] }
    else if (type === 'CNAME') zone[name] = { CNAME: expected }
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
