import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import {
  campaignCalls,
  newsletter,
  type CampaignCalls,
} from '../../../../support/campaigns/campaign-calls.js'
import type { TestService } from '../../../../support/service/service.js'
import { sharedApi } from '../../../../support/service/shared-service.js'
import { refusalOf } from '../../../../support/templates/template-calls.js'
import { signIn } from '../../../../support/workspace/sessions.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Tests a campaign's mail as a contact would get it, the recipients, and test mails. */

let service: TestService
let tenant: Tenant
let key: string
let campaigns: CampaignCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  campaigns = await campaignCalls(service, tenant)
})

const inert = () => `http://localhost:${new URL(service.url).port}/subscriptions/unsubscribe/preview`

interface Made {
  readonly project: string
  readonly id: string
  readonly contact: (fields?: object) => Promise<string>
}

/** A campaign in a project of its own. */
async function inProject(fields: object = {}, content: object = {}): Promise<Made> {
  const project = await tenant.project('test')
  const template = await campaigns.templates.published({ ...newsletter, ...content })
  return {
    project,
    id: await campaigns.made({ project_id: project, template: { template_id: template }, ...fields }),
    contact: async (more = {}) => {
      const body = { project_id: project, email: `${newUuid()}@example.com`, ...more }
      return (await call(service.url, 'PUT', '/v1/contacts', { key, body })).body.id as string
    },
  }
}

const preview = async (id: string, contact?: string) =>
  campaigns.post(id, 'preview', contact === undefined ? {} : { contact_id: contact })

describe('the mail', () => {
  test('is as the contact gets it, with a link that does nothing', async () => {
    const content = {
      subject: '{{ code }} for {{ plan }}',
      variables: [{ name: 'code' }, { name: 'plan' }, { name: 'city', default: 'Bonn' }],
      text: '{{ contact.name }} {{ city }} {{ unsubscribe_url }}',
      locales: { de: { subject: 'Neues', text: 'Tschüs: {{ unsubscribe_url }}' } },
    }
    const { id, contact } = await inProject(
      { variables: { code: 'X' }, from_name: 'Own', reply_to: [{ email: 'a@shop.example' }] },
      content,
    )
    const ada = await contact({ name: 'Ada', properties: { plan: 'pro' } })
    const { status, body } = await preview(id, ada)
    expect([status, body.recipient]).toEqual([
      200,
      { contact_id: ada, included: true, reason: null, path: null },
    ])
    expect(body.mail).toMatchObject({
      version: 1,
      subject: 'X for pro',
      html: `<p>Hello Ada, <a href="${inert()}">leave</a></p>`,
      text: `Ada Bonn ${inert()}`,
      headers: { From: 'Own <news@shop.example>', 'Reply-To': 'a@shop.example', Subject: 'X for pro' },
    })
    const german = await contact({ properties: { locale: 'de-AT', plan: 'x' } })
    expect((await preview(id, german)).body.mail).toMatchObject({ locale: 'de', text: `Tschüs: ${inert()}` })
    const refused = await preview(id, await contact())
    expect([...refusalOf(refused), refused.body.error.message]).toEqual([
      422,
      'template_render_failed',
      '/variables/plan',
      'missing_variable',
      'The template could not be rendered: plan is missing.',
    ])
  })

  test('is for somebody of the audience, or for nobody', async () => {
    const { id, contact, project } = await inProject(
      {},
      { text: '{{ plan }} {{ unsubscribe_url }}', variables: [{ name: 'plan' }] },
    )
    const empty = (await preview(id)).body
    expect([empty.recipient, empty.mail.text]).toEqual([null, `[plan] ${inert()}`])
    const pro = await contact({ properties: { plan: 'pro' } })
    await contact({ properties: { plan: 'free' } })
    await contact({ properties: { plan: 'pro' }, unsubscribed: true })
    await campaigns.update(id, {
      audience: {
        segment_id: await campaigns.segment(project, { property: { name: 'plan', op: 'eq', value: 'pro' } }),
      },
    })
    expect((await preview(id)).body.recipient).toMatchObject({ contact_id: pro, included: true })
    const { status, body } = await campaigns.post(id, 'preview')
    expect([status, body.recipient.contact_id]).toEqual([200, pro])
  })

  test('is for contacts of the project only', async () => {
    const [one, two] = [await inProject(), await inProject()]
    const refused = [422, 'validation_failed', '/body/contact_id', 'not_found']
    expect(refusalOf(await preview(one.id, await two.contact()))).toEqual(refused)
    expect(
      refusalOf(
        await campaigns.post(one.id, 'test', { to: ['a@example.com'], contact_id: await two.contact() }),
      ),
    ).toEqual(refused)
  })
})

