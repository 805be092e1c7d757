import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Items of a batch that name a template: each is sent as if it had come alone. */

let service: TestService
let tenant: Tenant
let key: string
let templates: TemplateCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  templates = templateCalls(service.url, await tenant.session('admin'))
})

const receipt = {
  subject: 'Receipt {{ number }}',
  text: 'Thank you, {{ name }}.',
  from_email: 'billing@shop.example',
  variables: [{ name: 'name' }, { name: 'number' }],
}

const unknown = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'

type Fields = Record<string, unknown> & { readonly template?: object }

const item = (template_id: string, fields: Fields = {}, idempotency_key: string = randomUUID()) => ({
  idempotency_key,
  template: {
    project_id: tenant.liveProject,
    to: [{ email: 'ada@example.com' }],
    ...fields,
    template: { template_id, variables: { name: 'Ada', number: 'A-1' }, ...fields.template },
  },
})
const sendBatch = (items: unknown[]): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
const read = async (path: string) => (await call(service.url, 'GET', path, { key })).body

test('an item has all that a send has', async () => {
  const id = await templates.published({
    ...receipt,
    locales: { de: { subject: 'Quittung {{ number }}', text: 'Danke, {{ name }}.' } },
  })
  const fields = {
    template: { version: 1, locale: 'de-AT' },
    from_name: 'Shop',
    to: [{ email: 'ada@example.com', name: 'Ada' }],
    cc: [{ email: 'bob@example.com' }],
    bcc: [{ email: 'eve@example.com' }],
    reply_to: [{ email: 'help@shop.example' }],
    attachments: [{ filename: 'a.txt', content: 'YQ==' }],
    headers: { 'X-Order': 'A-1' },
    list_unsubscribe: { url: 'https://shop.example/u' },
    category: 'receipts',
    metadata: { order: 'A-1' },
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const reply = await sendBatch([item(id, fields)])
  expect(reply.body, reply.text).toMatchObject({ accepted: 1, rejected: 0 })
  const path = `/v1/messages/${reply.body.data[0].message.id as string}`
  expect(await read(path)).toMatchObject({
    status: 'scheduled',
    subject: 'Quittung A-1',
    from_email: 'billing@shop.example',
    from_name: 'Shop',
    category: 'receipts',
    metadata: { order: 'A-1' },
    template: { template_id: id, version: 1, locale: 'de' },
  })
  expect(await read(`${path}/content`)).toMatchObject({
    text: 'Danke, Ada.',
    html: null,
    to: fields.to,
    cc: fields.cc,
    bcc: fields.bcc,
    reply_to: fields.reply_to,
    headers: fields.headers,
    list_unsubscribe: fields.list_unsubscribe,
    attachments: [{ filename: 'a.txt', content: 'YQ==' }],
  })
})

test('each item fails for itself, with the error that a send would have', async () => {
  const id = await templates.published(receipt)
  const draft = await templates.made(receipt)
  const nameless = await templates.published({ ...receipt, from_email: undefined })
  const asMessage = {
    idempotency_key: randomUUID(),
    message: {
      project_id: tenant.liveProject,
      to: [{ email: 'ada@example.com' }],
      template: { template_id: id, variables: { name: 'Ada' } },
    },
  }
  const both = { ...asMessage, idempotency_key: randomUUID() }
  const reply = await sendBatch([
    item(id),
    item(unknown),
    item(draft),
    item(id, { template: { variables: { number: 'A-2' } } }),
    item(nameless),
    item(id, { to: [] }),
    item(id, { html: 'x' }),
    asMessage,
    { ...both, message: { ...both.message, html: 'x', text: 'x' } },
    item(id, { template: { variables: { name: 'x'.repeat(64_000), number: '' } } }),
    item(id),
  ])
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ accepted: 2, rejected: 9 })
  const errors = (reply.body.data as any[]).map(({ error }) =>
    error === undefined
      ? 'accepted'
      : [error.status, error.code, ...(error.details ?? []).map(({ path, code }: any) => `${path} ${code}`)],
  )
  expect(errors).toEqual([
    'accepted',
    [404, 'template_not_found'],
    [422, 'template_not_published'],
    [422, 'template_render_failed', '/body/items/3/template/template/variables/name missing_variable'],
    [422, 'validation_failed', '/body/items/4/template/from_email required'],
    [422, 'validation_failed', '/body/items/5/template/to minItems'],
    [422, 'validation_failed', '/body/items/6/template/html one_of'],
    [422, 'template_render_failed', '/body/items/7/message/template/variables/number missing_variable'],
    [422, 'validation_failed', '/body/items/8/message/text one_of', '/body/items/8/message/html one_of'],
    [422, 'validation_failed', '/body/items/9/template/template/variables too_long'],
    'accepted',
  ])
})

