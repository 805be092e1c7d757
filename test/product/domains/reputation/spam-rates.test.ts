import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { deleteDomain } from '../../../../server/product/domains/delete.js'
import { deleteOldSpamRates } from '../../../../server/product/domains/dmarc/purge.js'
import {
  haltWhereSpamRateIsHigh,
  worstSpamRate,
  latestSpamRates,
  saveSpamRates,
} from '../../../../server/product/domains/reputation/spam-rates.js'
import { resumeSending } from '../../../../server/product/workspace/halting/halting.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** Tests Google's data on domains, and the halts that follow from them. */

let database: ConnectedDatabase
let db: Knex
beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
})
afterAll(() => database.drop())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let number = 0
const newName = () => `shop${++number}.example`

async function own(name: string, status = 'verified'): Promise<{ workspaceId: WorkspaceId; id: Uuid }> {
  const [workspaceId, id] = [newWorkspaceId(), newUuid()]
  await db('workspaces').insert({ id: workspaceId, name: 'A' })
  await db('domains').insert({ id, workspace_id: workspaceId, name, status })
  return { workspaceId, id }
}

const tell = (domain: string, ...rates: [days: number, rate: number][]) =>
  saveSpamRates(
    db,
    rates.map(([days, rate]) => ({ domain, day: daysAgo(days), rate })),
  )

test('rates are written for each workspace that has the domain, and once', async () => {
  const name = newName()
  const [one, two, pending] = [await own(name), await own(name, 'degraded'), await own(name, 'pending')]
  const saved = await saveSpamRates(db, [
    { domain: name, day: daysAgo(2), rate: 0.0012 },
    { domain: name, day: daysAgo(1), rate: 0.0004 },
    { domain: 'elsewhere.example', day: daysAgo(1), rate: 0.5 },
  ])
  expect(saved.domains).toEqual(new Set([name]))
  const both = [one.workspaceId, two.workspaceId]
  expect(saved.changes).toEqual(new Map(both.map((id) => [id, 2])))
  expect((await tell(name, [2, 0.0012])).changes).toEqual(new Map(both.map((id) => [id, 0])))
  expect((await tell(name, [2, 0.0011])).changes).toEqual(new Map(both.map((id) => [id, 1])))
  expect(await worstSpamRate(db, one.workspaceId, one.id)).toEqual({
    day: daysAgo(2),
    provider: 'google',
    rate: 0.0011,
  })
  expect(await worstSpamRate(db, pending.workspaceId, pending.id)).toBeUndefined()
  const all = (await latestSpamRates(db, 100)).filter(({ domain }) => domain === name)
  expect(all).toEqual(Array(2).fill({ domain: name, day: daysAgo(1), rate: 0.0004 }))
})

test.each([
  ['0.3 % halts', [[1, 0.003]], ' had 0.3 % at Google on '],
  [
    'the worst is named',
    [
      [1, 0.0031],
      [5, 0.0415],
    ],
    ' had 4.15 % at Google on ',
  ],
  ['below it does not', [[1, 0.00299]], undefined],
  ['what is a week old does', [[7, 0.0041]], ' had 0.41 % at Google on '],
  ['what is older does not', [[8, 0.9]], undefined],
] as [string, [number, number][], string | undefined][])('%s', async (_, rates, words) => {
  const name = newName()
  const { workspaceId } = await own(name)
  await tell(name, ...rates)
  const note = await haltWhereSpamRateIsHigh(db, workspaceId)
  if (words === undefined) return expect(note).toBeUndefined()
  expect(note).toContain(`${name}${words}`)
  expect(await db('workspaces').where('id', workspaceId).first()).toMatchObject({
    halt_reason: 'complaint_rate',
    halt_note: note,
  })
  const entries = await db('audit_events').where('workspace_id', workspaceId).select('operation')
  expect(entries).toEqual([{ operation: 'service.halt_sending' }])
  return expect(await haltWhereSpamRateIsHigh(db, workspaceId)).toBeUndefined()
})

test('what a provider says of a day up to that of the resumption does not halt again; of a later day it does', async () => {
  const name = newName()
  const { workspaceId } = await own(name)
  await tell(name, [4, 0.01])
  expect(await haltWhereSpamRateIsHigh(db, workspaceId)).toBeDefined()
  await resumeSending(db, workspaceId)
  await tell(name, [4, 0.01], [0, 0.01])
  expect(await haltWhereSpamRateIsHigh(db, workspaceId)).toBeUndefined()
  await db('workspaces')
    .where('id', workspaceId)
    .update({ resumed_at: new Date(Date.now() - 3 * 86_400_000) })
  await tell(name, [3, 0.02])
  expect(await haltWhereSpamRateIsHigh(db, workspaceId)).toContain(daysAgo(0))
})

test('rates go with their domain, and with the retention', async () => {
  const name = newName()
  const { workspaceId, id } = await own(name)
  await tell(name, [1, 0.001], [20, 0.001], [40, 0.001])
  expect(await deleteOldSpamRates(db, workspaceId, daysAgo(30), 100)).toEqual([{ count: '1' }])
  const left = () => db('domain_spam_rates').where('domain_id', id).orderBy('day').select(db.raw('day::text'))
  expect(await left()).toEqual([{ day: daysAgo(20) }, { day: daysAgo(1) }])
  await db.transaction((trx) => deleteDomain(trx, { workspace_id: workspaceId, id, name }))
  expect(await left()).toEqual([])
})
