import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { EventData } from '../../../platform/events/event-types.js'
import { recordEvents } from '../../../platform/events/fan-out.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import type { SuppressionReason } from '../unsent-reason.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { suppressedEntry } from './ledger-entry.js'
import { suppressionsOf, type SuppressionRow } from './suppression-rows.js'

export interface Suppression {
  /** The address in the form of `foldAddress`. */
  readonly address: string
  readonly reason: SuppressionReason
  readonly note?: string
  /** The server's reply, in one line; undefined if the suppression doesn't follow from one. */
  readonly reply?: string
  /** Id of the delivery that led to the suppression; undefined if none did. */
  readonly logId?: Uuid
}

const insertSuppressions = statement<
  [
    workspaceId: WorkspaceId,
    ids: Uuid[],
    addresses: string[],
    reasons: string[],
    notes: (string | null)[],
    replies: (string | null)[],
    logIds: (Uuid | null)[],
    eventIds: Uuid[],
    eventData: string[],
  ],
  { id: Uuid; address: string }
>(
  'insert_suppressions',
  // Rows are inserted in order, so that two transactions with the same ones wait for each other in turn and never in
  // a circle.
  `with wanted as (
     select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::uuid[], $9::jsonb[])
       as w (id, address, reason, note, reply, log_id, event_id, event_data)
   ), suppressed as (
     insert into suppressions (workspace_id, id, address, reason, note, reply, log_id)
     select own.workspace_id, id, address, reason, note, reply, log_id from ${ownWorkspace} cross join wanted order by address
     on conflict (workspace_id, address) do nothing
     returning id, address
   ), ${recordEvents(
     `select wanted.event_id as id, null::uuid as project_id, null::text as environment, 'suppression.added' as type,
       wanted.event_data as data
     from wanted join suppressed using (id)`,
   )}
   select id, address from suppressed`,
)

/**
 * Suppresses addresses and records `suppression.added` for each. An address that is already suppressed keeps its
 * first reason.
 *
 * @returns the suppressions of addresses that were not suppressed before
 */
export async function suppress(
  db: Knex,
  workspaceId: WorkspaceId,
  suppressions: readonly Suppression[],
): Promise<{ readonly id: Uuid; readonly address: string }[]> {
  const ids = suppressions.map(() => newUuid())
  const added = await insertSuppressions(
    db,
    workspaceId,
    ids,
    suppressions.map(({ address }) => address),
    suppressions.map(({ reason }) => reason),
    suppressions.map(({ note }) => note ?? null),
    suppressions.map(({ reply }) => reply ?? null),
    suppressions.map(({ logId }) => logId ?? null),
    suppressions.map(() => newUuid()),
    suppressions.map((suppression, index) => JSON.stringify(addedData(ids[index] as Uuid, suppression))),
  )
  const byId = new Map(suppressions.map((suppression, index) => [ids[index], suppression]))
  recordInLedger(
    db,
    ...added.map(({ id, address }) => suppressedEntry(workspaceId, { ...byId.get(id), address })),
  )
  return added
}

function addedData(id: Uuid, { address, reason, note, logId }: Suppression): EventData['suppression.added'] {
  return {
    suppression_id: toTypeId('sup', id),
    email: address,
    reason,
    note: note ?? null,
    log_id: logId === undefined ? null : toTypeId('log', logId),
  }
}

/**
 * The number of times that an address may be inserted and looked up before this gives up, since its suppression may
 * be deleted between the two.
 */
const maxTries = 3

/**
 * Suppresses an address for the whole workspace. An address that is already suppressed stays as it is, and so does an
 * erased one, which must not be stored in clear again.
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
