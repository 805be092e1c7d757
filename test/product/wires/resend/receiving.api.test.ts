import { beforeAll, expect, test } from 'vitest'
import { fromTypeId, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { insertInbound, insertRoute, type InsertedMessage } from '../../../support/inbound/inbound-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Received emails, as Resend's packages read them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall
let put: (message?: InsertedMessage) => Promise<{ readonly row: { readonly id: Uuid } }>
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject, scopes: ['inbound:*'] })
  resend = wireCalls('resend', service.url)
  const owner = { workspaceId: tenant.workspaceId, projectId: fromTypeId('prj', tenant.liveProject) }
  const routeId = await insertRoute(service.sql, owner)
  put = (message = {}) => insertInbound(service.sql, { ...owner, routeId }, message)
})

test('a received email is read with its content and its files', async () => {
  const { row } = await put({
    columns: { html: '<p>Thank you!</p>' },
    metadata: { cc: [{ email: 'bob@example.com', name: 'Bob' }] },
    attachments: [{ bytes: Buffer.from('PDF') }],
  })
  const id = toTypeId('inm', row.id)
  const { status, body, text } = await resend('GET', `/emails/receiving/${id}`, { key })
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    object: 'email',
    id,
    from: 'Ada <ada@example.com>',
    cc: ['Bob <bob@example.com>'],
    subject: 'Re: Your receipt',
    html: '<p>Thank you!</p>',
    headers: { subject: 'Re: Your receipt' },
    attachments: [{ filename: 'receipt.pdf', size: 3 }],
  })
  const formatted = await resend('GET', `/emails/receiving/${id}?html_format=cid`, { key })
  expect(formatted.body).toEqual(body)
})

test('received emails are listed and paged by their ids, for their own project alone', async () => {
  const own = await addTenant(service)
  const mine = { key: await own.key({ project: own.liveProject, scopes: ['inbound:*'] }) }
  const owner = { workspaceId: own.workspaceId, projectId: fromTypeId('prj', own.liveProject) }
  const routeId = await insertRoute(service.sql, owner)
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1) {
    const { row } = await insertInbound(service.sql, { ...owner, routeId })
    ids.unshift(toTypeId('inm', row.id))
  }
  const page = async (query: string) => {
    const { body } = await resend('GET', `/emails/receiving?${query}`, mine)
    return { ids: (body.data as { id: string }[]).map(({ id }) => id), more: body.has_more as boolean }
  }
  expect(await page('limit=2')).toEqual({ ids: ids.slice(0, 2), more: true })
  expect(await page(`limit=2&after=${ids[1]}`)).toEqual({ ids: ids.slice(2), more: false })
  expect(await page(`limit=2&before=${ids[2]}`)).toEqual({ ids: ids.slice(0, 2), more: false })
  const foreign = await resend('GET', `/emails/receiving/${ids[0]}`, { key })
  expect(foreign.body).toMatchObject({ statusCode: 404, name: 'not_found' })
})

test('a key needs the scope of inbound mail', async () => {
  const sender = await tenant.key({ project: tenant.liveProject, scopes: ['messages:send'] })
  const refused = await resend('GET', '/emails/receiving', { key: sender })
  expect(refused.body).toMatchObject({ statusCode: 401, name: 'restricted_api_key' })
})
