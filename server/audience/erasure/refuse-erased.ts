import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { ApiError } from '../../http/errors.js'
import { foldAddress } from '../../mail-address.js'
import type { AddressTokens } from './address-tokens.js'

/** Row by row along the primary key, whatever the planner thinks of the table's size. */
const selectErased = statement<[workspaceId: Uuid, tokens: readonly string[]], { address: string }>(
  'select_erased',
  `select found.address
   from unnest($2::text[]) as asked (token)
   cross join lateral (
     select address from suppressions where workspace_id = $1 and address = asked.token limit 1
   ) found`,
)

/**
 * Refuses to keep anything of an address that was erased in the whole workspace or in this project.
 *
 * @param db the transaction that is about to keep it
 * @throws ApiError 409 `invalid_state`
 */
export async function refuseErased(
  db: Knex,
  tokens: AddressTokens,
  to: { readonly workspaceId: Uuid; readonly projectId: Uuid },
  email: string,
): Promise<void> {
  const address = foldAddress(email)
  const { workspaceId, projectId } = to
  const asked = [tokens(workspaceId, null, address), tokens(workspaceId, projectId, address)]
  const erased = await selectErased(db, workspaceId, asked)
  if (erased.length === 0) return
  throw new ApiError(
    'invalid_state',
    'This address was erased. Nothing of it is kept until its suppression is deleted.',
  )
}
