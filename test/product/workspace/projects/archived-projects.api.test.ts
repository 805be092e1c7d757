import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { automationCalls } from '../../../support/automations/automation-calls.js'
import { campaignCalls } from '../../../support/campaigns/campaign-calls.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { untilWaiting } from '../../../support/database/lock-waits.js'
import { messageFor, send } from '../../../support/messages/messages.js'
import { addList, ask, confirmPath, press } from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Projects that are renamed, archived and taken back into use. Nothing new is sent from an archived one. */

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

const projectCalls = (key: string) => ({
  get: (id: string) => call(service.url, 'GET', `/v1/projects/${id}`, { key }),
  update: (id: string, body: object) => call(service.url, 'PATCH', `/v1/projects/${id}`, { key, body }),
  list: async (query = '') => {
    const { body } = await call(service.url, 'GET', `/v1/projects${query}`, { key })
    return (body.data as { id: string }[]).map(({ id }) => id)
  },
})
const codeOf = ({ status, body }: ApiReply) => [status, body?.error?.code]
const invalidState = [409, 'invalid_state']
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function given() {
  const tenant = await addTenant(service)
  return { tenant, projects: projectCalls(await tenant.session('admin')) }
}

describe('a project', () => {
  test('gets a name of one line, and stays as it is otherwise', async () => {
    const { tenant, projects } = await given()
    const before = (await projects.get(tenant.liveProject)).body
    const renamed = await projects.update(tenant.liveProject, { name: ' Shop\u202e  EU ' })
    expect(renamed.body).toEqual({ ...before, name: 'Shop EU' })
    expect((await projects.get(tenant.liveProject)).body).toEqual(renamed.body)
    const empty = await projects.update(tenant.liveProject, { name: '\u202e' })
    expect(empty.body.error.details).toMatchObject([{ path: '/body/name', code: 'empty' }])
  })

  test('is archived and taken back, and listed as such', async () => {
    const { tenant, projects } = await given()
    const archived = await projects.update(tenant.liveProject, { archived: true })
    expectOfThisTest(archived.body.archived_at as string)
    const again = await projects.update(tenant.liveProject, { archived: true, name: 'Old' })
    expect(again.body).toEqual({ ...archived.body, name: 'Old' })
    expect(await projects.list('?archived=true')).toEqual([tenant.liveProject])
    expect(await projects.list('?archived=false')).toEqual([tenant.testProject])
    expect((await projects.list()).length).toBe(2)
    const back = await projects.update(tenant.liveProject, { archived: false })
    expect(back.body.archived_at).toBeNull()
    expect(await projects.list('?archived=true')).toEqual([])
  })

  test('of another workspace, or of an environment that the key does not see, is not there', async () => {
    const [{ tenant, projects }, other] = [await given(), await given()]
    const held = projectCalls(await tenant.key({ restrictions: { environment: 'test' } }))
    for (const [calls, id] of [
      [projects, other.tenant.liveProject],
      [held, tenant.liveProject],
    ] as const) {
      expect(codeOf(await calls.get(id))).toEqual([404, 'not_found'])
      expect(codeOf(await calls.update(id, { name: 'x' }))).toEqual([404, 'not_found'])
    }
    expect((await held.update(tenant.testProject, { name: 'x' })).status).toBe(200)
  })

  test('is changed by a key that could send from it, and by no other', async () => {
    const { tenant } = await given()
    const reader = projectCalls(await tenant.key({ scopes: ['reports:read', 'contacts:*'] }))
    const tracking = { opens: true, clicks: true }
    for (const change of [
      { archived: true },
      { archived: false },
      { name: 'x' },
      { tracking },
      { pages: {} },
    ]) {
      expect(codeOf(await reader.update(tenant.liveProject, change))).toEqual([403, 'insufficient_scope'])
    }
    const sender = projectCalls(await tenant.key({ scopes: ['messages:send'] }))
    expect((await sender.update(tenant.liveProject, { archived: true })).status).toBe(200)
  })
})

