import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import {
  fromTypeId,
  newUuid,
  newWorkspaceId,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import {
  campaignFigures,
  insertCampaign,
  insertCampaignMail,
} from '../../../support/campaigns/campaign-rows.js'
import { eventFindings } from '../../../support/api/contract.js'
import { addList, ask } from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Contacts opt out of campaigns: by the API, and by the link in a campaign's mail. */

type Contact = components['schemas']['Contact']
type Event = components['schemas']['OtherEvent']

let service: TestService
let tenant: Tenant
let key: string
let workspaceId: WorkspaceId
let projectId: Uuid

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  workspaceId = tenant.workspaceId
  projectId = fromTypeId('prj', tenant.liveProject)
})

const put = async (email: string, fields: object = {}): Promise<Contact> => {
  const body = { project_id: tenant.liveProject, email, ...fields }
  const reply = await call(service.url, 'PUT', '/v1/contacts', { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body as Contact
}

const shown = async ({ id }: Contact) =>
  (await call(service.url, 'GET', `/v1/contacts/${id}`, { key })).body as Contact

async function eventsOf({ email }: Contact, type = 'contact.unsubscribed'): Promise<Event[]> {
  const { body } = await call(service.url, 'GET', `/v1/events?type=${type}&limit=100`, { key })
  const events = (body.data as Event[]).filter(({ data }) => (data as { email: string }).email === email)
  expect(events.map(eventFindings)).toEqual(events.map(() => undefined))
  return events
}

/** As a browser does, or as a mail program does (RFC 8058). */
const open = (path: string) => call(service.url, 'GET', path, { headers: { Accept: 'text/html' } })
const post = (path: string, raw: string): Promise<ApiReply> =>
  call(service.url, 'POST', path, {
    raw,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
const oneClick = (path: string) => post(path, 'List-Unsubscribe=One-Click')

const signed = () => subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '')
const linkOf = ({ id }: Contact, logId: Uuid, of = workspaceId) =>
  signed().contactUnsubscribeUrl({ workspaceId: of, contactId: fromTypeId('con', id), logId })

async function mailTo(contact: Contact, campaignId: Uuid) {
  const contactId = fromTypeId('con', contact.id)
  return insertCampaignMail(service.sql, {
    workspaceId,
    projectId,
    campaignId,
    contactId,
    email: contact.email,
    status: 'delivered',
  })
}

describe('by the API', () => {
  test('keeps the first time, and opts in again', async () => {
    const made = await put('api@example.com')
    expect(made.unsubscribed_at).toBeNull()
    const out = await put('api@example.com', { unsubscribed: true })
    expect(out.unsubscribed_at).toEqual(expect.any(String))
    expect(out.updated_at).toBe(out.unsubscribed_at)
    expect(await put('api@example.com', { unsubscribed: true })).toMatchObject({
      unsubscribed_at: out.unsubscribed_at,
    })
    const renamed = await put('api@example.com', { name: 'Ada' })
    expect(renamed).toMatchObject({ name: 'Ada', unsubscribed_at: out.unsubscribed_at })
    expect(await shown(made)).toEqual(renamed)
    const listed = await call(service.url, 'GET', '/v1/contacts?email=api@example.com', { key })
    expect(listed.body.data).toEqual([renamed])
    for (const again of ['first', 'second'])
      expect((await put('api@example.com', { unsubscribed: false })).unsubscribed_at, again).toBeNull()
    expect(await put('never@example.com', { unsubscribed: false })).toMatchObject({ unsubscribed_at: null })
    expect(await eventsOf(made, 'contact.resubscribed')).toMatchObject([{ data: { source: 'api' } }])
    expect(await eventsOf(made)).toMatchObject([
      {
        project_id: tenant.liveProject,
        environment: 'live',
        data: {
          contact_id: made.id,
          source: 'api',
          campaign_id: null,
          message_id: null,
          log_id: null,
        },
      },
    ])
  })

  test('makes a contact that has opted out, and many at once record it once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => put('fresh@example.com', { unsubscribed: true })),
    )
    expect(new Set(replies.map(({ unsubscribed_at }) => unsubscribed_at)).size).toBe(1)
    expect(replies[0]?.unsubscribed_at).not.toBeNull()
    expect(await eventsOf(replies[0] as Contact)).toHaveLength(1)
  })

  test('is not undone by a subscription to a list, nor ends one', async () => {
    const optIn = { url: service.url, key, project: tenant.liveProject }
    const out = await put('lists@example.com', { unsubscribed: true })
    const { subscription } = await ask(optIn, await addList(optIn), 'lists@example.com')
    expect(subscription.status).toBe('pending')
    expect(await shown(out)).toMatchObject({ unsubscribed_at: out.unsubscribed_at })
  })
})

describe('by the link in a campaign’s mail', () => {
  test('asks first, then opts out once, and counts it', async () => {
    const contact = await put('page@example.com')
    const campaign = await insertCampaign(service.sql, workspaceId, projectId)
    const { logId, messageId } = await mailTo(contact, campaign)
    const path = linkOf(contact, logId)
    const asked = await open(path)
    expect([asked.status, asked.text.includes('<bdi>page@example.com</bdi>')]).toEqual([200, true])
    expect(asked.text).toContain('Unsubscribe from newsletters?')
    expect((await shown(contact)).unsubscribed_at).toBeNull()

    const pressed = await post(path, '')
    expect([pressed.status, pressed.text.includes('You have unsubscribed from newsletters')]).toEqual([
      200,
      true,
    ])
    const { unsubscribed_at } = await shown(contact)
    expect(unsubscribed_at).not.toBeNull()
    await Promise.all([oneClick(path), post(path, ''), oneClick(path)])
    expect((await open(path)).text).toContain('You have unsubscribed from newsletters')
    expect((await shown(contact)).unsubscribed_at).toBe(unsubscribed_at)
    expect(await campaignFigures(service.sql, campaign)).toMatchObject({ unsubscribed: 1, complained: 0 })
    expect(await eventsOf(contact)).toMatchObject([
      {
        data: {
          source: 'page',
          campaign_id: toTypeId('cmp', campaign),
          message_id: toTypeId('msg', messageId),
          log_id: toTypeId('log', logId),
        },
      },
    ])
  })

  test('of many at once in one click, all are counted', async () => {
    const campaign = await insertCampaign(service.sql, workspaceId, projectId)
    const contacts = await Promise.all(Array.from({ length: 5 }, (_, n) => put(`many${n}@example.com`)))
    const paths: string[] = []
    for (const contact of contacts) paths.push(linkOf(contact, (await mailTo(contact, campaign)).logId))
    const replies = await Promise.all(paths.map(oneClick))
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200))
    expect(await campaignFigures(service.sql, campaign)).toMatchObject({ unsubscribed: 5 })
    expect(await eventsOf(contacts[0] as Contact)).toMatchObject([{ data: { source: 'one_click' } }])
  })

  test('works after its log is gone, and after its campaign is', async () => {
    const contact = await put('late@example.com')
    expect((await oneClick(linkOf(contact, newUuid()))).status).toBe(200)
    expect(await eventsOf(contact)).toMatchObject([
      { data: { source: 'one_click', campaign_id: null, message_id: null, log_id: null } },
    ])
    const other = await put('later@example.com')
    const deleted = newUuid()
    expect((await oneClick(linkOf(other, (await mailTo(other, deleted)).logId))).status).toBe(200)
    expect((await shown(other)).unsubscribed_at).not.toBeNull()
    expect(await campaignFigures(service.sql, deleted)).toMatchObject({ unsubscribed: 0 })
  })

  test('is no failure for who is gone, and does nothing in another workspace', async () => {
    const contact = await put('gone@example.com')
    const elsewhere = linkOf(contact, newUuid(), newWorkspaceId())
    expect((await post(elsewhere, '')).text).toContain('You are no longer a recipient')
    expect((await shown(contact)).unsubscribed_at).toBeNull()
    await service.sql.query('delete from contacts where workspace_id = $1 and id = $2', [
      workspaceId,
      fromTypeId('con', contact.id),
    ])
    const path = linkOf(contact, newUuid())
    expect([(await open(path)).status, (await post(path, '')).status, (await oneClick(path)).status]).toEqual(
      [200, 200, 200],
    )
    expect(await eventsOf(contact)).toEqual([])
  })

  test('to a list ends the subscription, with the campaign in its event, and counts once', async () => {
    const optIn = { url: service.url, key, project: tenant.liveProject }
    const email = 'listed@example.com'
    const { subscription } = await ask(optIn, await addList(optIn), email)
    const campaign = await insertCampaign(service.sql, workspaceId, projectId)
    const contact = await put(email)
    const { logId } = await mailTo(contact, campaign)
    const subscriptionId = fromTypeId('sub', subscription.id)
    const path = signed().unsubscribeUrl({ workspaceId, subscriptionId, logId })
    expect((await oneClick(path)).status).toBe(200)
    expect((await oneClick(path)).status).toBe(200)
    const events = await eventsOf(contact, 'message.unsubscribed')
    expect(events).toMatchObject([{ data: { campaign_id: toTypeId('cmp', campaign), email } }])
    expect(await campaignFigures(service.sql, campaign)).toMatchObject({ unsubscribed: 1 })
    expect((await shown(contact)).unsubscribed_at).toBeNull()
  })
})

test('the link of a preview does nothing, and says so', async () => {
  const path = '/subscriptions/unsubscribe/preview'
  for (const reply of [await open(path), await post(path, ''), await oneClick(path)]) {
    expect([reply.status, reply.text.includes('This is a preview')]).toEqual([200, true])
  }
})
