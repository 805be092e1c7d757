import { randomBytes } from 'node:crypto'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { moveOn } from '../../../server/product/domains/dkim/key-life.js'
import { keyMaker } from '../../../server/product/domains/dkim/key-maker.js'
import { dkimKeyStore } from '../../../server/product/domains/dkim/key-store.js'
import { selectorOf } from '../../../server/product/domains/dkim/new-key.js'
import { signingKeys } from '../../../server/product/domains/dkim/signing-keys.js'
import type { SigningKey } from '../../../server/mail/dkim/signing-key.js'
import { SealedError, sealer } from '../../../server/platform/auth/sealed.js'
import { createMigratedDatabase } from '../../support/database/database.js'
import { until } from '../../support/time/until.js'

/** Keys as they are kept: one for all processes, unreadable in a copy of the database. */

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
const secret = randomBytes(32)
const workspaceId = newWorkspaceId()
const connections: Knex[] = []

function connect(): Knex {
  const db = knex({ client: 'pg', connection: database.url, pool: { min: 0, max: 4 } })
  connections.push(db)
  return db
}

/** Makes the key store of a process of the service. */
const processWith = (key: Buffer, { staysHere = true, cachedMs = 5000 } = {}) => {
  const store = dkimKeyStore(connect(), sealer(key))
  const keysOf = signingKeys(store, staysHere, cachedMs)
  const ask = (fromDomain: string, environment: 'live' | 'test' = 'live') =>
    keysOf({ workspaceId, environment, fromDomain })
  return { store, ask }
}

let db: Knex
beforeAll(async () => {
  database = await createMigratedDatabase()
  db = connect()
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
})
afterAll(async () => {
  for (const connection of connections) await connection.destroy()
  await database.drop()
})

const addDomain = (name: string) =>
  db('domains').insert({ workspace_id: workspaceId, id: newUuid(), name, status: 'verified' })
const derOf = (key: SigningKey | undefined) =>
  key?.privateKey.export({ format: 'der', type: 'pkcs8' }) ?? Buffer.alloc(0)
const placeOf = (keys: readonly SigningKey[]) => keys.map(({ domain, selector }) => [domain, selector])

test('processes that need a key at the same time have the same one, and none of them shows in the table', async () => {
  await addDomain('race.example')
  const processes = Array.from({ length: 4 }, () => processWith(secret))
  const domains = ['race.example', 'mail.race.example', 'nobody.example', 'nothing.example']
  const all = await Promise.all(processes.flatMap(({ ask }) => domains.map((domain) => ask(domain))))
  const keys = all.map(([key]) => derOf(key).toString('base64'))
  expect(new Set(keys).size).toBe(2)
  expect(await db('dkim_keys').where({ domain: 'race.example' })).toHaveLength(1)

  const copy = Buffer.from(JSON.stringify(await db('dkim_keys').select(db.raw('to_jsonb(dkim_keys) as row'))))
  const bytes = Buffer.concat((await db('dkim_keys').pluck('private_key')) as Buffer[])
  for (const [key] of all) {
    const der = derOf(key)
    // Of a prime: what stands before it is the same in all keys, or public. In base64 it is whole words.
    const inside = der.subarray(600, 663)
    expect(der.length).toBeGreaterThan(1000)
    expect(bytes.includes(inside)).toBe(false)
    for (const form of ['hex', 'base64'] as const) expect(copy.includes(inside.toString(form))).toBe(false)
  }
  expect(copy.includes('PRIVATE KEY')).toBe(false)
})

test('a key in the row of another cannot be opened', async () => {
  await addDomain('one.example')
  await addDomain('two.example')
  const { ask } = processWith(secret)
  await Promise.all([ask('one.example'), ask('two.example')])
  const [one] = await db('dkim_keys').where({ workspace_id: workspaceId, domain: 'one.example' })
  await db('dkim_keys')
    .where({ workspace_id: workspaceId, domain: 'two.example' })
    .update({ private_key: one.private_key })
  const other = processWith(secret)
  await expect(other.ask('two.example')).rejects.toThrow(SealedError)
  expect(placeOf(await other.ask('one.example'))).toMatchObject([['one.example', expect.any(String)]])
})

test('with another secret no key is opened, and none is made beside those that are there', async () => {
  await addDomain('new.example')
  const other = processWith(randomBytes(32))
  await expect(other.ask('nobody.example')).rejects.toThrow(/POSTSEAL_SECRET_KEY/)
  await expect(other.ask('new.example')).rejects.toThrow(/POSTSEAL_SECRET_KEY/)
  expect(await db('dkim_keys').where({ domain: 'new.example' })).toEqual([])
})

test('mail that leaves is signed with a domain of its own or not at all', async () => {
  const { ask } = processWith(secret, { staysHere: false })
  expect(await ask('nobody.example')).toEqual([])
  expect(placeOf(await ask('nobody.example', 'test'))).toEqual([['nobody.example', 'postseal-dev']])
  await addDomain('sub.leaving.example')
  await addDomain('leaving.example')
  const selectors = await Promise.all(
    ['a.sub.leaving.example', 'b.leaving.example', 'notleaving.example', 'example'].map(async (domain) =>
      (await ask(domain)).map((key) => key.domain),
    ),
  )
  expect(selectors).toEqual([['sub.leaving.example'], ['leaving.example'], [], []])
})

test('a key signs from when it is active until it retires', async () => {
  const { store, ask } = processWith(secret, { cachedMs: 20 })
  await addDomain('turn.example')
  const [first] = await ask('turn.example')
  const domain = await store.find(workspaceId, ['turn.example'])
  const maker = keyMaker(sealer(secret))
  const next = { workspaceId, domain: 'turn.example', selector: selectorOf(domain?.id ?? '', 'rsa', 2) }
  const made = await maker.make(db, 'rsa')
  await db.transaction((trx) => maker.keep(trx, next, made, 'pending'))
  const selectors = async () => placeOf(await ask('turn.example')).map(([, selector]) => selector)
  const fresh = processWith(secret)
  expect(placeOf(await fresh.ask('turn.example'))).toEqual([['turn.example', first?.selector]])
  expect(await selectors()).toEqual([first?.selector])

  await db.transaction((trx) => moveOn(trx, workspaceId, 'turn.example', [next.selector]))
  await until(async () => (await selectors()).join() === next.selector, 'the new key alone to sign')
})

test('a domain that comes back has a key of another name', async () => {
  const { ask } = processWith(secret, { staysHere: false, cachedMs: 20 })
  await addDomain('back.example')
  const [first] = await ask('back.example')
  expect(first?.selector).toMatch(/^ps1-[0-9a-f]{8}$/)
  await db('domains').where({ name: 'back.example' }).delete()
  await db('dkim_keys').where({ domain: 'back.example' }).delete()
  await until(async () => (await ask('back.example')).length === 0, 'the key to be forgotten')
  await addDomain('back.example')
  const [second] = await until(async () => {
    const keys = await ask('back.example')
    return keys.length > 0 && keys
  }, 'a new key')
  expect(second?.selector).not.toBe(first?.selector)
})
