import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import {
  longestReplyDomain,
  replyAddresses,
  type ReplyAddresses,
} from '../../../../server/product/delivery/bounce/reply-address.js'
import { addRoute } from '../../inbound/replies/rows.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { templateCalls } from '../../../support/templates/template-calls.js'
import { receipt, templateSends, variables } from '../../../support/templates/template-sends.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** A send names the route that takes its answers, and gets a Reply-To of its own. */

let service: TestService
let db: Knex
let tenant: Tenant
let key: string
let addresses: ReplyAddresses
/** A route of the test project, in the inside form. */
let route: Uuid
let domain: string

beforeAll(async () => {
  service = await sharedApi()
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 1, max: 1 } })
  tenant = await addTenant(service)
  key = await tenant.key()
  addresses = replyAddresses(loadServiceKey(service.config).derive('subscription'))
  domain = `in-${newUuid()}.example`
  route = await addRoute(db, place(tenant.testProject), { domain })
})
afterAll(() => db.destroy())

const place = (project: string) => ({
  workspaceId: tenant.workspaceId,
  projectId: fromTypeId('prj', project),
})
const routeId = (id: Uuid) => toTypeId('inr', id)
const post = (fields: object, headers: Record<string, string> = {}): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/messages', { key, headers, body: messageFor(tenant.testProject, fields) })
const content = async (id: string) =>
  (await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })).body as { reply_to: object[] }

/** The message whose answers come to the only Reply-To of a message. */
async function repliedTo(id: string) {
  const [replyTo, ...more] = (await content(id)).reply_to as { email: string }[]
  expect(more).toEqual([])
  return addresses.read(replyTo?.email ?? '')
}

test('a message gets an address for its answers, which proves it and its route', async () => {
  const replies = [
    await post({ reply_route_id: routeId(route) }, { 'Idempotency-Key': 'once' }),
    await post({ reply_route_id: routeId(route) }),
  ]
  for (const { status, body } of replies) {
    expect(status).toBe(202)
    const messageId = fromTypeId('msg', body.id as string)
    expect(await repliedTo(body.id as string)).toEqual({ messageId, routeId: route, domain })
  }
  // A repetition is the same message, even if the route is gone by then.
  const gone = await addRoute(db, place(tenant.testProject))
  const first = await post({ reply_route_id: routeId(gone) }, { 'Idempotency-Key': 'gone' })
  await db('inbound_routes').where({ id: gone }).delete()
  const second = await post({ reply_route_id: routeId(gone) }, { 'Idempotency-Key': 'gone' })
  expect([second.status, second.body.id]).toEqual([202, first.body.id])
})

test('items of a batch and sends with a template have it too, in place of the template’s', async () => {
  const templates = templateCalls(service.url, await tenant.session('admin'))
  const template_id = await templates.published({ ...receipt, project_id: tenant.testProject })
  const sends = templateSends(service.url, tenant.testProject, key)
  const single = await sends.accepted(
    await sends.send({ template_id, variables }, { reply_route_id: routeId(route) }),
  )
  expect(await repliedTo(single.message.id as string)).toMatchObject({ routeId: route })

  const to = [{ email: 'ada@example.com' }]
  const common = { project_id: tenant.testProject, to, reply_route_id: routeId(route) }
  const batch = await call(service.url, 'POST', '/v1/messages/batch', {
    key,
    body: {
      items: [
        {
          idempotency_key: 'message',
          message: messageFor(tenant.testProject, { reply_route_id: routeId(route) }),
        },
        { idempotency_key: 'template', template: { ...common, template: { template_id, variables } } },
        {
          idempotency_key: 'both',
          template: { ...common, template: { template_id, variables }, reply_to: to },
        },
      ],
    },
  })
  const [one, two, refused] = batch.body.data as any[]
  for (const { message } of [one, two]) {
    const messageId = fromTypeId('msg', message.id as string)
    expect(await repliedTo(message.id as string)).toEqual({ messageId, routeId: route, domain })
  }
  expect(refused.error.details).toEqual([
    {
      path: '/body/items/2/template/reply_route_id',
      code: 'one_of',
      rule: 'one_of',
      message: 'must be left out if there is a `reply_to`',
    },
  ])
})

test('what is no enabled route of the project is refused, and so is a second place for answers', async () => {
  const other = await addTenant(service)
  const elsewhere = { workspaceId: other.workspaceId, projectId: fromTypeId('prj', other.testProject) }
  const long = 'a'.repeat(63)
  const cases: [fields: object, code: string][] = [
    [{ reply_route_id: routeId(newUuid()) }, 'not_found'],
    [{ reply_route_id: routeId(await addRoute(db, place(tenant.liveProject))) }, 'not_found'],
    [{ reply_route_id: routeId(await addRoute(db, elsewhere)) }, 'not_found'],
    [
      { reply_route_id: routeId(await addRoute(db, place(tenant.testProject), { enabled: false })) },
      'disabled',
    ],
    [{ reply_route_id: routeId(route), reply_to: [{ email: 'help@shop.example' }] }, 'one_of'],
    [{ reply_route_id: 'inr_x' }, 'pattern'],
    [
      {
        reply_route_id: routeId(
          await addRoute(db, place(tenant.testProject), {
            domain: `${long}.${long}.${long}`.slice(0, longestReplyDomain + 1),
          }),
        ),
      },
      'too_long',
    ],
  ]
  for (const [fields, code] of cases) {
    const { status, body } = await post(fields)
    expect([status, body.error.code]).toEqual([422, 'validation_failed'])
    expect(body.error.details).toMatchObject([{ path: '/body/reply_route_id', code }])
  }
})