describe('from an archived project', () => {
  test('no message is sent, single or in a batch, until it is taken back', async () => {
    const { tenant, projects } = await given()
    const { liveProject: project, testProject: inUse } = tenant
    const keys = [await tenant.key(), await tenant.key({ project })]
    const sendAs = (key: string) =>
      call(service.url, 'POST', '/v1/messages', { key, body: messageFor(project) })
    for (const key of keys) expect((await sendAs(key)).status).toBe(202)
    await projects.update(project, { archived: true })
    for (const key of keys) {
      const refused = await sendAs(key)
      expect(codeOf(refused)).toEqual(invalidState)
      expect(refused.body.error.message).toContain(`${project} is archived`)
    }
    const items = [project, inUse].map((id) => ({ idempotency_key: randomUUID(), message: messageFor(id) }))
    const batch = await call(service.url, 'POST', '/v1/messages/batch', { key: keys[0], body: { items } })
    expect(batch.body.data).toMatchObject([
      { status: 'rejected', error: { status: 409, code: 'invalid_state' } },
      { status: 'accepted' },
    ])
    await projects.update(project, { archived: false })
    for (const key of keys) expect((await sendAs(key)).status).toBe(202)
  })

  test('what was accepted is answered again under its idempotency key, is queued and can be read', async () => {
    const { tenant, projects } = await given()
    const key = await tenant.key({ project: tenant.liveProject })
    const body = messageFor(tenant.liveProject)
    const item = { idempotency_key: randomUUID(), message: body }
    const headers = { 'Idempotency-Key': randomUUID() }
    const sendOnce = () => call(service.url, 'POST', '/v1/messages', { key, body, headers })
    const batchOnce = () => call(service.url, 'POST', '/v1/messages/batch', { key, body: { items: [item] } })
    const scheduled = await send(service.url, key, tenant.liveProject, { scheduled_at: tomorrow() })
    const [first, batch] = [await sendOnce(), await batchOnce()]
    await projects.update(tenant.liveProject, { archived: true })
    const again = await sendOnce()
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      202,
      'true',
      first.body,
    ])
    expect((await batchOnce()).body.data[0]).toMatchObject({
      replayed: true,
      message: batch.body.data[0].message,
    })
    const { rows } = await service.sql.query('select 1 from delivery_queue where workspace_id = $1', [
      tenant.workspaceId,
    ])
    expect(rows).toHaveLength(3)
    for (const path of [
      '/v1/messages',
      '/v1/message-logs',
      '/v1/events',
      `/v1/messages/${scheduled}/content`,
    ]) {
      expect((await call(service.url, 'GET', path, { key })).status, path).toBe(200)
    }
    const cancelled = await call(service.url, 'POST', `/v1/messages/${scheduled}/cancel`, { key })
    expect(cancelled.body.status).toBe('cancelled')
  })

  test('nobody is asked to opt in, and whoever was asked may confirm', async () => {
    const { tenant, projects } = await given()
    const optIn = { url: service.url, key: await tenant.key(), project: tenant.liveProject }
    const list = await addList(optIn)
    const asked = await ask(optIn, list, 'ada@example.com')
    await projects.update(tenant.liveProject, { archived: true })
    const refused = await call(service.url, 'POST', `/v1/subscriber-lists/${list}/subscriptions`, {
      key: optIn.key,
      body: { email: 'eva@example.com' },
    })
    expect(codeOf(refused)).toEqual(invalidState)
    const contacts = await call(service.url, 'GET', '/v1/contacts', { key: optIn.key })
    expect(contacts.body.data).toMatchObject([{ email: 'ada@example.com' }])
    expect((await press(optIn, await confirmPath(optIn, asked.message_id))).status).toBe(200)
  })

  test('no campaign is scheduled, tested or tried again', async () => {
    const { tenant, projects } = await given()
    const campaigns = await campaignCalls(service, tenant)
    const [draft, sent] = [await campaigns.made(), await campaigns.made()]
    await campaigns.set(fromTypeId('cmp', sent), { status: 'sent', completed_at: new Date() })
    await projects.update(tenant.testProject, { archived: true })
    for (const reply of [
      await campaigns.schedule(draft),
      await campaigns.schedule(draft, tomorrow()),
      await campaigns.post(draft, 'test', { to: ['ada@example.com'] }),
      await campaigns.post(sent, 'retry'),
    ]) {
      expect(codeOf(reply)).toEqual(invalidState)
      expect(reply.body.error.message).toContain('is archived')
    }
    expect((await campaigns.update(draft, { name: 'Later' })).body.status).toBe('draft')
    await projects.update(tenant.testProject, { archived: false })
    expect((await campaigns.schedule(draft, tomorrow())).body.status).toBe('scheduled')
  })

  test('no automation becomes active, and none is triggered', async () => {
    const { tenant, projects } = await given()
    const automations = await automationCalls(service, tenant)
    const contact = await automations.contact('ada@example.com')
    const [draft, paused] = [await automations.made(), await automations.published()]
    await automations.pause(paused)
    await projects.update(tenant.testProject, { archived: true })
    for (const reply of [
      await automations.publish(draft),
      await automations.resume(paused),
      await automations.trigger(paused, contact),
    ]) {
      expect(codeOf(reply)).toEqual(invalidState)
      expect(reply.body.error.message).toContain('is archived')
    }
    expect((await automations.get(draft)).body.status).toBe('draft')
    await projects.update(tenant.testProject, { archived: false })
    expect((await automations.resume(paused)).body.status).toBe('active')
    expect((await automations.trigger(paused, contact)).body.outcome).toBe('started')
  })
})

