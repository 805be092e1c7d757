import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { newUuid } from '../../platform/db/ids.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { sealer } from '../../platform/auth/sealed.js'
import { recordInLedger } from '../../platform/ledger/record.js'
import { keyPurposes, type KeyPurpose, type ServiceKey } from '../../platform/auth/service-key.js'
import { reloadMs } from './key-ring.js'
import { insertKeys, lockRing, readRing, secretIds, type RingKey } from './key-rows.js'
import { resealValues, sealingPurposes, type Resealed } from './sealed-values.js'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Days for which a retired key still verifies. Bounces can arrive days after the message. Unsubscribe links
 * in old mail must work for at least 30 days (CAN-SPAM, 16 CFR 316). Programs need time for their new AWS credentials.
 */
export const verifiesForDays = { 'return-path': 30, aws: 30, subscription: 730, tracking: 730 } as const

/** Effect of a rotation on the present key of each purpose. A number is the days for which the key still verifies. */
const lifeAfter: Readonly<Record<KeyPurpose, 'stays' | 'ends' | 'opens' | number>> = {
  // The tokens of erased addresses cannot be created again under a new key.
  erasure: 'stays',
  session: 'ends',
  // These keys open values until retireSecret has resealed them.
  dkim: 'opens',
  webhook: 'opens',
  'webhook-receiver': 'opens',
  deletion: 'opens',
  'sign-in': 'opens',
  reply: 'opens',
  'pool-relay': 'opens',
  'identity-provider': 'opens',
  ...verifiesForDays,
}

/**
 * Rotates the service's secret, in one transaction. Every purpose but erasure gets a new random key, and the ring is
 * sealed under both secrets until {@link retireSecret}. Running processes load the new keys within `reloadMs`.
 *
 * @returns `done` if the new secret already opened the ring, so there was nothing to rotate; `unknown` if the
 *   previous secret does not open the ring
 */
export function rotateServiceSecret(
  db: Knex,
  previous: ServiceKey,
  next: ServiceKey,
  {
    revoke,
    record = () => Promise.resolve(),
  }: {
    /** True if existing links and return paths become invalid at once. */
    readonly revoke: boolean
    /** Records the rotation in its transaction. */
    readonly record?: (trx: Knex) => Promise<void>
  },
): Promise<'rotated' | 'done' | 'unknown'> {
  return inTransaction(db, async ({ sql: trx }) => {
    await lockRing(trx)
    const ids = await secretIds(trx)
    if (ids.includes(next.id)) {
      if (revoke) await revokeLinks(trx)
      return 'done'
    }
    if (!ids.includes(previous.id)) return 'unknown'
    const before = await readRing(trx, previous)
    // By the database's clock, with which the starts of processes are compared.
    const { rows } = await trx.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now')
    const now = rows[0]?.now ?? new Date()
    const kept = before.flatMap((key) => afterRotation(key, now, revoke))
    const fresh = keyPurposes
      .filter((purpose) => lifeAfter[purpose] !== 'stays')
      .map((purpose): RingKey => {
        const key = new Uint8Array(randomBytes(32))
        return { purpose, id: newUuid(), key, created_at: now, retired_at: null, expires_at: null }
      })
    await trx('service_keys').del()
    await insertKeys(trx, [...kept, ...fresh], [previous, next])
    // Their tokens are signed with a key that is gone, so nobody should find them in a list of valid sessions.
    await trx('sessions').whereNull('revoked_at').update({ revoked_at: now })
    recordInLedger(trx, { kind: 'all_sessions_ended', state: {} })
    await record(trx)
    return 'rotated'
  })
}

/** Returns the key as the rotation keeps it, or an empty array if the rotation drops it. */
function afterRotation(key: RingKey, now: Date, revoke: boolean): RingKey[] {
  const life = lifeAfter[key.purpose]
  if (life === 'stays') return [key]
  if (life === 'ends' || (key.expires_at !== null && key.expires_at <= now)) return []
  if (typeof life === 'string') return [{ ...key, retired_at: key.retired_at ?? now }]
  if (revoke) return []
  const expires_at = key.expires_at ?? new Date(now.getTime() + life * dayMs)
  return [{ ...key, retired_at: key.retired_at ?? now, expires_at }]
}

/** Max passes over the values of a purpose, to reseal all that are sealed under an earlier key. */
const maxPasses = 5

/**
 * Ends a rotation: reseals the values sealed under earlier keys, then removes these keys and every secret but the
 * present one. Safe to repeat after a crash. A process that runs with an earlier secret keeps its keys until it ends,
 * and cannot start again.
 *
 * @param secret the present secret, which opens the ring
 * @param revoke true to make links and return paths signed with earlier keys invalid as well
 * @param record called in the transaction of the end
 */
export async function retireSecret(
  db: Knex,
  secret: ServiceKey,
  revoke: boolean,
  record: (trx: Knex) => Promise<void> = () => Promise.resolve(),
): Promise<Resealed & { readonly secrets: number }> {
  const ring = await readRing(db, secret)
  await sleep(untilAllHaveRead(ring, Date.now()))

  let resealed = 0
  let unreadable = 0
  for (const purpose of sealingPurposes) {
    const keys = ring.filter((key) => key.purpose === purpose).map(({ key }) => key)
    // During a pass, another process may have used an earlier key to seal a value behind the pass's position.
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const done = await resealValues(
        db,
        purpose,
        sealer(() => keys),
      )
      resealed += done.resealed
      if (pass === 0) unreadable += done.unreadable
      if (done.resealed === 0) break
    }
  }

  return inTransaction(db, async ({ sql: trx }) => {
    await lockRing(trx)
    const secrets = (await secretIds(trx)).filter((id) => id !== secret.id).length
    await trx('service_keys').whereNot({ secret_id: secret.id }).del()
    // Uses the ring read above, to spare the keys that another rotation has retired since.
    const sealing = ring.filter(({ purpose, retired_at }) => retired_at !== null && isSealing(purpose))
    const spent = sealing.map(({ id }) => id)
    await trx('service_keys').whereIn('id', spent).del()
    await trx('service_keys').where('expires_at', '<=', trx.fn.now()).del()
    if (revoke) await revokeLinks(trx)
    await record(trx)
    return { secrets, resealed, unreadable }
  })
}

/** Max milliseconds until every running process has read a change of the ring. */
const allReadMs = reloadMs + 2_000

/** Returns the milliseconds to wait until every running process has read the newest keys of the ring. */
function untilAllHaveRead(ring: readonly RingKey[], now: number): number {
  const newest = Math.max(...ring.map(({ created_at }) => created_at.getTime()))
  return Math.min(allReadMs, Math.max(0, newest + allReadMs - now))
}

function isSealing(purpose: KeyPurpose): boolean {
  return sealingPurposes.some((sealing) => sealing === purpose)
}

async function revokeLinks(trx: Knex.Transaction): Promise<void> {
  await trx('service_keys').whereIn('purpose', Object.keys(verifiesForDays)).whereNotNull('retired_at').del()
}
