import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  PostsealError,
  ValidationError,
  type CreateTemplateRequest,
  type ErrorDetail,
  type SendMessageRequest,
  type TemplateWarningCode,
} from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, letter, listOf, refusal, respond, serve, skipWaits } from '../support.js'

const content = {
  subject: 'Your receipt {{ number }}',
  html: '<p>Thank you, {{ name }}.</p>',
  variables: [{ name: 'number' }, { name: 'name', default: null }],
  locales: { de: { subject: 'Ihre Quittung {{ number }}', text: 'Danke' } },
}
const addresses = { from: 'Shop <billing@shop.example>', reply_to: 'help@shop.example' }
const onTheWire = {
  from_email: 'billing@shop.example',
  from_name: 'Shop',
  reply_to: [{ email: 'help@shop.example' }],
}
const mail = { subject: 'Your receipt A-1042', warnings: [{ code: 'no_text', message: 'There is none.' }] }

test('content goes out as it was given, with its addresses in the form of the contract', async () => {
  const { client, seen } = await serve((_, reply) => respond(reply, 200, {}))
  await client.templates.create({ name: 'Receipt', ...content, ...addresses })
  await client.templates.createVersion('tpl_1', { ...content, ...addresses })
  await client.templates.previewContent({ content: { ...content, ...addresses }, variables: { number: 'A' } })
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/v1/templates', { name: 'Receipt', ...content, ...onTheWire }],
    ['POST', '/v1/templates/tpl_1/versions', { ...content, ...onTheWire }],
    ['POST', '/v1/templates/preview', { content: { ...content, ...onTheWire }, variables: { number: 'A' } }],
  ])
  const twice = { name: 'Receipt', from: 'a@shop.example', from_email: 'b@shop.example' }
  await expect(client.templates.create(twice as unknown as CreateTemplateRequest)).rejects.toThrow(/twice/)
  expect(seen).toHaveLength(3)
})

test('the versions of one template stay with it from page to page', async () => {
  const { client, seen } = clientOf([json(listOf(['a'], 'c1')), json(listOf(['b']))])
  let versions = 0
  for await (const _ of client.templates.listVersions('tpl_1', { limit: 1 })) versions += 1
  expect(versions).toBe(2)
  expect(seen.map(({ url }) => url.replace('http://localhost:4000/v1/', ''))).toEqual([
    'templates/tpl_1/versions?limit=1',
    'templates/tpl_1/versions?limit=1&cursor=c1',
  ])
})

test('a version is named by its number, and nothing else is sent', async () => {
  const { client, seen } = clientOf([json({ version: 2 })])
  await client.templates.retrieveVersion('tpl_1', 2)
  expect(seen[0]?.url).toMatch(/\/v1\/templates\/tpl_1\/versions\/2$/)
  for (const version of [undefined, null, '2', 1.5, Number.NaN, {}]) {
    const call = client.templates.retrieveVersion('tpl_1', version as number)
    await expect(call).rejects.toThrow(
      /^templates\.retrieveVersion\(version\): version must be a version's number/,
    )
    await expect(call).rejects.toBeInstanceOf(PostsealError)
  }
  expect(seen).toHaveLength(1)
})

describe('a preview', () => {
  test('is made again without a key after a failure, as it changes nothing', async () => {
    skipWaits()
    const busy = refusal(503, 'unavailable', { 'Retry-After': '1' })
    const { client, seen } = clientOf([disconnect, busy, json(mail), disconnect, json(mail)])
    const preview = await client.templates.preview('tpl_1', { variables: { number: 'A-1042' } })
    expect(preview).toEqual(mail)
    expectTypeOf(preview.warnings[0]?.code).toEqualTypeOf<TemplateWarningCode | (string & {}) | undefined>()
    expect(await client.templates.previewContent({ content })).toEqual(mail)
    expect(seen).toHaveLength(5)
    for (const { headers } of seen) expect(headers.has('Idempotency-Key')).toBe(false)
  })

  test('takes no body for a template without variables', async () => {
    const { client, seen } = clientOf([json(mail)])
    await client.templates.preview('tpl_1')
    expect(seen[0]).toMatchObject({ method: 'POST', body: {} })
  })

  test('that fails tells where', async () => {
    const details = [
      { path: '/body/variables/number', code: 'missing_variable', message: 'is missing', variable: 'number' },
      { path: '/body/content/html', code: 'syntax', message: 'has a mistake', line: 3, column: 7 },
    ]
    const { client } = clientOf([json({ error: { code: 'template_render_failed', details } }, 422)])
    const error: unknown = await client.templates.preview('tpl_1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({ code: 'template_render_failed', details })
    expectTypeOf<ErrorDetail>().toHaveProperty('line').toEqualTypeOf<number | undefined>()
  })
})

describe('a send with a template', () => {
  const template = { template_id: 'tpl_1', locale: 'de', variables: { name: 'Ada', items: [{ price: 1 }] } }
  const { project_id, to } = letter

  test('goes out as it was given, with the template as the sender or without', async () => {
    const { client, seen } = await serve((_, reply) => respond(reply, 202, { id: 'msg_1' }))
    await client.messages.send({ project_id, to, template })
    await client.messages.send({ project_id, to: 'ada@example.com', template, from_name: 'Shop' })
    await client.messages.send({ project_id, to, template, ...addresses })
    expect(seen.map(({ body }) => body)).toEqual([
      { project_id, to, template },
      { project_id, to, template, from_name: 'Shop' },
      { project_id, to, template, ...onTheWire },
    ])
  })

  test('can be an item of a batch, with the fields of a send', async () => {
    const { client, seen } = clientOf([json({ data: [], accepted: 1, rejected: 0 })])
    const scheduled_at = new Date('2026-01-15T08:00:00Z')
    const attachments = [{ filename: 'a.txt', content: new Uint8Array([1]) }]
    const item = { project_id, to: 'Ada <ada@example.com>', template, ...addresses }
    await client.messages.sendBatch({
      items: [{ idempotency_key: 'a', template: { ...item, scheduled_at, attachments } }],
    })
    expect(seen[0]?.body).toEqual({
      items: [
        {
          idempotency_key: 'a',
          template: {
            project_id,
            to: [{ email: 'ada@example.com', name: 'Ada' }],
            template,
            ...onTheWire,
            scheduled_at: '2026-01-15T08:00:00.000Z',
            attachments: [{ filename: 'a.txt', content: 'AQ==' }],
          },
        },
      ],
    })
  })

  test('has neither a subject nor bodies, and a send without it has both, by its type', () => {
    expectTypeOf({ ...letter, html: '<p>Hello</p>' }).toExtend<SendMessageRequest>()
    expectTypeOf({ project_id, to, template }).toExtend<SendMessageRequest>()
    expectTypeOf({ ...letter, template }).not.toExtend<SendMessageRequest>()
    expectTypeOf({ project_id, to, template, html: '<p>Hello</p>' }).not.toExtend<SendMessageRequest>()
    expectTypeOf({ project_id, to, from: 'a@shop.example' }).not.toExtend<SendMessageRequest>()
    expectTypeOf({ project_id, to, subject: 'Hello', text: 'Hello' }).not.toExtend<SendMessageRequest>()
    const { text: _, ...textless } = letter
    expectTypeOf(textless).not.toExtend<SendMessageRequest>()
  })
})
