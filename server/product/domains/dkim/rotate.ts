import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { expectDomain, findDomain, lockDomain, type DomainRow } from '../domain-rows.js'
import { ensureKeys } from './ensure-key.js'
import { keysOf, type KeyLife } from './key-life.js'
import type { KeyMaker } from './key-maker.js'
import type { DkimKeyStore } from './key-store.js'
import { numberOf, selectorOf } from './new-key.js'

/**
 * Makes the keys that are to follow those of a domain, one for each algorithm that it signs with. The function that
 * the promise brings keeps them, as pending, and has the domain checked soon.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while a key is pending
 */
export async function prepareRotation(
  db: Knex,
  { store, maker }: { readonly store: DkimKeyStore; readonly maker: KeyMaker },
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<(trx: Knex.Transaction) => Promise<DomainRow>> {
  const domain = expectDomain(await findDomain(db, workspaceId, id))
  const before = await ensureKeys(db, store, domain)
  refuseWhilePending(before)
  const algorithms = new Set(before.filter(({ status }) => status === 'active').map((key) => key.algorithm))
  const made = await Promise.all([...algorithms].map((algorithm) => maker.make(db, algorithm)))

  return async (trx) => {
    const { name } = expectDomain(await lockDomain(trx, workspaceId, id))
    const keys = await keysOf(trx, workspaceId, [name])
    refuseWhilePending(keys)
    for (const key of made) {
      const numbers = keys
        .filter(({ algorithm }) => algorithm === key.algorithm)
        .map(({ selector }) => numberOf(selector))
      const selector = selectorOf(id, key.algorithm, Math.max(0, ...numbers) + 1)
      await maker.keep(trx, { workspaceId, domain: name, selector }, key, 'pending')
    }
    const [row] = await trx('domains')
      .where({ workspace_id: workspaceId, id })
      .update({ next_check_at: trx.raw("least(next_check_at, (select now() + interval '5 minutes'))") })
      .returning<DomainRow[]>('*')
    return expectDomain(row)
  }
}

function refuseWhilePending(keys: readonly KeyLife[]): void {
  const pending = keys.find(({ status }) => status === 'pending')
  if (pending === undefined) return
  throw new ApiError(
    'invalid_state',
    `The key ${pending.selector} is still pending. Publish its record, which the next check then finds.`,
  )
}
