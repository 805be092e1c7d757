import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../server/db/ids.js'
import { newKey, selectorOf, type NewKey } from '../../server/domains/dkim/new-key.js'
import { placeOf } from '../../server/domains/dkim/sealed-keys.js'
import { sealer } from '../../server/workspace/sealed.js'
import { loadServiceKey } from '../../server/workspace/service-key.js'
import { insertDomain } from './domains.js'
import type { KnownIds } from './requests.js'
import type { TestService } from './service.js'

/**
 * Ids of sending domains and of DMARC sources for requests that are made from the contract. Each is of a new one. All domains
 * have the same key, since making one takes a tenth of a second.
 */
export function domainIds(
  service: Pick<TestService, 'sql' | 'config'>,
  workspaceId: Uuid,
): Required<Pick<KnownIds, 'dom' | 'dms'>> {
  const { sql } = service
  const sealing = sealer(loadServiceKey(service.config).derive('dkim'))
  let key: Promise<NewKey> | undefined

  const addDomain = async (): Promise<{ id: string; uuid: Uuid; name: string }> => {
    const { privateKey, publicKey } = await (key ??= newKey('rsa'))
    const name = `${newUuid()}.example`
    const id = await insertDomain(sql, workspaceId, name, 'pending')
    const uuid = fromTypeId('dom', id)
    const selector = selectorOf(uuid, 'rsa')
    const sealed = sealing.seal(privateKey, placeOf({ workspace_id: workspaceId, domain: name, selector }))
    await sql.query(
      `insert into dkim_keys (workspace_id, domain, selector, algorithm, private_key, public_key)
       values ($1, $2, $3, 'rsa', $4, $5)`,
      [workspaceId, name, selector, sealed, publicKey],
    )
    return { id, uuid, name }
  }
  return {
    dom: async () => (await addDomain()).id,
    dms: async () => {
      const [id, domain] = [newUuid(), await addDomain()]
      await sql.query(
        `insert into dmarc_sources
           (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at, named_at)
         values ($1, $2, $3, '192.0.2.25', $4, now() - interval '2 days', now() - interval '1 day', now())`,
        [workspaceId, id, domain.uuid, domain.name],
      )
      // On the day before, so that it is within every window that reaches back.
      await sql.query(
        `insert into dmarc_source_days values ($1, $2, current_date - 1, $3, 10, 9, 9, 8, 0, 9, 9, 10, 0, 0)`,
        [workspaceId, id, domain.uuid],
      )
      return toTypeId('dms', id)
    },
  }
}