describe('a project is not archived', () => {
  test('while a campaign is scheduled, being sent or paused', async () => {
    const { tenant, projects } = await given()
    const campaigns = await campaignCalls(service, tenant)
    const id = await campaigns.made()
    await campaigns.schedule(id, tomorrow())
    for (const status of ['scheduled', 'sending', 'paused']) {
      await campaigns.set(fromTypeId('cmp', id), { status })
      const refused = await projects.update(tenant.testProject, { archived: true, name: 'Old' })
      expect(codeOf(refused)).toEqual(invalidState)
      expect(refused.body.error.message).toContain(id)
    }
    expect((await projects.get(tenant.testProject)).body).toMatchObject({
      archived_at: null,
      name: 'Test project',
    })
    // It is of one project only, and does not keep from renaming.
    expect((await projects.update(tenant.liveProject, { archived: true })).status).toBe(200)
    expect((await projects.update(tenant.testProject, { name: 'New' })).status).toBe(200)
    for (const status of ['draft', 'sent', 'cancelled']) {
      await campaigns.set(fromTypeId('cmp', id), { status })
      expect((await projects.update(tenant.testProject, { archived: true })).status).toBe(200)
      await projects.update(tenant.testProject, { archived: false })
    }
  })

  test('while an automation is active', async () => {
    const { tenant, projects } = await given()
    const automations = await automationCalls(service, tenant)
    const id = await automations.published()
    const refused = await projects.update(tenant.testProject, { archived: true })
    expect(codeOf(refused)).toEqual(invalidState)
    expect(refused.body.error.message).toContain(id)
    await automations.pause(id)
    expect((await projects.update(tenant.testProject, { archived: true })).status).toBe(200)
  })

  /** Whoever is first, the other one is refused. */
  const atOnce = async (tenant: Tenant, sets: () => Promise<ApiReply>, archive: () => Promise<ApiReply>) => {
    // Another transaction has the project locked, so that both have looked at everything else when they go on.
    const blocker = await service.sql.connect()
    try {
      await blocker.query('begin')
      // On the machine of the workspace, where there are several: there the two lock it.
      await blocker.query(
        `select from workspaces join projects on projects.workspace_id = workspaces.id
         where workspaces.id = $1 and projects.id = $2 for update of projects`,
        [tenant.workspaceId, fromTypeId('prj', tenant.testProject)],
      )
      const both = Promise.all([sets(), archive()])
      await untilWaiting(service.sql, 'both to wait', 2, 'projects')
      await blocker.query('commit')
      const [set, archived] = await both
      expect([set.status, archived.status].sort()).toEqual([200, 409])
    } finally {
      blocker.release()
    }
  }

  test('at the moment in which a campaign is scheduled', async () => {
    const { tenant, projects } = await given()
    const campaigns = await campaignCalls(service, tenant)
    const id = await campaigns.made()
    const archive = () => projects.update(tenant.testProject, { archived: true })
    await atOnce(tenant, () => campaigns.schedule(id, tomorrow()), archive)
  })

  test('at the moment in which an automation is published, or resumed', async () => {
    const { tenant, projects } = await given()
    const automations = await automationCalls(service, tenant)
    const id = await automations.made()
    const archive = () => projects.update(tenant.testProject, { archived: true })
    await atOnce(tenant, () => automations.publish(id), archive)
    await projects.update(tenant.testProject, { archived: false })
    if ((await automations.get(id)).body.status === 'draft') await automations.publish(id)
    await automations.pause(id)
    await atOnce(tenant, () => automations.resume(id), archive)
  })
})
