import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** Publishing: one version at a time, and what others are told of it. */

let service: TestService
let tenant: Tenant
let key: string
let calls: TemplateCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  calls = templateCalls(service.url, await tenant.session('admin'))
})

interface PublishedEvent {
  readonly project_id: string | null
  readonly environment: string | null
  readonly data: {
    readonly template_id: string
    readonly version: number
    readonly previous_version: number | null
  }
}

/** Newest first. */
async function eventsOf(id: string): Promise<PublishedEvent[]> {
  const { body } = await call(service.url, 'GET', '/v1/events?type=template.published&limit=100', { key })
  return (body.data as PublishedEvent[]).filter(({ data }) => data.template_id === id)
}

describe('publishing', () => {
  test('makes a version the one that sends use, and an older one again', async () => {
    const id = await calls.made({ name: 'Receipt' })
    await calls.createVersion(id)
    const { body: before } = await calls.get(id)
    const second = await calls.publish(id, 2)
    expect(second.status, second.text).toBe(200)
    expect(second.body).toEqual({ ...before, published_version: 2, updated_at: second.body.updated_at })
    expect(second.body.updated_at > before.updated_at).toBe(true)
    expect((await calls.publish(id, 1)).body).toMatchObject({ published_version: 1, latest_version: 2 })
    // It says when it was last published, and is no longer.
    const { body: version } = await calls.version(id, 2)
    expect(version.published_at).toBe(second.body.updated_at)
    const data = { template_id: id, name: 'Receipt' }
    const found = await eventsOf(id)
    expect(found).toMatchObject([
      { project_id: null, environment: null, data: { ...data, version: 1, previous_version: 2 } },
      { project_id: null, environment: null, data: { ...data, version: 2, previous_version: null } },
    ])
  })

  test('the published version again changes nothing', async () => {
    const id = await calls.published()
    const [{ body: template }, { body: version }] = [await calls.get(id), await calls.version(id, 1)]
    const again = await calls.publish(id, 1)
    expect([again.status, again.body]).toEqual([200, template])
    expect((await calls.version(id, 1)).body).toEqual(version)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('a version that is not there changes nothing', async () => {
    const id = await calls.published()
    expect((await calls.publish(id, 2)).status).toBe(404)
    expect((await calls.get(id)).body.published_version).toBe(1)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('at once, many times, has an event for each change', async () => {
    const id = await calls.made()
    await calls.createVersion(id)
    await calls.createVersion(id)
    const versions = Array.from({ length: 24 }, (_, index) => (index % 3) + 1)
    const replies = await Promise.all(versions.map((version) => calls.publish(id, version)))
    expect(replies.map(({ status }) => status)).toEqual(versions.map(() => 200))
    replies.forEach(({ body }, index) => expect(body.published_version).toBe(versions[index]))
    const found = (await eventsOf(id)).map(({ data }) => data)
    // Each goes on where another one ended.
    expect(found.filter((data) => data.previous_version === null)).toHaveLength(1)
    for (const data of found) expect(data.version).not.toBe(data.previous_version)
    const from = (version: number) => found.filter((data) => data.previous_version === version).length
    const to = (version: number) => found.filter((data) => data.version === version).length
    const { body: template } = await calls.get(id)
    for (const version of [1, 2, 3]) {
      expect(to(version) - from(version)).toBe(template.published_version === version ? 1 : 0)
    }
  })
})

describe('template.published', () => {
  const subscribed = async (fields: Parameters<typeof subscribe>[2]) =>
    (await subscribe(service.url, key, { events: ['template.published'], ...fields })).id

  test('is queued for the subscriptions that want it', async () => {
    const all = await subscribed({})
    const any = await subscribed({ events: ['*'] })
    const ofLive = await subscribed({ project_id: tenant.liveProject })
    const ofTests = await subscribed({ environment: 'test' })
    await subscribed({ events: ['message.accepted'] })
    const takenBy = async (id: string) => {
      const { rows } = await service.sql.query<{ subscription: string }>(
        `select subscription.url as subscription from events event
         join webhook_deliveries delivery on delivery.workspace_id = event.workspace_id and delivery.event_id = event.id
         join webhook_subscriptions subscription
           on subscription.workspace_id = event.workspace_id and subscription.id = delivery.webhook_id
         where event.workspace_id = $1 and event.data ->> 'template_id' = $2`,
        [tenant.workspaceId, id],
      )
      const { body } = await call(service.url, 'GET', '/v1/webhooks/status?limit=100', { key })
      const idOf = new Map((body.data as { id: string; url: string }[]).map(({ id, url }) => [url, id]))
      return rows.map(({ subscription }) => idOf.get(subscription)).sort()
    }
    const ofAll = await calls.published()
    expect(await takenBy(ofAll)).toEqual([all, any].sort())
    const inLive = await calls.published({ project_id: tenant.liveProject })
    expect(await takenBy(inLive)).toEqual([all, any, ofLive].sort())
    const inTests = await calls.published({ project_id: tenant.testProject })
    expect(await takenBy(inTests)).toEqual([all, any, ofTests].sort())
    expect((await eventsOf(inTests))[0]).toMatchObject({
      project_id: tenant.testProject,
      environment: 'test',
    })
  })

  test('of a project is seen by its keys, and of every project by those of the workspace', async () => {
    const [inLive, ofAll] = [
      await calls.published({ project_id: tenant.liveProject }),
      await calls.published(),
    ]
    const seenBy = async (by: string) => {
      const { text } = await call(service.url, 'GET', '/v1/events?limit=100', { key: by })
      return [inLive, ofAll].map((id) => text.includes(id))
    }
    expect(await seenBy(key)).toEqual([true, true])
    expect(await seenBy(await tenant.key({ project: tenant.liveProject }))).toEqual([true, false])
    expect(await seenBy(await tenant.key({ project: tenant.testProject }))).toEqual([false, false])
  })
})
