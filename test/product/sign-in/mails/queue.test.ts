import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { newUuid, newWorkspaceId, nilUuid } from '../../../../server/platform/db/ids.js'
import { inTransaction } from '../../../../server/platform/db/transaction/transaction.js'
import { deleteOldLimits, signInMails } from '../../../../server/product/sign-in/mails/queue.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { claimSignInMails } from '../../../support/sign-in/sign-in-claims.js'

/** Tests how a request for a link changes the database. It needs a database alone. */

let database: ConnectedDatabase
const key = randomBytes(32)
const mails = signInMails(sealer(key), addressTokens(key))
const workspaceId = newWorkspaceId()
beforeAll(async () => {
  database = await openMigratedDatabase(6)
  await database.db('workspaces').insert({ id: workspaceId, name: 'Shop' })
})
afterAll(() => database.drop())

const request = (email: string) => inTransaction(database.db, (tx) => mails.request(tx, email))
const queued = async () => Number((await database.db('sign_in_mails').count('* as n').first())?.['n'])

/** The statements that a request makes, with their plans' actual rows left out: the texts alone. */
async function statementsOf(email: string): Promise<string[]> {
  const texts: string[] = []
  const listen = ({ sql }: { sql: string }) => void texts.push(sql)
  database.db.on('query', listen)
  await request(email)
  database.db.off('query', listen)
  return texts
}

describe('a request', () => {
  test('does the same for a user’s address and for another', async () => {
    await database
      .db('users')
      .insert({ id: newUuid(), workspace_id: workspaceId, email: 'known@shop.example', role: 'owner' })
    const [known, unknown] = [
      await statementsOf('known@shop.example'),
      await statementsOf('guess@shop.example'),
    ]
    expect(known).toEqual(unknown)
    expect(known.filter((sql) => sql.includes('sign_in_mails'))).toHaveLength(1)
    expect(known.join(' ')).not.toContain('users')
    const rows = await database.db('sign_in_mails').select('workspace_id', 'attempts', 'lease', 'destination')
    expect(rows).toEqual([rows[0], rows[0]])
    // Neither address can be read.
    const stored = JSON.stringify([
      await database.db('sign_in_limits').select(),
      await database.db('sign_in_mails').select(),
    ])
    expect(stored).not.toContain('shop.example')
  })

  test('counts in all processes together', async () => {
    const before = await queued()
    await Promise.all([...Array(12).keys()].map(() => request('twelve@shop.example')))
    expect(await queued()).toBe(before + 3)
  })

  test('adds nothing to a queue that strangers have filled', async () => {
    await database.db.raw(
      `insert into sign_in_mails (workspace_id, id, sealed, destination)
       select '${nilUuid}', gen_random_uuid(), '', '#' from generate_series(1, 10000)`,
    )
    const before = await queued()
    await request('late@shop.example')
    expect(await queued()).toBe(before)
    // An invitation is no stranger's.
    await inTransaction(database.db, (tx) =>
      mails.invite(tx, { workspaceId, userId: newUuid(), email: 'ada@shop.example' }),
    )
    expect(await queued()).toBe(before + 1)
  })
})

test('claims are of due mails alone, each for one process', async () => {
  await database.db('sign_in_mails').delete()
  for (let count = 0; count < 4; count += 1)
    await inTransaction(database.db, (tx) =>
      mails.invite(tx, { workspaceId, userId: newUuid(), email: 'ada@shop.example' }),
    )
  await database.db.raw(
    `update sign_in_mails set due_at = now() + interval '1 minute' where id = (select max(id::text)::uuid from sign_in_mails)`,
  )
  const claimed = await Promise.all([1, 2, 3].map(() => claimSignInMails(database.db, { slots: 4 })))
  const ids = claimed.flat().map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
})

test('what is known of addresses goes after 15 minutes', async () => {
  await database.db('sign_in_limits').delete()
  await request('old@shop.example')
  await request('new@shop.example')
  const [one] = await database.db('sign_in_limits').select('address_token').limit(1)
  await database.db.raw(
    `update sign_in_limits set requested_at = array[now() - interval '16 minutes'] where address_token = ?`,
    [(one as { address_token: string }).address_token],
  )
  await deleteOldLimits(database.db, 100)
  expect(await database.db('sign_in_limits').select()).toHaveLength(1)
})
