import type { Knex } from 'knex'
import { sealedPlace } from '../../product/audience/erasure/begin.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { sealedKeyPlace as placeOfKey } from '../../product/domains/dkim/sealed-keys.js'
import { sealedReplyPlace } from '../../platform/http/idempotency/kept-secret.js'
import { sealedRelayPlace } from '../../product/delivery/sources/pool-relays.js'
import { sealedClientSecretPlace } from '../../product/sign-in/provider/provider-rows.js'
import { sealedOrderPlace } from '../../product/sign-in/mails/queue.js'
import { sealedTokenPlace } from '../../product/webhooks/receivers/receiver-rows.js'
import { sealedSecretPlace as placeOfSecret } from '../../product/webhooks/signatures/secrets.js'
import type { KeyPurpose } from '../../platform/auth/service-key.js'
import { SealedError, type Sealer } from '../../platform/auth/sealed.js'

/** The purposes whose keys seal values in tables. */
export const sealingPurposes = [
  'dkim',
  'webhook',
  'webhook-receiver',
  'deletion',
  'sign-in',
  'reply',
  'pool-relay',
  'identity-provider',
] as const satisfies readonly KeyPurpose[]
export type SealingPurpose = (typeof sealingPurposes)[number]

interface SealedColumn {
  readonly table: string
  /** Columns of the primary key. */
  readonly key: readonly string[]
  readonly column: string
  /** @param key the values of the primary key */
  readonly place: (key: readonly string[]) => readonly string[]
}

const columns: Readonly<Record<SealingPurpose, SealedColumn>> = {
  dkim: {
    table: 'dkim_keys',
    key: ['workspace_id', 'domain', 'selector'],
    column: 'private_key',
    place: ([workspaceId = '', domain = '', selector = '']) =>
      placeOfKey({ workspace_id: workspaceId, domain, selector }),
  },
  webhook: {
    table: 'webhook_secrets',
    key: ['workspace_id', 'webhook_id', 'id'],
    column: 'secret',
    place: ([workspaceId = '', subscriptionId = '', id = '']) =>
      placeOfSecret(workspaceId, subscriptionId, id),
  },
  'webhook-receiver': {
    table: 'webhook_receivers',
    key: ['workspace_id', 'id'],
    column: 'token',
    place: ([workspaceId = '', id = '']) => sealedTokenPlace(workspaceId, id),
  },
  deletion: {
    table: 'deletions',
    key: ['workspace_id', 'id'],
    column: 'sealed_address',
    place: ([workspaceId = '', id = '']) => sealedPlace(workspaceId, id),
  },
  'sign-in': {
    table: 'sign_in_mails',
    key: ['workspace_id', 'id'],
    column: 'sealed',
    place: ([workspaceId = '', id = '']) => sealedOrderPlace(workspaceId, id),
  },
  reply: {
    table: 'idempotency_keys',
    key: ['workspace_id', 'project_id', 'operation', 'key'],
    column: 'sealed_secret',
    place: ([workspaceId = '', projectId = '', operation = '', key = '']) =>
      sealedReplyPlace({ workspaceId, projectId, operation, key }),
  },
  'pool-relay': {
    table: 'pool_relays',
    key: ['pool'],
    column: 'sealed',
    place: ([pool = '']) => sealedRelayPlace(pool),
  },
  'identity-provider': {
    table: 'identity_providers',
    key: ['workspace_id'],
    column: 'client_secret',
    place: ([workspaceId = '']) => sealedClientSecretPlace(workspaceId),
  },
}

interface SealedRow {
  readonly key: readonly string[]
  readonly sealed: Buffer
}

async function rowsAfter(
  db: Knex,
  { table, key, column }: SealedColumn,
  last: readonly string[] | undefined,
  limit: number,
): Promise<SealedRow[]> {
  const after = db(table)
    .select(key)
    .select({ sealed: column })
    .whereNotNull(column)
    .orderBy([...key])
  if (last !== undefined) {
    const marks = key.map(() => '?').join(', ')
    void after.whereRaw(`(${key.join(', ')}) > (${marks})`, [...last])
  }
  const rows = (await after.limit(limit)) as Record<string, unknown>[]
  return rows.map((row) => ({ key: key.map((name) => String(row[name])), sealed: row['sealed'] as Buffer }))
}

/** Max values of a purpose to open when checking whether a secret is the right one. */
const maxTried = 200

/**
 * Counts the sealed values of a purpose that the sealer can and cannot open. Tries max {@link maxTried}
 * values.
 */
export async function tryValues(
  db: Knex,
  purpose: SealingPurpose,
  sealer: Sealer,
): Promise<{ readonly opened: number; readonly refused: number }> {
  const { place } = columns[purpose]
  const rows = await rowsAfter(db, columns[purpose], undefined, maxTried)
  const opened = rows.filter(({ key, sealed }) => opens(() => sealer.open(sealed, place(key)))).length
  return { opened, refused: rows.length - opened }
}

function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch (error) {
    if (error instanceof SealedError) return false
    throw error
  }
}

/** Values to reseal in one transaction. */
const batchSize = 200

/** The outcome of resealing, in numbers of values. */
export interface Resealed {
  readonly resealed: number
  /** Values that no key of the ring opens. They stay unchanged. */
  readonly unreadable: number
}

/**
 * Reseals the values of a purpose that are sealed under an earlier key, in batches with one transaction each.
 * Skips a value that another process has changed meanwhile. Safe to repeat after a crash: a new run reseals
 * the remaining values.
 */
export async function resealValues(db: Knex, purpose: SealingPurpose, sealer: Sealer): Promise<Resealed> {
  const from = columns[purpose]
  let resealed = 0
  let unreadable = 0
  let last: readonly string[] | undefined
  for (;;) {
    const rows = await rowsAfter(db, from, last, batchSize)
    if (rows.length === 0) return { resealed, unreadable }
    await inTransaction(db, async ({ sql: trx }) => {
      for (const { key, sealed } of rows) {
        let anew: Buffer | undefined
        if (!opens(() => (anew = sealer.reseal(sealed, from.place(key))))) unreadable += 1
        if (anew === undefined) continue
        const where = Object.fromEntries(from.key.map((name, index) => [name, key[index]]))
        resealed += await trx(from.table)
          .where({ ...where, [from.column]: sealed })
          .update({ [from.column]: anew })
      }
    })
    last = rows.at(-1)?.key
  }
}
