import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { changedBy, startWithLedger, type LedgerService } from '../../../support/ledger/ledger.js'
import { addList, ask, confirmPath, press, subscribe, type OptIn } from '../../../support/audience/opt-in.js'
import { startTestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** A database is restored from a backup, and what recipients have said since then holds again. */

type Schemas = components['schemas']

let ledger: LedgerService
let tenant: Tenant
let key: string
let optIn: OptIn
let since: Date
beforeAll(async () => {
  ledger = await startWithLedger({ erasures: { everySeconds: 0.05 } })
})
afterAll(() => ledger.stop())
beforeEach(async () => {
  since = new Date()
  tenant = await addTenant(ledger.service)
  key = await tenant.key()
  optIn = { url: ledger.service.url, key, project: tenant.liveProject }
})

async function api(method: string, path: string, body?: object) {
  const reply = await call(ledger.service.url, method, `/v1${path}`, { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body as { id: string }
}
const put = (email: string, fields: object = {}) =>
  api('PUT', '/contacts', { project_id: tenant.liveProject, email, ...fields })
const suppress = (email: string, fields: object = {}) => api('POST', '/suppressions', { email, ...fields })
const lift = ({ id }: { id: string }) => api('DELETE', `/suppressions/${id}?force=true`)
const choose = ({ id }: { id: string }, topic: string, subscribed: boolean) =>
  api('PUT', `/contacts/${id}/topics/${topic}`, { subscribed })
const erase = (email: string, fields: object = {}) =>
  api('POST', '/compliance/deletions', { email, ...fields }) as Promise<Schemas['Deletion']>

const select = async (sql: string) => {
  const { rows } = await ledger.service.sql.query<Record<string, unknown>>(sql, [tenant.workspaceId])
  return rows
}
/** Reads everything that decides whether somebody of the tenant is written to. */
const standing = async () => ({
  suppressions: await select(
    'select address, reason, note, project_id from suppressions where workspace_id = $1 order by address',
  ),
  optedOut: await select(
    `select id, address, unsubscribed_at from contacts where workspace_id = $1 and unsubscribed_at is not null
     order by id`,
  ),
  topics: await select(
    `select distinct on (contact_id, topic) contact_id, topic, action from topic_consents
     where workspace_id = $1 order by contact_id, topic, id desc`,
  ),
  subscriptions: await select(
    `select list_id, contact_id, address, status from subscriptions where workspace_id = $1
     order by list_id, address`,
  ),
})
const contactIds = async () =>
  (await select('select id from contacts where workspace_id = $1 order by id')).map(({ id }) => id)

/** Restores the backup and holds the ledger against it, twice. */
async function restoreAndReplay(changed: number, impossible = 0) {
  await ledger.restore()
  const report = await ledger.replay(since)
  expect(report).toMatchObject({ problems: [], unknown: 0, lost: 0 })
  expect(changedBy(report)).toBe(changed)
  expect(report.counts.reduce((sum, count) => sum + count.impossible, 0)).toBe(impossible)
  expect(changedBy(await ledger.replay(since))).toBe(0)
}

test('suppressions and their lifts', async () => {
  await suppress('kept@example.com')
  const lifted = await suppress('lifted@example.com', { reason: 'hard_bounce' })
  const changed = await suppress('changed@example.com', { reason: 'hard_bounce' })
  await ledger.backUp()
  await suppress('new@example.com', { reason: 'unsubscribe', note: 'by phone' })
  await lift(lifted)
  await lift(changed)
  await suppress('changed@example.com', { reason: 'complaint' })
  await lift(await suppress('both@example.com'))
  const after = await standing()
  expect(after.suppressions).toMatchObject([
    { address: 'changed@example.com', reason: 'complaint' },
    { address: 'kept@example.com' },
    { address: 'new@example.com', reason: 'unsubscribe', note: 'by phone' },
  ])
  await restoreAndReplay(3)
  expect(await standing()).toEqual(after)
})

test('contacts that opted out, or back in', async () => {
  const known = await put('known@example.com')
  await put('back@example.com', { unsubscribed: true })
  await ledger.backUp()
  await put('known@example.com', { unsubscribed: true })
  await put('back@example.com', { unsubscribed: false })
  const missing = await put('missing@example.com', { name: 'Mia', unsubscribed: true })
  await put('moved@example.com', { unsubscribed: true }).then(({ id }) =>
    api('PATCH', `/contacts/${id}`, { email: 'now@example.com' }),
  )
  await put('wanting@example.com', { unsubscribed: true })
  await put('wanting@example.com', { unsubscribed: false })
  const after = await standing()
  expect(after.optedOut.map(({ address }) => address)).toEqual([
    'known@example.com',
    'missing@example.com',
    'now@example.com',
  ])
  await restoreAndReplay(4, 1)
  expect(await standing()).toEqual(after)
  expect(await api('GET', `/contacts/${missing.id}`)).toMatchObject({
    email: 'missing@example.com',
    name: null,
  })
  // A later import makes no other contact of them.
  expect((await put('missing@example.com', { name: 'Mia' })).id).toBe(missing.id)
  expect(await api('GET', `/contacts/${known.id}`)).toMatchObject({ unsubscribed_at: expect.any(String) })
})

test('whoever has the address of a missing contact by now has decided for themselves, and who had it has not', async () => {
  await ledger.backUp()
  const early = await put('early@example.com')
  await put('late@example.com', { unsubscribed: true })
  await put('early@example.com', { unsubscribed: true })
  await ledger.restore()
  const earlyId = fromTypeId('con', early.id)
  const other = `${earlyId.slice(0, 13)}${newUuid().slice(13)}`
  await ledger.service.sql.query(
    `insert into contacts (workspace_id, id, project_id, environment, email, address)
     select $1, given.id, $2, 'live', given.address, given.address from unnest($3::uuid[], $4::text[]) as given (id, address)`,
    [
      tenant.workspaceId,
      fromTypeId('prj', tenant.liveProject),
      [other, newUuid()],
      ['early@example.com', 'late@example.com'],
    ],
  )
  expect(changedBy(await ledger.replay(since))).toBe(1)
  expect((await standing()).optedOut).toMatchObject([{ id: other, address: 'early@example.com' }])
})

test('topics', async () => {
  for (const topic of ['news', 'tips'])
    await api('POST', '/topics', { project_id: tenant.liveProject, key: topic, name: topic })
  const known = await put('known@example.com')
  await choose(known, 'tips', false)
  await ledger.backUp()
  await choose(known, 'news', false)
  await choose(known, 'tips', true)
  const missing = await put('missing@example.com')
  await choose(missing, 'news', false)
  await choose(missing, 'tips', false)
  const after = await standing()
  await restoreAndReplay(4)
  expect(await standing()).toEqual(after)
  expect(await api('GET', `/contacts/${known.id}/topic-consents?limit=10`)).toMatchObject({
    data: [{ source: 'ledger' }, { source: 'ledger' }, { source: 'api' }],
  })
})

test('lists that contacts left, or confirmed again', async () => {
  const list = await addList(optIn)
  const gone = await addList(optIn, 'Gone')
  const leave = (of: string, { id }: { id: string }) =>
    api('POST', `/subscriber-lists/${of}/subscriptions/${id}/unsubscribe`)
  const leaving = await subscribe(optIn, list, 'leaving@example.com')
  const again = await subscribe(optIn, list, 'again@example.com')
  await leave(list, again)
  const waiting = await ask(optIn, list, 'waiting@example.com')
  await ledger.backUp()
  await leave(list, leaving)
  await press(optIn, await confirmPath(optIn, waiting.message_id))
  await subscribe(optIn, list, 'again@example.com')
  await leave(list, await subscribe(optIn, list, 'missing@example.com'))
  await leave(gone, await subscribe(optIn, gone, 'leaving@example.com'))
  await api('DELETE', `/subscriber-lists/${gone}`)
  await subscribe(optIn, list, 'lost@example.com')
  const after = await standing()
  // The list that was deleted is there again, so that whoever left it stays away.
  await restoreAndReplay(5, 1)
  const subscriptions = after.subscriptions.filter(({ address }) => address !== 'lost@example.com')
  expect(await standing()).toEqual({ ...after, subscriptions })
  const { rows } = await ledger.service.sql.query(
    `select action from consents where workspace_id = $1 and source = 'ledger' order by action`,
    [tenant.workspaceId],
  )
  expect(rows.map(({ action }) => action as string)).toEqual([
    'confirmed',
    'confirmed',
    'unsubscribed',
    'unsubscribed',
    'unsubscribed',
  ])
})

test('a new round after an unsubscription stays', async () => {
  const list = await addList(optIn)
  const { id } = await subscribe(optIn, list, 'round@example.com')
  await api('POST', `/subscriber-lists/${list}/subscriptions/${id}/unsubscribe`)
  await ask(optIn, list, 'round@example.com')
  await ledger.backUp()
  await restoreAndReplay(0)
  expect((await standing()).subscriptions).toMatchObject([{ status: 'pending' }])
})

test('contacts that were deleted stay so, whatever they had chosen', async () => {
  const list = await addList(optIn)
  const known = await put('known@example.com')
  await subscribe(optIn, list, 'known@example.com')
  const kept = await put('kept@example.com')
  const before = await put('before@example.com', { unsubscribed: true })
  await api('DELETE', `/contacts/${before.id}`)
  await ledger.backUp()
  await put('known@example.com', { unsubscribed: true })
  await api('DELETE', `/contacts/${known.id}`)
  const made = await put('made@example.com', { unsubscribed: true })
  await api('DELETE', `/contacts/${made.id}`)
  await restoreAndReplay(1)
  expect(await contactIds()).toEqual([fromTypeId('con', kept.id)])
  expect((await standing()).subscriptions).toEqual([])
})

test('addresses that were erased', async () => {
  const { service } = ledger
  await put('ada@example.com', { name: 'Ada' })
  await suppress('ada@example.com', { reason: 'complaint' })
  await put('bob@example.com')
  const inProject = await put('cat@example.com')
  await suppress('dan@example.com')
  // More than a page of addresses, of which the last one is known for nothing else.
  await service.sql.query(
    `insert into soft_bounces (workspace_id, address, count, first_at, last_at)
     select $1, name || '@example.com', 1, now(), now()
     from (select 'b' || number as name from generate_series(1, 2200) number union all select 'zed') named`,
    [tenant.workspaceId],
  )
  await ledger.backUp()
  await put('ada@example.com', { unsubscribed: true })
  await erase('ada@example.com')
  await erase('cat@example.com', { project_id: tenant.liveProject })
  await erase('dan@example.com')
  await erase('eve@example.com')
  await erase('zed@example.com')
  // The token of this one was deleted, so its address may come back.
  const { body } = await call(service.url, 'GET', '/v1/suppressions?email=dan@example.com', { key })
  await lift((body.data as { id: string }[])[0] ?? { id: '' })
  const after = await standing()
  expect(after.suppressions).toHaveLength(4)
  const dump = async () => JSON.stringify(await select('select * from contacts where workspace_id = $1'))
  expect(await dump()).not.toMatch(/ada@|cat@/)
  expect(JSON.stringify(await ledger.lines(tenant.workspaceId))).toContain('"erasure"')

  // Of the backup four have something that is erased again. The token of eve comes back, and that of dan goes.
  await restoreAndReplay(6)
  await until(async () => !/ada@|cat@/.test(await dump()), 'the erasure of what the backup had')
  expect(await standing()).toEqual(after)
  expect(await contactIds()).not.toContain(fromTypeId('con', inProject.id))
  expect(await dump()).toContain('bob@example.com')
  expect(
    (
      await call(service.url, 'PUT', '/v1/contacts', {
        key,
        body: { project_id: tenant.liveProject, email: 'ada@example.com' },
      })
    ).status,
  ).toBe(409)
})

test('a service that starts held after a restore does it again, once for each restore', async () => {
  const { service, folder } = ledger
  await ledger.backUp()
  await suppress('held@example.com')
  const after = await standing()
  const start = async (name: string) => {
    await ledger.restore()
    const env = { POSTSEAL_LEDGER: folder, POSTSEAL_START_HELD: name }
    const held = await startTestService({ beside: service, env })
    await held.stop()
    return held.logs.filter((line) => line.includes('addresses suppressed, or lifted'))
  }
  expect(await start('first')).toEqual([expect.stringContaining('"done_again":1')])
  expect(await standing()).toEqual(after)
  expect(await start('first')).toEqual([])
  expect(await standing()).not.toEqual(after)
  expect(await start('second')).toEqual([expect.stringContaining('"done_again":1')])
})
