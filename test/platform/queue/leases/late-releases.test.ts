import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { releaseStrays } from '../../../../server/platform/queue/leases/release.js'
import { signInMailLeases } from '../../../../server/product/sign-in/mails/queue.js'
import { claimSignInMails } from '../../../support/sign-in/sign-in-claims.js'
import { releaseWebhooks } from '../../../../server/product/webhooks/queue/release.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { openWebhookQueue } from '../../../support/webhooks/webhook-queue.js'

/**
 * The database gets a release that the process has given up, as where a network brings its packets late. The process
 * has claimed again meanwhile: another process must not get what it works on now.
 */

const leaseSeconds = 60
let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())

async function queueMail(): Promise<Uuid> {
  const id = newUuid()
  await database
    .db('sign_in_mails')
    .insert({ workspace_id: newUuid(), id, sealed: Buffer.alloc(1), destination: '#' })
  return id
}

test('a release of stray leases leaves those that were claimed after it was asked for', async () => {
  const { db } = database
  const owner = newUuid()
  const stray = await queueMail()
  expect(await claimSignInMails(db, { lease: owner, leaseSeconds })).toHaveLength(1)

  let late: () => Promise<{ id: Uuid }[]> = () => Promise.resolve([])
  const swallowed = new Error('The database is silent.')
  const overBadNetwork: typeof signInMailLeases = {
    ...signInMailLeases,
    free: (...params) => {
      late = () => signInMailLeases.free(...params)
      return Promise.reject(swallowed)
    },
  }
  await expect(releaseStrays(db, overBadNetwork, { owner, leaseSeconds, inFlight: () => [] })).rejects.toBe(
    swallowed,
  )

  const next = await queueMail()
  expect(await claimSignInMails(db, { lease: owner, leaseSeconds })).toMatchObject([{ id: next }])
  expect(await late()).toEqual([{ id: stray }])
  const leased = await db('sign_in_mails').where('lease', owner).select('id')
  expect(leased).toEqual([{ id: next }])
  expect(await db('sign_in_mails').whereNull('lease').select('id')).toEqual([{ id: stray }])
})

test('webhooks that are given back late stay with a claim that came first', async () => {
  const queue = await openWebhookQueue()
  try {
    const subscription = await queue.subscription()
    await queue.events(1)
    const lease = newUuid()
    const claim = () => queue.claim(subscription, { lease, leaseSeconds })
    const ids = (await claim()).map(({ deliveryId }) => deliveryId)
    expect(ids).toHaveLength(1)

    // Another transaction holds the row, so that the statement is done when the row has been claimed again.
    const other = await queue.sql.connect()
    await other.query('begin')
    await other.query('update webhook_queue set due_at = now(), lease = null')
    const late = releaseWebhooks(queue.db, queue.workspaceId, ids, lease)
    await expect
      .poll(
        async () =>
          (
            await queue.sql.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
      )
      .toBe(1)
    await other.query(
      `update webhook_queue set due_at = clock_timestamp() + make_interval(secs => $2), lease = $1`,
      [lease, leaseSeconds],
    )
    await other.query('commit')
    other.release()
    await late
    expect(await queue.rows(subscription)).toMatchObject([{ due: false, lease }])
  } finally {
    await queue.close()
  }
})
