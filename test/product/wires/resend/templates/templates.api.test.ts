import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../../support/api/api.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'
import type { Tenant } from '../../../../support/workspace/tenant.js'

/** Templates, as Resend's packages ask for them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  ;({ service, tenant, key, ask: resend } = await addWireTenant('resend'))
})

const plain = { name: 'Receipt', subject: 'Your receipt', html: '<p>Thank you.</p>' }
const created = async (fields: object = {}): Promise<string> => {
  const { status, body, text } = await resend('POST', '/templates', { body: { ...plain, ...fields } })
  expect(status, text).toBe(201)
  expect(body).toEqual({ object: 'template', id: expect.stringMatching(/^tpl_/) })
  return body.id as string
}
const read = async (idOrAlias: string) => {
  const { status, body, text } = await resend('GET', `/templates/${idOrAlias}`)
  expect(status, text).toBe(200)
  return body
}
const changed = async (idOrAlias: string, body: object) => {
  const reply = await resend('PATCH', `/templates/${idOrAlias}`, { body })
  expect(reply.status, reply.text).toBe(200)
}
const published = async (idOrAlias: string) => {
  const { status, text } = await resend('POST', `/templates/${idOrAlias}/publish`)
  expect(status, text).toBe(200)
}
const version = async (id: string, number: number) =>
  (await call(service.url, 'GET', `/v1/templates/${id}/versions/${number}`, { key })).body

const whole = {
  name: 'Order',
  alias: 'order',
  from: 'Acme <billing@example.com>',
  subject: 'Order {{{NUMBER}}}',
  reply_to: ['Help <help@example.com>', 'sales@example.com'],
  html: '<p>Dear {{{FIRST_NAME|customer}}}, {{{PRODUCT}}} costs {{{PRICE}}}.</p>',
  text: '{{{PRODUCT}}}: {{{PRICE}}}',
  variables: [
    { key: 'NUMBER', type: 'string' },
    { key: 'PRODUCT', type: 'string', fallback_value: 'item' },
    { key: 'PRICE', type: 'number', fallback_value: 0 },
    { key: 'GIFT', type: 'boolean', fallback_value: false },
    { key: 'ITEMS', type: 'list', fallback_value: ['a'] },
    { key: 'SHOP', type: 'object' },
  ],
}

describe('a template', () => {
  test('is created with all that it has, and read by its id and its alias', async () => {
    const id = await created(whole)
    expect(await version(id, 1)).toMatchObject({
      subject: 'Order {{ NUMBER }}',
      from_email: 'billing@example.com',
      from_name: 'Acme',
      inline_css: false,
      html: '<p>Dear {{ contact.properties.first_name | default: "customer" | raw }}, {{ PRODUCT | raw }} costs {{ PRICE | raw }}.</p>',
      text: '{{ PRODUCT }}: {{ PRICE }}',
    })
    for (const path of [id, 'order']) {
      const { variables, ...fields } = await read(path)
      const { variables: given, ...sent } = whole
      expect(fields).toEqual({
        ...sent,
        object: 'template',
        id,
        current_version_id: '1',
        status: 'draft',
        published_at: null,
        has_unpublished_versions: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
      expect(variables).toEqual(
        given.map((variable) => ({
          fallback_value: null,
          ...variable,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        })),
      )
    }
  })

  test('is created with what clients write for fields that were left out, and with one address to reply to', async () => {
    const variables = [{ key: 'NAME', type: 'string', fallback_value: null }]
    const fields = { alias: null, from: null, text: null, reply_to: 'help@example.com', variables }
    expect(await read(await created(fields))).toMatchObject({
      alias: null,
      from: null,
      text: null,
      reply_to: ['help@example.com'],
      variables: [{ key: 'NAME', fallback_value: null }],
    })
  })

  test('is created once for an idempotency key', async () => {
    const request = { body: plain, headers: { 'Idempotency-Key': 'once' } }
    const first = await resend('POST', '/templates', request)
    const second = await resend('POST', '/templates', request)
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })

  test('of the project is taken before one of every project with the same alias', async () => {
    const id = await created({ alias: 'both' })
    const workspace = await tenant.key()
    const body = { name: 'Shared', alias: 'both', subject: 'a', text: 'a' }
    const shared = await call(service.url, 'POST', '/v1/templates', { key: workspace, body })
    expect(shared.status, shared.text).toBe(201)
    expect((await read('both')).id).toBe(id)
    await call(service.url, 'DELETE', `/v1/templates/${shared.body.id as string}`, { key: workspace })
  })

  test('keeps the fields that an update leaves out', async () => {
    const id = await created({ ...whole, alias: 'kept' })
    await changed('kept', { html: '<p>{{{PRODUCT}}}</p>' })
    await changed(id, { name: 'Renamed', alias: 'renamed' })
    const { name, from, subject, reply_to, text, html, variables, alias } = await read(id)
    expect({ name, from, subject, reply_to, text, html, alias }).toEqual({
      name: 'Renamed',
      alias: 'renamed',
      from: whole.from,
      subject: whole.subject,
      reply_to: whole.reply_to,
      text: whole.text,
      html: '<p>{{{PRODUCT}}}</p>',
    })
    expect(variables).toHaveLength(whole.variables.length)
    await changed(id, { from: 'shop@example.com' })
    expect((await read(id)).from).toBe('shop@example.com')
    await changed(id, { from: null, reply_to: null, text: null, alias: null, variables: null })
    expect(await read(id)).toMatchObject({ from: null, reply_to: null, text: null, alias: null })
    await changed(id, {})
    expect(await read(id)).toMatchObject({ current_version_id: '4' })
  })

  test('keeps what Resend does not have when it is changed', async () => {
    const body = {
      ...plain,
      html: '{% if vip %}<p>{{ name | upcase }}</p>{% endif %}',
      preheader: 'Paid',
      locales: { de: { subject: 'Quittung', text: 'Danke' } },
      variables: [
        { name: 'name', default: 'x' },
        { name: 'vip', type: 'boolean', required: false },
      ],
    }
    const { body: own } = await call(service.url, 'POST', '/v1/templates', { key, body })
    const id = own.id as string
    expect(await read(id)).toMatchObject({ html: body.html })
    await changed(id, { subject: 'Other' })
    expect(await version(id, 2)).toMatchObject({
      subject: 'Other',
      html: body.html,
      preheader: 'Paid',
      inline_css: true,
      locales: { de: { subject: 'Quittung' } },
      variables: [
        { name: 'name', required: false },
        { name: 'vip', required: false },
      ],
    })
  })

  test('is sent as it was published last', async () => {
    const id = await created({ alias: 'sent', variables: [{ key: 'A', type: 'string' }], html: '1 {{{A}}}' })
    await published('sent')
    const first = await read(id)
    expect(first).toMatchObject({ status: 'published', has_unpublished_versions: false })
    await changed(id, { html: '2 {{{A}}}' })
    expect(await read(id)).toMatchObject({
      status: 'published',
      published_at: first.published_at,
      has_unpublished_versions: true,
    })
    const { body } = await call(service.url, 'GET', `/v1/templates/${id}`, { key })
    expect([body.published_version, body.latest_version]).toEqual([1, 2])
    await published(id)
    expect(await read(id)).toMatchObject({ has_unpublished_versions: false })
  })

  test('is duplicated without its alias, as a draft', async () => {
    const id = await created({ ...whole, alias: 'copied', name: 'n'.repeat(200) })
    await published(id)
    const { status, body } = await resend('POST', '/templates/copied/duplicate')
    expect([status, body.object]).toEqual([200, 'template'])
    expect(body.id).not.toBe(id)
    expect(await read(body.id as string)).toMatchObject({
      name: `Copy of ${'n'.repeat(192)}`,
      alias: null,
      status: 'draft',
      html: whole.html,
      subject: whole.subject,
      from: whole.from,
    })
  })

  test('is deleted by its alias', async () => {
    const id = await created({ alias: 'gone' })
    const { body } = await resend('DELETE', '/templates/gone')
    expect(body).toEqual({ object: 'template', id, deleted: true })
    expect((await resend('GET', `/templates/${id}`)).status).toBe(404)
  })

  test('is listed in pages, without layouts and partials', async () => {
    const project = await tenant.project()
    const ofProject = await tenant.key({ project })
    const ids: string[] = []
    for (const alias of ['a', 'b', 'c']) {
      const { body } = await resend('POST', '/templates', { key: ofProject, body: { ...plain, alias } })
      ids.unshift(body.id as string)
    }
    const partial = { name: 'Button', kind: 'partial', text: 'x' }
    const { body: made } = await call(service.url, 'POST', '/v1/templates', { key: ofProject, body: partial })
    await resend('POST', '/templates/b/publish', { key: ofProject })
    const { body } = await resend('GET', '/templates', { key: ofProject })
    expect(body.has_more).toBe(false)
    expect(body.data).toMatchObject([
      { id: ids[0], alias: 'c', name: 'Receipt', status: 'draft', published_at: null },
      { id: ids[1], status: 'published', published_at: expect.any(String) },
      { id: ids[2], status: 'draft' },
    ])
    const page = async (query: string) => {
      const reply = (await resend('GET', `/templates${query}`, { key: ofProject })).body
      return [(reply.data as { id: string }[]).map(({ id }) => id), reply.has_more]
    }
    expect(await page('?limit=2')).toEqual([ids.slice(0, 2), true])
    expect(await page(`?limit=2&after=${ids[1]}`)).toEqual([ids.slice(2), false])
    expect(await page(`?limit=1&before=${ids[2]}`)).toEqual([[ids[1]], true])
    expect((await resend('GET', `/templates/${made.id}`, { key: ofProject })).status).toBe(404)
  })
})
