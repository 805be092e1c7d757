import { beforeAll, expect, test } from 'vitest'
import { erasedAddress } from '../../../../server/product/audience/erasure/redact.js'
import {
  fromTypeId,
  newUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertAutomation, insertRun, insertRunStep } from '../../../support/automations/automation-rows.js'
import { insertCampaignMail } from '../../../support/campaigns/campaign-rows.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Somebody is erased in the middle of automations: their runs end, and nothing of them is left. */

const email = 'ada@quillfeather.example'
const title = 'Countess of Lovelace'

let service: TestService
let tenant: Tenant
let key: string
let workspaceId: WorkspaceId
let projectId: Uuid
let automation: Uuid
let mail: Uuid
const runs: Record<string, Uuid> = {}

const ask = async (method: string, path: string, body?: unknown) => {
  const reply = await call(service.url, method, path, { key, ...(body !== undefined && { body }) })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const query = async (sql: string, values: unknown[] = [workspaceId]) =>
  (await service.sql.query<Record<string, unknown>>(sql, values)).rows

const contactOf = async (address: string): Promise<Uuid> => {
  const contact = await ask('PUT', '/v1/contacts', { project_id: tenant.testProject, email: address })
  return fromTypeId('con', contact.id as string)
}

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  workspaceId = tenant.workspaceId
  projectId = fromTypeId('prj', tenant.testProject)
  const rule = { property: { name: 'mail', op: 'eq', value: email } }
  automation = await insertAutomation(service.sql, workspaceId, projectId, {
    definition: { entry_rule: rule, sender: { from_email: email, from_name: 'Shop' } },
  })
  const [person, friend] = [await contactOf(email), await contactOf('bob@other.example')]
  const of = { workspaceId, projectId, automationId: automation }
  const own = { contact_id: person, data: { title, mail: email }, entry_key: email }
  const error = { error_code: 'internal_error', error_message: 'It failed.' }
  const fields = {
    running: { ...own, due_at: new Date() },
    waiting: { ...own, status: 'waiting', wait_until: new Date(), wait_event: 'paid', due_at: new Date() },
    completed: { ...own, status: 'completed', ended_at: new Date(), step_key: null },
    failed: { ...own, ...error, status: 'failed', ended_at: new Date() },
    friend: { contact_id: friend, data: { invitedBy: email, plan: 'pro' }, entry_key: email },
  }
  for (const [name, columns] of Object.entries(fields)) {
    const id = (runs[name] = await insertRun(service.sql, of, columns))
    await insertRunStep(service.sql, workspaceId, id, {
      number: 1,
      columns: { step_key: 'a', kind: 'exit', outcome: 'done' },
    })
    const wait = [workspaceId, columns.contact_id, id]
    await query(`insert into automation_waits values ($1, $2, 'event', 'paid', $3, false)`, wait)
  }
  for (const [contact, entryKey] of [
    [person, email],
    [person, ''],
    [friend, email],
    [friend, 'cart_1'],
  ])
    await query('insert into automation_entries values ($1, $2, $3, $4, $5, now())', [
      ...[workspaceId, automation, contact, entryKey, newUuid()],
    ])
  for (const contact of [person, friend, person])
    await query(
      `insert into automation_inbox (workspace_id, id, project_id, contact_id, kind, name, occurred_at, due_at)
       values ($1, $2, $3, $4, 'event', 'paid', now(), now() + interval '1 day')`,
      [workspaceId, newUuid(), projectId, contact],
    )
  // Mail of an automation is by reference, as that of campaigns is, and waits for its turn.
  const campaignId = newUuid()
  const { messageId } = await insertCampaignMail(service.sql, {
    ...{ workspaceId, projectId, campaignId, contactId: person, email },
  })
  mail = messageId
  await query('delete from campaign_recipients where campaign_id = $1', [campaignId])
  await query('update messages set campaign_id = null, automation_run_id = $2 where id = $1', [
    mail,
    runs['running'],
  ])
  await query('update message_logs set campaign_id = null, automation_id = $2 where message_id = $1', [
    mail,
    automation,
  ])
  await query('update delivery_queue set campaign_id = null where message_id = $1', [mail])
})

