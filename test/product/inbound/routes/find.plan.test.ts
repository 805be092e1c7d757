import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { routeFinder } from '../../../../server/product/inbound/routes/find.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { capture } from '../../../support/database/explain.js'
import { until } from '../../../support/time/until.js'

/** The look-ups of routes for whoever connects: two queries each at most, which cost no more in a large database. */

let database: ConnectedDatabase
let db: Knex
const [workspaceId, other, project, stray]: Uuid[] = Array.from({ length: 4 }, newUuid) as [
  Uuid,
  Uuid,
  Uuid,
  Uuid,
]
const brief = { routeMs: 100, emptyDomainMs: 100 }

async function addRoute(recipient: string, fields: Record<string, unknown> = {}): Promise<Uuid> {
  const domain = recipient.slice(recipient.indexOf('@') + 1)
  await db('inbound_domains').insert({ name: domain, workspace_id: workspaceId }).onConflict().ignore()
  const id = newUuid()
  await db('inbound_routes').insert({
    workspace_id: workspaceId,
    id,
    project_id: project,
    environment: 'live',
    name: 'Route',
    recipient,
    domain,
    enabled: true,
    automatic: 'keep',
    require_dmarc: false,
    block: '["@spam.example"]',
    ...fields,
  })
  return id
}

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await db('workspaces').insert([
    { id: workspaceId, name: 'One', retention_days: 30 },
    { id: other, name: 'Other', retention_days: 30 },
  ])
  await db.raw(
    `insert into inbound_domains (name, workspace_id)
     select 'd' || n || '.example', case when n % 2 = 0 then cast(? as uuid) else ? end from generate_series(1, 2000) n`,
    [workspaceId, other],
  )
  await db.raw(
    `insert into inbound_routes (workspace_id, id, project_id, environment, name, recipient, domain, enabled, automatic,
       require_dmarc, block)
     select workspace_id, gen_random_uuid(), gen_random_uuid(), 'live', 'R', local || '@' || domain.name, domain.name, true,
       'keep', false, '[]'
     from inbound_domains domain cross join unnest(array['a', 'b', 'a+*', 'c+*', '*']) as locals (local)`,
  )
})
afterAll(() => database.drop())

// Without statistics first: the service begins so.
test.each(['', 'analyze'])('a look-up goes by the keys, after "%s"', async (before) => {
  if (before !== '') await db.raw(before)
  const id = await addRoute(`own${before}@d2.example`)
  await expectBounded(
    db,
    async (trx) => {
      const finder = routeFinder(trx)
      expect(await finder.find('A+x+y@D2.example')).toMatchObject({ recipient: 'a+*@d2.example' })
      expect(await finder.find('nobody@d3.example')).toMatchObject({ recipient: '*@d3.example' })
      expect(await finder.find('a@none.example')).toBeUndefined()
      expect(await finder.byId('D2.example', id)).toMatchObject({ recipient: `own${before}@d2.example` })
    },
    10,
  )
})

test('the most specific route takes an address, in any case and script, enabled or not', async () => {
  const recipients = ['a+b+*', 'a+*', 'a+b', '*'].map((local) => `${local}@xn--bcher-kva.example`)
  for (const recipient of recipients) await addRoute(recipient, { enabled: recipient !== recipients[1] })
  const finder = routeFinder(db)
  const found = async (address: string) => (await finder.find(address))?.recipient.split('@')[0]
  expect(await found('A+B+c@BÜCHER.example')).toBe('a+b+*')
  expect(await found('a+b@bücher.example')).toBe('a+b')
  expect(await found('a+c@bücher.example')).toBe('a+*')
  expect(await found('a@xn--bcher-kva.example')).toBe('*')
  expect(await found(`a${'+'.repeat(60)}@bücher.example`)).toBe('a+*')
  expect(await finder.find('a+c@bücher.example')).toMatchObject({ enabled: false, block: ['@spam.example'] })
  expect(await found('a@sub.bücher.example')).toBeUndefined()
  expect(await found('no address')).toBeUndefined()
  expect(await found('"a+b"@bücher.example')).toBeUndefined()
})

test('a route keeps mail for as long as it says, but not beyond the retention of its workspace', async () => {
  const keptDays = async (retain_days: number | null, local: string) => {
    await addRoute(`${local}@kept.example`, { retain_days })
    return (await routeFinder(db).find(`${local}@kept.example`))?.kept_days
  }
  expect(await keptDays(null, 'all')).toBe(30)
  expect(await keptDays(7, 'week')).toBe(7)
  expect(await keptDays(3650, 'decade')).toBe(30)
})

test('the domain says whose route an id may be', async () => {
  const id = await addRoute('by-id@by-id.example')
  await addRoute('else@elsewhere.example')
  const finder = routeFinder(db)
  expect(await finder.byId('BY-ID.example', id)).toMatchObject({ id, kept_days: 30 })
  // Of the same workspace, another workspace, and nobody.
  expect(await finder.byId('elsewhere.example', id)).toBeUndefined()
  expect(await finder.byId('d1.example', id)).toBeUndefined()
  expect(await finder.byId('nobody.example', id)).toBeUndefined()
  expect(await finder.byId('by-id.example', stray)).toBeUndefined()
  expect(await finder.byId('no domain', id)).toBeUndefined()
})

test('a route whose domain belongs to another workspace by now takes nothing', async () => {
  const id = await addRoute('a@moved.example')
  await db('inbound_domains').where({ name: 'moved.example' }).update({ workspace_id: other })
  expect(await routeFinder(db).find('a@moved.example')).toBeUndefined()
  expect(await routeFinder(db).byId('moved.example', id)).toBeUndefined()
})

test('whatever is asked of a domain without routes is one query for a time, and then it is asked for again', async () => {
  const finder = routeFinder(db)
  const guess = async () => {
    for (const local of ['a', 'b', 'c']) await finder.find(`${local}@guess.example`)
    await finder.byId('guess.example', stray)
  }
  expect(await capture(db, guess)).toHaveLength(1)
  const later = routeFinder(db, brief)
  expect(await later.find('new@soon.example')).toBeUndefined()
  await addRoute('new@soon.example')
  await until(async () => (await later.find('new@soon.example')) !== undefined, 'the new route')
})

test('a route that was found is no query until it may have changed', async () => {
  await addRoute('known@known.example')
  const finder = routeFinder(db)
  const ask = () => Promise.all([1, 2, 3].map(() => finder.find('Known@known.example')))
  // The route, and the retention of its workspace.
  expect(await capture(db, ask)).toHaveLength(2)
  expect(await capture(db, ask)).toHaveLength(0)
  const later = routeFinder(db, brief)
  expect(await later.find('known@known.example')).toMatchObject({ enabled: true })
  await db('inbound_routes').where({ recipient: 'known@known.example' }).update({ enabled: false })
  await until(
    async () => (await later.find('known@known.example'))?.enabled === false,
    'the change to be seen',
  )
})

test('what the database fails with is passed on, and not remembered', async () => {
  await addRoute('a@failing.example')
  const finder = routeFinder(db)
  await db.raw('alter table inbound_domains rename to hidden_domains')
  try {
    await expect(finder.find('a@failing.example')).rejects.toThrow('does not exist')
    await expect(finder.byId('failing.example', stray)).rejects.toThrow('does not exist')
  } finally {
    await db.raw('alter table hidden_domains rename to inbound_domains')
  }
  expect(await finder.find('a@failing.example')).toMatchObject({ recipient: 'a@failing.example' })
})
