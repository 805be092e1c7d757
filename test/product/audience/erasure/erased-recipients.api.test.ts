import { beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { erasedAddress } from '../../../../server/product/audience/erasure/redact.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import {
  fromTypeId,
  newUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertCampaign, insertCampaignMail } from '../../../support/campaigns/campaign-rows.js'
import { eventFindings } from '../../../support/api/contract.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Somebody is erased in the middle of campaigns: nothing of them is left, and the figures still add up. */

const email = 'ada@quillfeather.example'
const name = 'Ada Quillfeather'
const title = 'Countess of Lovelace'
const friend = { email: 'bob@other.example', name: 'Bob Underwood' }

let service: TestService
let tenant: Tenant
let key: string
let workspaceId: WorkspaceId
let projectId: Uuid
let paused: Uuid
let sent: Uuid
let segment: Uuid
let link: string
const mail: Record<string, { messageId: Uuid; logId: Uuid }> = {}
let before: Map<string, string[]>

const ask = async (method: string, path: string, body?: unknown) => {
  const reply = await call(service.url, method, path, { key, ...(body !== undefined && { body }) })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}

const recipients = async () =>
  (
    await service.sql.query(
      `select campaign_id, count(*)::integer as count, count(log_id)::integer as logs from campaign_recipients
       where workspace_id = $1 group by campaign_id order by campaign_id`,
      [workspaceId],
    )
  ).rows as object[]

const valuesOf = async (messageId: Uuid) =>
  (await service.sql.query('select render_input from message_contents where message_id = $1', [messageId]))
    .rows as { render_input: object }[]

const pinned = async (messageId: Uuid, contact: object, values: object) =>
  service.sql.query('update message_contents set render_input = $2 where message_id = $1', [
    messageId,
    { values, contact, locale: null },
  ])

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  workspaceId = tenant.workspaceId
  projectId = fromTypeId('prj', tenant.liveProject)
  const project_id = tenant.liveProject
  const contact = { email, name, properties: { title } }
  const person = await ask('PUT', '/v1/contacts', { project_id, ...contact })
  const other = await ask('PUT', '/v1/contacts', { project_id, ...friend })
  ;[paused, sent] = [
    await insertCampaign(service.sql, workspaceId, projectId, { status: 'paused' }),
    await insertCampaign(service.sql, workspaceId, projectId, { status: 'sent' }),
  ]
  const contactId = fromTypeId('con', person.id as string)
  const to = { workspaceId, projectId, contactId, email }
  mail['queued'] = await insertCampaignMail(service.sql, { ...to, campaignId: paused, paused: true })
  mail['delivered'] = await insertCampaignMail(service.sql, { ...to, campaignId: sent, status: 'delivered' })
  for (const own of ['queued', 'delivered'] as const) await pinned(mail[own]!.messageId, contact, { title })
  const toFriend = { ...to, ...friend, campaignId: sent, status: 'delivered' as const }
  mail['friend'] = await insertCampaignMail(service.sql, {
    ...toFriend,
    contactId: fromTypeId('con', other.id as string),
  })
  await pinned(mail['friend'].messageId, friend, { invitedBy: email })
  // Who is still to be released has neither mail nor log.
  const pending = await insertCampaign(service.sql, workspaceId, projectId)
  await service.sql.query(
    'insert into campaign_recipients (workspace_id, campaign_id, contact_id) values ($1, $2, $3)',
    [workspaceId, pending, contactId],
  )
  segment = newUuid()
  const rule = { all: [{ property: { name: 'mail', op: 'eq', value: email } }] }
  await service.sql.query(
    `insert into segments (workspace_id, id, project_id, environment, name, rule)
     values ($1, $2, $3, 'live', 'Friends', $4)`,
    [workspaceId, segment, projectId, rule],
  )
  await service.sql.query('update campaigns set rules = $2 where id = $1', [
    pending,
    { include: rule, exclude: null },
  ])
  const links = subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '')
  link = links.contactUnsubscribeUrl({ workspaceId, contactId, logId: mail['delivered'].logId })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const oneClick = { raw: 'List-Unsubscribe=One-Click', headers: form }
  expect((await call(service.url, 'POST', link, oneClick)).status).toBe(200)
  before = await dump(service.sql, workspaceId)
})

test('nothing names the person any more, and the figures stay', async () => {
  for (const table of ['message_contents', 'message_logs', 'events', 'segments', 'campaigns', 'contacts'])
    expect(found(new Map([[table, before.get(table) ?? []]]), [email]), table).not.toEqual([])
  const counted = await recipients()
  const deletion = await ask('POST', '/v1/compliance/deletions', { email })
  expect(deletion).toMatchObject({
    status: 'completed',
    erased: { contacts: 1, message_logs: 2, message_bodies: 2, cancelled: 1 },
  })
  const after = await dump(service.sql, workspaceId)
  const traces = [email, email.replace('@', '%40'), 'Quillfeather', title]
  expect(found(after, traces)).toEqual([])
  expect(await recipients()).toEqual(counted)
})

test('what was paused is cancelled, and its event names the campaign', async () => {
  const { rows } = await service.sql.query(
    `select log.status, log.destination, queue.log_id is not null as queued
     from message_logs log left join delivery_queue queue
       on queue.workspace_id = log.workspace_id and queue.log_id = log.id where log.id = any($1)
     order by log.status`,
    [[mail['queued']?.logId, mail['delivered']?.logId]],
  )
  const destination = 'erased.invalid'
  expect(rows).toEqual([
    { status: 'cancelled', destination, queued: false },
    { status: 'delivered', destination, queued: false },
  ])
  const { data } = (await ask('GET', '/v1/events?type=message.cancelled')) as {
    data: components['schemas']['OtherEvent'][]
  }
  expect(data.map(eventFindings)).toEqual([undefined])
  expect(data).toMatchObject([
    { data: { campaign_id: toTypeId('cmp', paused), recipients: [{ email: erasedAddress }] } },
  ])
})

test('what others get and the rules of segments are as they were, but for the address', async () => {
  expect(await valuesOf(mail['friend']!.messageId)).toEqual([
    { render_input: { values: { invitedBy: erasedAddress }, contact: friend, locale: null } },
  ])
  const { rows } = await service.sql.query('select rule from segments where id = $1', [segment])
  expect(rows).toEqual([{ rule: { all: [{ property: { name: 'mail', op: 'eq', value: erasedAddress } }] } }])
})

test('the link in old mail is no failure', async () => {
  const shown = await call(service.url, 'GET', link, { headers: { Accept: 'text/html' } })
  expect([shown.status, shown.text.includes('You are no longer a recipient')]).toEqual([200, true])
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const used = await call(service.url, 'POST', link, { raw: 'List-Unsubscribe=One-Click', headers: form })
  expect(used.status).toBe(200)
})
