import type { Knex } from 'knex'
import { newUuid, newUuidAt, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { suppressedEntry } from '../suppressions/ledger-entry.js'
import type { ErasureScope } from './scope.js'

/** Seconds that the requester has to begin work on a deletion before the scheduler takes it up. */
const firstSeconds = 5

/** Inserts a deletion, unless one of the same address is running, which the request then joins. */
const insert = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    projectId: Uuid | null,
    environment: string | null,
    token: string,
    sealed: Buffer,
  ],
  { id: Uuid }
>(
  'insert_deletion',
  `insert into deletions (workspace_id, id, project_id, environment, token, sealed_address, due_at)
   values ($1, $2, $3, $4, $5, $6, now() + interval '${firstSeconds} seconds')
   on conflict (workspace_id, token) where completed_at is null do nothing
   returning id`,
)

const selectRunning = statement<[workspaceId: WorkspaceId, token: string], { id: Uuid }>(
  'select_running_deletion',
  'select id from deletions where workspace_id = $1 and token = $2 and completed_at is null',
)

/**
 * Suppresses the token of an erased address. An erasure in the whole workspace deletes the suppression of the address
 * itself, whatever its reason, since the token's suppression covers everything that it did.
 */
const replaceSuppression = statement<
  [
    workspaceId: WorkspaceId,
    id: Uuid,
    token: string,
    projectId: Uuid | null,
    address: string,
    deletionId: Uuid,
    at: string | null,
  ]
>(
  'suppress_erased',
  `with gone as (
     delete from suppressions where workspace_id = $1 and address = $5 and $4::uuid is null returning 1
   ), counted as (
     update deletions set erased = erased || jsonb_build_object('suppressions',
       coalesce((erased ->> 'suppressions')::integer, 0) + (select count(*) from gone))
     where workspace_id = $1 and id = $6 and exists (select from gone)
   )
   insert into suppressions (workspace_id, id, address, reason, project_id, suppressed_at)
   values ($1, $2, $3, 'erasure', $4, coalesce($7::timestamptz, now()))
   on conflict (workspace_id, address) do nothing`,
)

/** The keys with which an erasure makes its tokens and seals its address. */
export interface ErasureKeys {
  readonly tokens: AddressTokens
  readonly sealer: Sealer
}

/** Returns the context that binds a sealed address to the row of its deletion. */
export const sealedPlace = (workspaceId: WorkspaceId, id: Uuid) => ['deletions', workspaceId, id]

/**
 * Suppresses an address by its token and has it erased, in the caller's transaction. From the commit on nothing new
 * is sent, and the erasure goes on until its end whatever happens.
 *
 * @param address the address in the form of `foldAddress`
 * @returns the id of the deletion, which is the running one if there is one
 */
export async function beginDeletion(
  trx: Knex,
  keys: ErasureKeys,
  scope: ErasureScope,
  address: string,
): Promise<Uuid> {
  const { workspaceId, projectId, environment } = scope
  const id = await storeDeletion(trx, keys, scope, address)
  const token = keys.tokens(workspaceId, projectId, address)
  recordInLedger(trx, suppressedEntry(workspaceId, { address: token, reason: 'erasure', projectId }), {
    kind: 'erasure',
    workspaceId,
    id: token,
    address,
    state: { project_id: projectId, environment, deletion_id: id },
  })
  return id
}

/**
 * Stores a deletion as `beginDeletion` does, but without an entry in the ledger, which already has one if an erasure
 * is done again.
 *
 * @param scope the scope with the time of the ledger's entry, by which the ledger knows whether the suppression was
 *   lifted afterwards
 */
export async function storeDeletion(
  trx: Knex,
  keys: ErasureKeys,
  { workspaceId, projectId, environment, at }: ErasureScope & { readonly at?: string },
  address: string,
): Promise<Uuid> {
  const suppressionId = at === undefined ? newUuid() : newUuidAt(at)
  const token = keys.tokens(workspaceId, projectId, address)
  const sealedFor = (id: Uuid) => keys.sealer.seal(Buffer.from(address), sealedPlace(workspaceId, id))
  for (;;) {
    const id = newUuid()
    const [inserted] = await insert(trx, workspaceId, id, projectId, environment, token, sealedFor(id))
    // The running erasure that kept this one from being inserted may have ended just now.
    const [found] = inserted === undefined ? await selectRunning(trx, workspaceId, token) : [inserted]
    if (found === undefined) continue
    await replaceSuppression(trx, workspaceId, suppressionId, token, projectId, address, found.id, at ?? null)
    return found.id
  }
}