describe('who gets it', () => {
  test('list, consent, segments and suppressions, in this order', async () => {
    const { id, contact, project } = await inProject()
    const email = `${newUuid()}@example.com`
    const ada = await contact({ email, properties: { plan: 'free', blocked: true } })
    const decided = async () => {
      const { included, reason, path } = (await preview(id, ada)).body.recipient
      return included === true ? 'included' : [reason, path]
    }
    const list = (
      await call(service.url, 'POST', '/v1/subscriber-lists', {
        key,
        body: { project_id: project, name: 'News', from_email: 'news@shop.example' },
      })
    ).body.id as string
    const inside = await campaigns.segment(project, {
      all: [
        { property: { name: 'plan', op: 'exists', value: true } },
        { property: { name: 'plan', op: 'eq', value: 'pro' } },
      ],
    })
    const outside = await campaigns.segment(project, {
      any: [{ property: { name: 'blocked', op: 'eq', value: true } }],
    })
    await call(service.url, 'POST', '/v1/compliance/suppressions', { key, body: { email } })
    await campaigns.update(id, {
      audience: { list_id: list, segment_id: inside, exclude_segment_id: outside },
    })
    await contact({ email, unsubscribed: true })
    expect(await decided()).toEqual(['not_confirmed', null])
    await service.sql.query(
      `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
         round_started_at, requested_at)
       values ($1, $2, $3, $4, 'test', $5, $6, $6, 'confirmed', now(), now())`,
      [
        tenant.workspaceId,
        newUuid(),
        fromTypeId('lst', list),
        fromTypeId('prj', project),
        fromTypeId('con', ada),
        email,
      ],
    )
    expect(await decided()).toEqual(['opted_out', null])
    await contact({ email, unsubscribed: false })
    expect(await decided()).toEqual(['not_in_segment', '/all/1/property'])
    await contact({ email, properties: { plan: 'pro' } })
    expect(await decided()).toEqual(['excluded_by_segment', '/any/0/property'])
    await contact({ email, properties: { blocked: false } })
    expect(await decided()).toEqual(['manual', null])
    await service.sql.query('delete from suppressions where workspace_id = $1', [tenant.workspaceId])
    expect(await decided()).toBe('included')
    // The only one of the list is whom it is shown for.
    expect((await preview(id)).body.recipient.contact_id).toBe(ada)
  })
})

test('one that has started keeps the rules of its start', async () => {
  const { id, contact } = await inProject()
  const ada = await contact({ properties: { plan: 'free' } })
  const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
  const uuid = fromTypeId('cmp', id)
  await campaigns.set(uuid, {
    status: 'sent',
    rules: JSON.stringify({ include: rule, exclude: null }),
    segment_id: newUuid(),
  })
  expect((await preview(id, ada)).body.recipient).toMatchObject({
    reason: 'not_in_segment',
    path: '/property',
  })
})

