import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Subscriber lists: made, changed and read, each key within what it is held to. */

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ scopes: ['contacts:*'] })
})

const lists = '/v1/subscriber-lists'
const confirmation = { subject: 'Confirm {{list_name}}', text: 'At {{confirm_url}}', html: null }

const create = (fields: Record<string, unknown> = {}, by = key): Promise<ApiReply> =>
  call(service.url, 'POST', lists, {
    key: by,
    body: { project_id: tenant.liveProject, name: 'News', from_email: 'news@shop.example', ...fields },
  })
const change = (id: string, body: unknown, by = key): Promise<ApiReply> =>
  call(service.url, 'PATCH', `${lists}/${id}`, { key: by, body })
const get = (path: string, by = key): Promise<ApiReply> => call(service.url, 'GET', path, { key: by })

const refusal = ({ status, body }: ApiReply): unknown[] => [
  status,
  body.error?.code,
  body.error?.details?.[0]?.path,
]

test('lists say how many people confirmed where it is asked for', async () => {
  const { body: made } = await create()
  await service.sql.query(
    `insert into subscriptions (workspace_id, id, list_id, project_id, environment, contact_id, email, address, status,
       round_started_at, requested_at)
     select $1, gen_random_uuid(), $2, $3, 'live', gen_random_uuid(), 'a', 'a' || n,
       case when n <= 3 then 'confirmed' when n = 4 then 'pending' else 'unsubscribed' end, now(), now()
     from generate_series(1, 5) n`,
    [tenant.workspaceId, fromTypeId('lst', made.id), fromTypeId('prj', tenant.liveProject)],
  )
  const { body: empty } = await create()
  const { body } = await get(`${lists}?limit=2&include=figures`)
  expect(body.data).toEqual([
    { ...empty, figures: { confirmed: { value: 0, exact: true } } },
    { ...made, figures: { confirmed: { value: 3, exact: true } } },
  ])
  expect((await get(`${lists}?limit=1`)).body.data).toEqual([empty])
})

describe('a list', () => {
  test('is created with words of its own, and read', async () => {
    const fields = { from_name: ' Example\u202e  Shop ', from_email: 'News@Shop.EXAMPLE', confirmation }
    const made = await create({ name: 'Product  news\u2028', ...fields })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      project_id: tenant.liveProject,
      environment: 'live',
      name: 'Product news',
      from_email: 'News@shop.example',
      from_name: 'Example Shop',
      confirmation,
    })
    expect(made.body.updated_at).toBe(made.body.created_at)
    expect((await get(`${lists}/${made.body.id}`)).body).toEqual(made.body)
  })

  test('asks in English where it has no words', async () => {
    const { body } = await create({ project_id: tenant.testProject })
    expect(body).toMatchObject({ environment: 'test', from_name: null })
    expect(body.confirmation.text).toContain('{{confirm_url}}')
    expect(body.confirmation.html).toContain('{{confirm_url}}')
  })

  test('keeps what a change leaves out', async () => {
    const { body: made } = await create({ from_name: 'Shop', confirmation })
    const renamed = await change(made.id, { name: 'Offers' })
    expect(renamed.status).toBe(200)
    expect(renamed.body).toEqual({ ...made, name: 'Offers', updated_at: renamed.body.updated_at })
    expect(renamed.body.updated_at > made.updated_at).toBe(true)
    const words = { subject: 'Now', text: '{{confirm_url}}', html: '<a href="{{confirm_url}}">Yes</a>' }
    const changed = await change(made.id, {
      from_name: null,
      from_email: 'a@shop.example',
      confirmation: words,
    })
    expect(changed.body).toMatchObject({ name: 'Offers', from_name: null, from_email: 'a@shop.example' })
    expect(changed.body.confirmation).toEqual(words)
    // Replaced as a whole.
    const { html: _, ...textOnly } = words
    expect((await change(made.id, { confirmation: textOnly })).body.confirmation.html).toBeNull()
    expect((await get(`${lists}/${made.id}`)).body.confirmation).toEqual({ ...textOnly, html: null })
  })

  test('is refused where its mail could not be confirmed, or its name not read', async () => {
    const { body: made } = await create()
    const without = { ...confirmation, text: 'Confirm!' }
    for (const refused of [
      () => create({ confirmation: without }),
      () => change(made.id, { confirmation: without }),
    ]) {
      expect(refusal(await refused())).toEqual([422, 'validation_failed', '/body/confirmation/text'])
    }
    const long = { ...confirmation, subject: '{{list_name}}'.repeat(30) }
    const short = await create({ confirmation: long })
    expect(short.status).toBe(201)
    expect(refusal(await change(short.body.id, { name: 'n'.repeat(100) }))).toEqual([
      422,
      'validation_failed',
      '/body/confirmation/subject',
    ])
    expect((await get(`${lists}/${short.body.id}`)).body.name).toBe('News')
    expect(refusal(await create({ name: '\u202e' }))).toEqual([422, 'validation_failed', '/body/name'])
  })
})