test('nothing names the person any more', async () => {
  const before = await dump(service.sql, workspaceId)
  for (const table of ['automation_runs', 'automation_entries', 'automation_versions', 'message_contents'])
    expect(found(new Map([[table, before.get(table) ?? []]]), [email]), table).not.toEqual([])
  const deletion = await ask('POST', '/v1/compliance/deletions', { email })
  expect(deletion).toMatchObject({ status: 'completed', erased: { contacts: 1, cancelled: 1 } })
  const after = await dump(service.sql, workspaceId)
  // Who a team says that it is stays.
  const left = found(after, [email, email.replace('@', '%40'), title])
  expect(left.every((row) => row.startsWith('automation_versions'))).toBe(true)
  expect(await query('select definition from automation_versions where workspace_id = $1')).toMatchObject(
    [1, 2].map(() => ({
      definition: {
        entry_rule: { property: { name: 'mail', op: 'eq', value: erasedAddress } },
        sender: { from_email: email, from_name: 'Shop' },
      },
    })),
  )
})

test('their runs have ended, and are there with their steps', async () => {
  const rows = await query(
    `select id, status, ended_reason, data, entry_key, due_at, ended_at is not null as ended, wait_event
     from automation_runs where workspace_id = $1`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const empty = { data: {}, entry_key: null, due_at: null, ended: true, wait_event: null }
  const cancelled = { ...empty, status: 'cancelled', ended_reason: 'contact_erased' }
  expect(byId.get(runs['running'])).toMatchObject(cancelled)
  expect(byId.get(runs['waiting'])).toMatchObject(cancelled)
  expect(byId.get(runs['completed'])).toMatchObject({ ...empty, status: 'completed', ended_reason: null })
  expect(byId.get(runs['failed'])).toMatchObject({ ...empty, status: 'failed', ended_reason: null })
  const steps = await query('select run_id from automation_run_steps where workspace_id = $1')
  expect(steps).toHaveLength(5)
  const session = await tenant.session('admin')
  const path = `/v1/automations/${toTypeId('aut', automation)}/runs/${toTypeId('run', runs['failed'] ?? '')}`
  expect((await call(service.url, 'GET', path, { key: session })).body).toMatchObject({ data: {} })
  expect((await call(service.url, 'POST', `${path}/retry`, { key: session })).status).toBe(409)
})

test('what others have stays, without the address', async () => {
  const [friend] = await query(
    'select status, data, entry_key, contact_id from automation_runs where id = $1',
    [runs['friend']],
  )
  expect(friend).toMatchObject({
    status: 'running',
    data: { invitedBy: erasedAddress, plan: 'pro' },
    entry_key: erasedAddress,
  })
  const of = { contact_id: friend?.contact_id }
  expect(await query('select contact_id, run_id from automation_waits where workspace_id = $1')).toEqual([
    { ...of, run_id: runs['friend'] },
  ])
  expect(await query('select contact_id, entry_key from automation_entries where workspace_id = $1')).toEqual(
    [{ ...of, entry_key: 'cart_1' }],
  )
  expect(await query('select contact_id from automation_inbox where workspace_id = $1')).toEqual([of])
})

test('their mail is cancelled, and its event names the automation', async () => {
  expect(await query('select from message_contents where message_id = $1', [mail])).toEqual([])
  const [event] = await query(
    `select data from events where workspace_id = $1 and type = 'message.cancelled'`,
  )
  expect(event?.data).toMatchObject({
    message_id: toTypeId('msg', mail),
    automation_id: toTypeId('aut', automation),
    recipients: [{ email: erasedAddress }],
  })
})
