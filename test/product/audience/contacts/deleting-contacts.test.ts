import { beforeAll, expect, test } from 'vitest'
import {
  fromTypeId,
  newUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { purgeDeletedContacts } from '../../../../server/product/audience/contacts/delete.js'
import { call } from '../../../support/api/api.js'
import { audienceOf, type Audience } from '../../../support/audience/audience.js'
import { purgeAudience } from '../../../support/audience/audience-purge.js'
import { insertAutomation, insertRun } from '../../../support/automations/automation-rows.js'
import { addList, ask, subscribe, type OptIn } from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedReceiver } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** A contact is deleted with all that is its own, whatever happens to it at the same time. */

let service: TestService
let tenant: Tenant
let key: string
let optIn: OptIn
let audience: Audience
let workspaceId: WorkspaceId
let projectId: Uuid

beforeAll(async () => {
  service = await sharedReceiver()
  tenant = await addTenant(service)
  key = await tenant.key()
  optIn = { url: service.url, key, project: tenant.liveProject }
  audience = audienceOf(service, tenant, key)
  workspaceId = tenant.workspaceId
  projectId = fromTypeId('prj', tenant.liveProject)
})

const remove = (id: string) => call(service.url, 'DELETE', `/v1/contacts/${id}`, { key })
const get = (path: string) => call(service.url, 'GET', path, { key })
const record = (id: string, name = 'order') =>
  call(service.url, 'POST', `/v1/contacts/${id}/events`, { key, body: { name } })
const rowsOf = async (table: string, contact: string, columns = '*', column = 'contact_id') =>
  (
    await service.sql.query<Record<string, unknown>>(
      `select ${columns} from ${table} where workspace_id = $1 and ${column} = $2`,
      [workspaceId, fromTypeId('con', contact)],
    )
  ).rows

const purge = (max = 400) => purgeAudience(service, workspaceId, purgeDeletedContacts, max)

