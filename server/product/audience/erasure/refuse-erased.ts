import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { suppressionsOf } from '../suppressions/suppression-rows.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'

/**
 * Refuses to keep anything about an address that was erased in the whole workspace or in this project.
 *
 * @param db the transaction that is about to keep it
 * @throws ApiError 409 `invalid_state`
 */
export async function refuseErased(
  db: Knex,
  tokens: AddressTokens,
  to: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid },
  email: string,
): Promise<void> {
  const address = foldAddress(email)
  const { workspaceId, projectId } = to
  const asked = [tokens(workspaceId, null, address), tokens(workspaceId, projectId, address)]
  if ((await suppressionsOf(db, workspaceId, asked)).length > 0) throw addressErased()
}

/** Returns the error that refuses an erased address. */
export function addressErased(): ApiError {
  return new ApiError(
    'invalid_state',
    'This address was erased. Nothing about it can be stored until its suppression is deleted.',
  )
}

/**
 * Returns those of some hundred addresses that were erased in the whole workspace or in this project.
 *
 * @param addresses the addresses in the form of `foldAddress`
 */
export async function erasedAmong(
  db: Knex,
  tokens: AddressTokens,
  { workspaceId, projectId }: { readonly workspaceId: WorkspaceId; readonly projectId: Uuid },
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const addressOf = new Map(
    addresses.flatMap((address) => [
      [tokens(workspaceId, null, address), address],
      [tokens(workspaceId, projectId, address), address],
    ]),
  )
  const found = await suppressionsOf(db, workspaceId, [...addressOf.keys()])
  return new Set(found.map(({ address: token }) => addressOf.get(token) as string))
}