/** An item whose template is named beside `to`. */
function flat(templateId: string, fields: object = {}) {
  const { idempotency_key, template } = item(templateId)
  const { template: reference, ...send } = template
  return { idempotency_key, template: { ...send, ...reference, ...fields } }
}

test('the template stands beside `to`, too, and is the same send', async () => {
  const id = await templates.published(receipt)
  const items = [flat(id), flat(id, { version: 1, locale: 'de' })]
  const first = await sendBatch(items)
  expect(first.body, first.text).toMatchObject({ accepted: 2, rejected: 0 })
  const nested = { ...item(id), idempotency_key: items[0]?.idempotency_key }
  const second = await sendBatch([nested])
  expect(second.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
})

test('all mistakes of an item with a template are told at once, where the item has them', async () => {
  const id = await templates.published(receipt)
  const { template_id: _, ...nameless } = flat(id, { version: 0, to: [], locle: 'de' }).template
  const reply = await sendBatch([
    { idempotency_key: 'a', template: nameless },
    { idempotency_key: 'b', template: { to: 'x', headers: [] } },
    flat('tpl_1', { variables: [], from_email: 'nobody' }),
    flat(id, { template: { template_id: id, version: 0 } }),
    flat(unknown),
    flat(id, { variables: { number: 'A-2' } }),
    flat(id, { html: 'x', text: 'x' }),
  ])
  const errors = (reply.body.data as any[]).map(({ error }) =>
    [
      error.code,
      ...(error.details ?? []).map(({ path, code }: any) => `${path.split('/').slice(4).join('/')} ${code}`),
    ].sort(),
  )
  expect(errors).toEqual([
    [
      'template/locle additionalProperties',
      'template/template_id required',
      'template/to minItems',
      'template/version minimum',
      'validation_failed',
    ],
    [
      'template/headers type',
      'template/project_id required',
      'template/template required',
      'template/to type',
      'validation_failed',
    ],
    [
      'template/from_email format',
      'template/template_id pattern',
      'template/variables type',
      'validation_failed',
    ],
    [
      'template/template/version minimum',
      'template/template_id one_of',
      'template/variables one_of',
      'validation_failed',
    ],
    ['template_not_found'],
    ['template/variables/name missing_variable', 'template_render_failed'],
    ['template/html one_of', 'template/text one_of', 'validation_failed'],
  ])
})

test('what was rejected is sent once the template is published, and the rest is replayed', async () => {
  const id = await templates.published(receipt)
  const draft = await templates.made(receipt)
  const items = [item(id), item(draft)]
  const first = await sendBatch(items)
  expect(first.body).toMatchObject({ accepted: 1, rejected: 1 })

  await templates.publish(draft, 1)
  const second = await sendBatch(items)
  expect(second.body).toMatchObject({ accepted: 2, rejected: 0 })
  expect(second.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
  expect(second.body.data[1].replayed).toBeUndefined()

  await templates.remove(id)
  await templates.remove(draft)
  const third = await sendBatch(items)
  expect(third.body).toMatchObject({ accepted: 2, rejected: 0 })
  expect(third.body.data).toEqual(
    (second.body.data as any[]).map((result) => ({ ...result, replayed: true })),
  )

  const changed = await sendBatch([{ ...items[0], template: { ...items[0]?.template, category: 'x' } }])
  expect(changed.body.data[0].error).toMatchObject({ status: 409, code: 'idempotency_conflict' })
})

test('a hundred items with values of their own are a hundred different mails', async () => {
  const id = await templates.published(receipt)
  const numbers = Array.from({ length: 100 }, (_, index) => `N-${index}`)
  const reply = await sendBatch(
    numbers.map((number) => item(id, { template: { variables: { name: 'Ada', number } } })),
  )
  expect(reply.body, reply.text.slice(0, 1000)).toMatchObject({ accepted: 100, rejected: 0 })
  const { rows } = await service.sql.query<{ subject: string }>(
    'select subject from messages where workspace_id = $1 and id = any($2) and template_version = 1',
    [tenant.workspaceId, idsOf(reply)],
  )
  expect(rows.map(({ subject }) => subject).sort()).toEqual(numbers.map((each) => `Receipt ${each}`).sort())
})

function idsOf(reply: ApiReply): string[] {
  return (reply.body.data as any[]).map(({ message }) => fromTypeId('msg', message.id as string))
}