describe('test mails', () => {
  test('are mails of their own, one for each address', async () => {
    const { id, contact } = await inProject({ category: 'news' })
    const ada = await contact({ name: 'Ada' })
    const to = [`${newUuid()}@example.com`, 'Tester@EXAMPLE.com']
    const headers = { 'Idempotency-Key': newUuid() }
    const first = await campaigns.post(id, 'test', { to, contact_id: ada }, headers)
    expect(first.status, first.text).toBe(202)
    const messages = first.body.messages as { id: string; recipients: { email: string; status: string }[] }[]
    expect(messages.map(({ recipients }) => recipients.map(({ email }) => email))).toEqual([
      [to[0]],
      ['Tester@example.com'],
    ])
    const shown = (await preview(id, ada)).body.mail as object
    for (const message of messages) {
      const { body } = await call(service.url, 'GET', `/v1/messages/${message.id}/content`, { key })
      expect(body).toMatchObject({ content_sha256: (shown as { content_sha256: string }).content_sha256 })
      const { body: stored } = await call(service.url, 'GET', `/v1/messages/${message.id}`, { key })
      expect(stored).toMatchObject({ category: 'news', campaign_id: null, template: { version: 1 } })
    }
    const again = await campaigns.post(id, 'test', { to, contact_id: ada }, headers)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    expect((await campaigns.stats(id)).body.recipients).toBe(0)
  })

  test('are for whom it is shown for, and not for who is suppressed', async () => {
    const { id, contact } = await inProject()
    await contact({ name: 'Eve' })
    const email = `${newUuid()}@example.com`
    await call(service.url, 'POST', '/v1/compliance/suppressions', { key, body: { email } })
    const { body } = await campaigns.post(id, 'test', { to: [email] })
    expect(body.messages[0].recipients[0].status).toBe('suppressed')
    const { body: content } = await call(
      service.url,
      'GET',
      `/v1/messages/${body.messages[0].id as string}/content`,
      { key },
    )
    expect(content.text).toContain('Hello Eve')
  })

  test('of a live campaign go to users where a member sends them, and to anybody where an admin does', async () => {
    const project = await tenant.project('live')
    const template = await campaigns.templates.published(newsletter)
    const id = await campaigns.made({ project_id: project, template: { template_id: template } })
    const user = await signIn(service, tenant.workspaceId, 'member')
    const stranger = `${newUuid()}@example.com`
    const other = await signIn(service, (await addTenant(service)).workspaceId, 'member')
    const ask = (to: string[], by: string) =>
      call(service.url, 'POST', `/v1/campaigns/${id}/test`, { key: by, body: { to } })
    for (const to of [stranger, other.email]) {
      const refused = await ask([user.email, to], user.token)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
      expect(refused.body.error.message).toContain(to)
    }
    expect((await ask([user.email.toUpperCase()], user.token)).status).toBe(202)
    expect((await ask([stranger], await tenant.session('admin'))).status).toBe(202)
    const tests = await inProject()
    const body = { to: [stranger] }
    const ofTests = await call(service.url, 'POST', `/v1/campaigns/${tests.id}/test`, {
      key: user.token,
      body,
    })
    expect(ofTests.status, ofTests.text).toBe(202)
  })

  test('an address once', async () => {
    const { id } = await inProject()
    expect(refusalOf(await campaigns.post(id, 'test', { to: ['a@example.com', 'A@example.com'] }))).toEqual([
      422,
      'validation_failed',
      '/body/to/1',
      'duplicate',
    ])
  })

  test('at most twenty an hour, and none while sending is halted', async () => {
    const alone = await addTenant(service)
    const calls = await campaignCalls(service, alone)
    const id = await calls.made()
    const halted = (value: string) =>
      service.sql.query(`update workspaces set halted_at = ${value} where id = $1`, [alone.workspaceId])
    const send = (count: number) =>
      calls.post(id, 'test', { to: Array.from({ length: count }, (_, at) => `t${at}@example.com`) })
    await halted('now()')
    expect((await send(5)).body.error.code).toBe('sending_halted')
    await halted('null')
    for (const count of [5, 5, 5, 4]) expect((await send(count)).status).toBe(202)
    const refused = await send(2)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    // What was refused was not counted.
    expect((await send(1)).status).toBe(202)
    expect((await send(1)).status).toBe(429)
  })
})