describe('lists', () => {
  test('come newest first, page by page, of the projects that a key sees', async () => {
    const own = await addTenant(service)
    const ownKey = await own.key()
    const ids: string[] = []
    for (const project of [own.liveProject, own.testProject, own.liveProject]) {
      ids.unshift((await create({ project_id: project }, ownKey)).body.id as string)
    }
    const idsOf = async (query: string, by = ownKey) =>
      (await get(`${lists}${query}`, by)).body.data.map(({ id }: { id: string }) => id) as string[]
    expect(await idsOf('')).toEqual(ids)
    const first = (await get(`${lists}?limit=2`, ownKey)).body
    expect(first).toMatchObject({ has_more: true })
    expect(await idsOf(`?limit=2&cursor=${first.next_cursor}`)).toEqual(ids.slice(2))
    expect(await idsOf(`?project_id=${own.testProject}`)).toEqual([ids[1]])
    const projectKey = await own.key({ project: own.liveProject })
    expect(await idsOf('', projectKey)).toEqual([ids[0], ids[2]])
    expect((await get(`${lists}?project_id=${own.testProject}`, projectKey)).status).toBe(403)
    expect(await idsOf('', await own.key({ restrictions: { environment: 'test' } }))).toEqual([ids[1]])
    expect(await idsOf('?until=2020-01-01T00:00:00Z')).toEqual([])
  })

  test('are not there for others', async () => {
    const { body: made } = await create()
    const other = await addTenant(service)
    for (const by of [
      await other.key(),
      await tenant.key({ project: tenant.testProject }),
      await tenant.key({ restrictions: { environment: 'test' } }),
    ]) {
      expect((await get(`${lists}/${made.id}`, by)).status).toBe(404)
      expect((await change(made.id, { name: 'Mine' }, by)).status).toBe(404)
    }
    expect((await get(`${lists}/${toTypeId('lst', newUuid())}`)).status).toBe(404)
  })

  test('are made and changed by a key within what it is held to', async () => {
    const codeOf = (reply: ApiReply) => [reply.status, reply.body.error?.code]
    expect(codeOf(await create({}, await tenant.key({ project: tenant.testProject })))).toEqual([
      403,
      'project_not_allowed',
    ])
    const held = await tenant.key({ restrictions: { environment: 'test' } })
    expect(codeOf(await create({}, held))).toEqual([403, 'environment_not_allowed'])
    const ofDomain = await tenant.key({ restrictions: { senderDomains: ['shop.example'] } })
    const { body: made } = await create({}, ofDomain)
    const elsewhere = { from_email: 'news@elsewhere.example' }
    expect(codeOf(await create(elsewhere, ofDomain))).toEqual([403, 'sender_not_allowed'])
    expect(codeOf(await change(made.id, elsewhere, ofDomain))).toEqual([403, 'sender_not_allowed'])
    expect((await change(made.id, { name: 'Still mine' }, ofDomain)).status).toBe(200)
  })
})
