import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { AddressTokens } from '../erasure/address-tokens.js'
import { suppressionsOf, type SuppressionRow } from './rows.js'
import { suppress, type Suppression } from './suppress.js'

/** How often an address may be taken back between two looks before this gives up. */
const maxTries = 3

/**
 * Suppresses an address for the whole workspace. One that is suppressed already stays as it is, and so does
 * one that was erased: it must not stand here in clear again.
 *
 * @returns the suppression as it is now, and whether it is new
 */
export async function createSuppression(
  trx: Knex.Transaction,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  suppression: Suppression,
): Promise<{ row: SuppressionRow; created: boolean }> {
  const { address } = suppression
  const [erased] = await suppressionsOf(trx, workspaceId, [tokens(workspaceId, null, address)])
  if (erased !== undefined) return { row: erased, created: false }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const created = (await suppress(trx, workspaceId, [suppression])).length > 0
    const [row] = await suppressionsOf(trx, workspaceId, [address])
    if (row !== undefined) return { row, created }
  }
  throw new Error('a suppression is taken back again and again')
}
