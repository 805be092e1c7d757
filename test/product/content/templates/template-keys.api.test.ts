import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { audienceOf } from '../../../support/audience/audience.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import {
  piece,
  plain,
  refusalOf,
  templateCalls,
  type TemplateCalls,
} from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Templates under API keys, such as those of a build that publishes them. */

let service: TestService
let tenant: Tenant
let session: TemplateCalls
/** Calls of a key of the live project, which has no other scope. */
let ofLive: TemplateCalls
/** Calls of a workspace key for test projects. */
let ofTest: TemplateCalls
let liveKey: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  const scopes = ['templates:*'] as const
  const calls = (key: string) => templateCalls(service.url, key)
  session = calls(await tenant.session('admin'))
  liveKey = await tenant.key({ project: tenant.liveProject, scopes })
  ofLive = calls(liveKey)
  ofTest = calls(await tenant.key({ scopes, restrictions: { environment: 'test' } }))
})

describe('a project key', () => {
  test('makes, publishes and deletes a template of its project without naming it', async () => {
    const made = await ofLive.create()
    expect([made.status, made.body.project_id]).toEqual([201, tenant.liveProject])
    const id = made.body.id as string
    expect((await ofLive.createVersion(id)).status).toBe(201)
    expect((await ofLive.publish(id, 2)).body.published_version).toBe(2)
    expect((await ofLive.rename(id, 'Invoice')).body.name).toBe('Invoice')
    expect((await ofLive.versions(id)).body.data).toHaveLength(2)
    expect((await ofLive.remove(id)).status).toBe(204)
  })

  test('makes none of every project, nor of another', async () => {
    for (const project_id of [null, tenant.testProject]) {
      expect(refusalOf(await ofLive.create({ project_id }))).toEqual([403, 'project_not_allowed'])
    }
  })

  test('reads what its sends can use, and no more', async () => {
    const own = await ofLive.made()
    const shared = await session.made()
    const other = await session.made({ project_id: tenant.testProject })
    const ids = ((await ofLive.page('?limit=100')).body.data as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([own, shared]))
    expect(ids).not.toContain(other)
    expect((await ofLive.version(shared, 1)).body.subject).toBe(plain.subject)
    for (const reply of [await ofLive.get(other), await ofLive.version(other, 1), await ofLive.uses(other)]) {
      expect(refusalOf(reply)).toEqual([404, 'not_found'])
    }
  })

  test('does not see who else uses a template of every project', async () => {
    const partial = await session.published(piece('partial', 'Bye.', { text: 'Bye.' }))
    const content = { text: `{% render '${partial}' %}` }
    const own = await ofLive.made(content)
    await session.made({ ...content, project_id: tenant.testProject, name: 'Secret' })
    const uses = (await ofLive.uses(partial)).body.templates as { template_id: string }[]
    expect(uses.map(({ template_id }) => template_id)).toEqual([own])
    expect((await session.uses(partial)).body.templates).toHaveLength(2)
  })

  test('is named as the author of its versions', async () => {
    const id = await ofLive.made()
    const author = (await ofLive.version(id, 1)).body.created_by as string
    const listed = (await ofLive.versions(id)).body.data[0].created_by as string
    expect([author.slice(0, 4), listed]).toEqual(['key_', author])
    await session.createVersion(id)
    expect((await ofLive.version(id, 2)).body.created_by).toMatch(/^usr_/)
  })

  test('shows a contact in a preview only if it may read contacts', async () => {
    const audience = audienceOf(service, tenant, await tenant.key())
    const contact_id = await audience.contact('ada@example.com', { name: 'Ada' })
    const id = await ofLive.made({ text: 'Dear {{ contact.name }}' })
    const preview = (key: string, path: string, fields: object) =>
      call(service.url, 'POST', `/v1/templates/${path}`, { key, body: { contact_id, ...fields } })
    const content = { subject: 'A', text: 'Dear {{ contact.name }}' }
    for (const [path, fields] of [
      [`${id}/preview`, {}],
      ['preview', { content }],
    ] as const) {
      expect(refusalOf(await preview(liveKey, path, fields))).toEqual([403, 'insufficient_scope'])
      const reader = await tenant.key({ project: tenant.liveProject })
      expect((await preview(reader, path, fields)).body.text).toBe('Dear Ada')
    }
  })
})

test('a template of every project is not for limited keys to change', async () => {
  const id = await session.published()
  for (const [calls, code] of [
    [ofLive, 'project_not_allowed'],
    [ofTest, 'environment_not_allowed'],
  ] as const) {
    const replies = [
      await calls.rename(id, 'Stolen'),
      await calls.createVersion(id),
      await calls.publish(id, 1),
      await calls.remove(id),
    ]
    for (const reply of replies) expect(refusalOf(reply)).toEqual([403, code])
  }
  expect((await session.get(id)).body).toMatchObject({ name: 'Receipt', latest_version: 1 })
})

test('a workspace key for test projects has to name one of them', async () => {
  expect(refusalOf(await ofTest.create())).toEqual([403, 'environment_not_allowed'])
  const refused = await ofTest.create({ project_id: tenant.liveProject })
  expect(refusalOf(refused)).toEqual([403, 'environment_not_allowed'])
  expect((await ofTest.create({ project_id: tenant.testProject })).status).toBe(201)
})
