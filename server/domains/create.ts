import type { Knex } from 'knex'
import { newUuid, timeOf, type Uuid } from '../db/ids.js'
import { refusedValue } from '../http/errors.js'
import type { KeyMaker } from './dkim/key-maker.js'
import type { DkimAlgorithm } from '../dkim/signing-key.js'
import { selectorOf } from './dkim/new-key.js'
import { domainName, isPublicSuffix } from './names.js'
import { domainColumns, type DomainRow } from './rows.js'
import { lockWorkspaceDomains, refuseTooManyDomains } from './workspace-rules.js'

/**
 * Makes what a new domain needs: its keys, which take some tenths of a second. The part that the promise brings keeps the
 * domain with them, as pending and due for its first check.
 *
 * @throws ApiError 422 `validation_failed` where the workspace cannot have it
 */
export async function prepareDomain(
  db: Knex,
  maker: KeyMaker,
  workspaceId: Uuid,
  given: string,
  algorithms: readonly DkimAlgorithm[],
): Promise<(trx: Knex.Transaction) => Promise<DomainRow>> {
  const name = domainName(given)
  if (name === undefined) throw refusedValue('/body/name', 'domain', 'must be a domain such as shop.example')
  if (isPublicSuffix(name)) {
    throw refusedValue(
      '/body/name',
      'public_suffix',
      'is a public suffix, below which anybody may register: add a domain of yours',
    )
  }
  await refuseTooManyDomains(db, workspaceId, name)
  const made = await Promise.all(algorithms.map((algorithm) => maker.make(db, algorithm)))

  return async (trx) => {
    await lockWorkspaceDomains(trx, workspaceId)
    await refuseTooManyDomains(trx, workspaceId, name)
    const id = newUuid()
    const [row] = await trx('domains')
      .insert({ workspace_id: workspaceId, id, name, state: 'pending', next_check_at: timeOf(id) })
      .returning<DomainRow[]>(domainColumns)
    if (row === undefined) throw new Error('a domain that was added is not there')
    for (const key of made) {
      const place = { workspaceId, domain: name, selector: selectorOf(id, key.algorithm) }
      await maker.keep(trx, place, key, 'active')
    }
    return row
  }
}