test('a contact goes with its events, subscriptions and runs, and its mail stays', async () => {
  const email = 'ada@quillfeather.example'
  const list = await addList(optIn)
  const contact = await audience.contact(email, { name: 'Ada', properties: { plan: 'pro' } })
  const subscription = await subscribe(optIn, list, email)
  await record(contact)
  const other = await audience.contact('bob@quillfeather.example')
  await record(other)
  const automation = await insertAutomation(service.sql, workspaceId, projectId)
  const of = { workspaceId, projectId, automationId: automation }
  const columns = (id: string) => ({
    contact_id: fromTypeId('con', id),
    data: { plan: 'pro' },
    entry_key: 'x',
  })
  const waiting = { status: 'waiting', wait_event: 'paid', due_at: new Date(Date.now() + 86_400_000) }
  const run = await insertRun(service.sql, of, { ...columns(contact), ...waiting })
  await insertRun(service.sql, of, { ...columns(contact), status: 'completed', ended_at: new Date() })
  await insertRun(service.sql, of, { ...columns(other), ...waiting })
  await service.sql.query(`insert into automation_waits values ($1, $2, 'event', 'paid', $3, false)`, [
    ...[workspaceId, fromTypeId('con', contact), run],
  ])
  await service.sql.query('insert into automation_entries values ($1, $2, $3, $4, $5, now())', [
    ...[workspaceId, automation, fromTypeId('con', contact), 'x', run],
  ])

  expect((await remove(contact)).status).toBe(204)
  for (const path of [`/v1/contacts/${contact}`, `/v1/contacts/${contact}/events`]) {
    expect((await get(path)).status).toBe(404)
  }
  expect((await get(`/v1/contacts?email=${email}`)).body.data).toEqual([])
  expect((await get(`/v1/subscriber-lists/${list}/subscriptions`)).body.data).toEqual([])
  const ofList = `/v1/subscriber-lists/${list}/subscriptions/${subscription.id}`
  expect((await get(ofList)).status).toBe(404)
  expect(await rowsOf('automation_runs', contact, 'status, ended_reason, data, entry_key, due_at')).toEqual([
    { status: 'cancelled', ended_reason: 'contact_erased', data: {}, entry_key: null, due_at: null },
    { status: 'completed', ended_reason: null, data: {}, entry_key: null, due_at: null },
  ])
  expect((await record(contact)).status).toBe(404)
  expect((await remove(contact)).status).toBe(404)
  await purge()
  for (const table of ['contact_events', 'automation_waits', 'automation_entries', 'subscriptions']) {
    expect(await rowsOf(table, contact), table).toEqual([])
  }
  // What was consented to can be proved, by the address alone.
  const { rows: consents } = await service.sql.query(
    `select action, token, ip_address, user_agent from consents where subscription_id = $1 order by id`,
    [fromTypeId('sub', subscription.id)],
  )
  const token = expect.stringMatching(/^#[\w-]{43}$/) as string
  const proof = { token, ip_address: null, user_agent: null }
  expect(consents).toEqual([
    { action: 'requested', ...proof },
    { action: 'confirmed', ...proof },
  ])
  // The mail that it got, and everybody else.
  expect((await get(`/v1/message-logs?recipient=${email}`)).body.data).toHaveLength(1)
  expect((await get(`/v1/contacts/${other}/events`)).body.data).toHaveLength(1)
  expect(await rowsOf('automation_runs', other, 'status')).toEqual([{ status: 'waiting' }])

  const again = await ask(optIn, list, email)
  expect(again.outcome).toBe('requested')
  expect(again.subscription.id).not.toBe(subscription.id)
  const [{ id, properties }] = (await get(`/v1/contacts?email=${email}`)).body.data
  expect(properties).toEqual({})
  expect((await get(`/v1/contacts/${id}/events`)).body.data).toEqual([])
})

test('one that did much goes at once, and what it did by and by', async () => {
  const contact = await audience.contact('busy@example.com')
  const [left, other] = [await audience.contact('left@example.com'), await audience.contact('o@example.com')]
  const did = (id: string, many: number) =>
    service.sql.query(
      `insert into contact_events (workspace_id, contact_id, id, name, at)
       select $1, $2, gen_random_uuid(), 'order', now() from generate_series(1, $3)`,
      [workspaceId, fromTypeId('con', id), many],
    )
  await did(contact, 20_000)
  await did(left, 3)
  await did(other, 3)
  expect((await remove(contact)).status).toBe(204)
  expect((await remove(left)).status).toBe(204)
  expect(await rowsOf('contact_events', contact, 'id')).toHaveLength(19_000)
  expect((await get(`/v1/contacts/${contact}/events`)).status).toBe(404)
  await purge(8000)
  expect(await rowsOf('contact_events', contact)).toEqual([])
  expect(await rowsOf('contact_events', other)).toHaveLength(3)
  const { rowCount } = await service.sql.query('select from deleted_contacts where workspace_id = $1', [
    workspaceId,
  ])
  expect(rowCount).toBe(0)
})

test('a run that begins behind the deletion ends by it', async () => {
  const contact = await audience.contact('late@example.com')
  expect((await remove(contact)).status).toBe(204)
  const automation = await insertAutomation(service.sql, workspaceId, projectId)
  const of = { workspaceId, projectId, automationId: automation }
  for (const entry of ['a', 'b', 'c']) {
    const own = { contact_id: fromTypeId('con', contact), entry_key: entry }
    await insertRun(service.sql, of, { ...own, status: 'waiting', due_at: 'infinity' })
  }
  await purge(2)
  const runs = await rowsOf('automation_runs', contact, 'status, ended_reason')
  expect(runs).toEqual(Array(3).fill({ status: 'cancelled', ended_reason: 'contact_erased' }))
})

test('whatever happens to it at the same time, nobody waits in a circle and nothing is left of it', async () => {
  const list = await addList(optIn)
  const automation = await insertAutomation(service.sql, workspaceId, projectId, {
    mode: 'always',
    definition: { trigger: { event: { name: 'round' } }, exit_on: [{ event: { name: 'stop' } }] },
    steps: [
      { key: 'note', record_event: { name: 'noted' } },
      { key: 'wait', wait_for_event: { name: 'never', timeout_seconds: 3600 } },
    ],
  })
  await service.sql.query(`insert into automation_triggers values ($1, $2, 'event', 'round', $3)`, [
    ...[workspaceId, projectId, automation],
  ])
  const contacts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => audience.contact(`race${index}@example.com`)),
  )
  const outcomes = await Promise.all(
    contacts.map(async (contact, index) => {
      const email = `race${index}@example.com`
      const path = `/v1/subscriber-lists/${list}/subscriptions`
      const all = [
        record(contact, 'round'),
        record(contact, 'stop'),
        call(service.url, 'POST', path, { key, body: { email } }),
        remove(contact),
        record(contact, 'round'),
        remove(contact),
      ]
      return (await Promise.all(all)).map(({ status }) => status)
    }),
  )
  for (const [first, stop, asked, gone, second, goneToo] of outcomes) {
    for (const status of [first, stop, second]) expect([201, 404]).toContain(status)
    expect(asked).toBe(202)
    expect([gone, goneToo].sort()).toEqual([204, 404])
  }
  await until(async () => {
    const { rows } = await service.sql.query(
      `select from automation_inbox where workspace_id = $1
       union all select from automation_runs where automation_id = $2 and due_at <= now()`,
      [workspaceId, automation],
    )
    return rows.length === 0
  }, 'the automations to have acted')
  await purge(5)
  for (const contact of contacts) {
    const runs = await rowsOf('automation_runs', contact, 'ended_at')
    expect(runs.filter(({ ended_at: ended }) => ended === null)).toEqual([])
    for (const table of ['contact_events', 'automation_waits', 'automation_entries', 'subscriptions']) {
      expect(await rowsOf(table, contact), table).toEqual([])
    }
  }
})

test('one that is not there is not found', async () => {
  const reply = await remove(toTypeId('con', newUuid()))
  expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
})
