import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import {
  plain,
  refusalOf,
  templateCalls,
  type TemplateCalls,
} from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Templates and their versions: made, read, renamed and deleted. */

let service: TestService
let tenant: Tenant
let member: TemplateCalls
let admin: TemplateCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  member = templateCalls(service.url, await tenant.session('member'))
  admin = templateCalls(service.url, await tenant.session('admin'))
})

const unknown = () => toTypeId('tpl', newUuid())

const content = {
  subject: 'Your receipt {{ number }}',
  html: '<p>Thank you, {{ name }}.</p>',
  text: 'Thank you, {{ name }}.',
  preheader: 'Order {{ number }}',
  from_email: 'Billing@Shop.EXAMPLE',
  from_name: ' Example\u202e  Shop ',
  reply_to: [{ email: 'Help@Shop.EXAMPLE', name: ' Help\u2028desk ' }, { email: 'office@shop.example' }],
  variables: [
    { name: 'name', default: 'customer' },
    { name: 'number', type: 'number' },
    { name: 'note', required: false },
    { name: 'lines', type: 'array', default: [{ b: 1, a: 'x' }] },
  ],
  locales: {
    de: { subject: 'Quittung {{ number }}', html: '<p>Danke, {{ name }}.</p>' },
    'pt-BR': { subject: 'Recibo', text: 'Obrigado.', preheader: 'Pago' },
  },
  inline_css: false,
}

/** Variables as they are shown, with the fields that were left out. */
const declared = [
  { name: 'name', type: 'string', required: false, default: 'customer' },
  { name: 'number', type: 'number', required: true },
  { name: 'note', type: 'string', required: false },
  { name: 'lines', type: 'array', required: false, default: [{ b: 1, a: 'x' }] },
]

describe('a template', () => {
  test('is made with a version that is not published, and read', async () => {
    const made = await member.create({ name: ' Receipt\u202e  2 ', ...content })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: made.body.id,
      project_id: null,
      name: 'Receipt 2',
      alias: null,
      kind: 'message',
      published_version: null,
      latest_version: 1,
      created_at: made.body.created_at,
      updated_at: made.body.created_at,
    })
    expect((await member.get(made.body.id)).body).toEqual(made.body)
    const { body: version } = await member.version(made.body.id, 1)
    expect(version).toEqual({
      template_id: made.body.id,
      version: 1,
      subject: content.subject,
      html: content.html,
      text: content.text,
      preheader: content.preheader,
      from_email: 'Billing@shop.example',
      from_name: 'Example Shop',
      reply_to: [{ email: 'Help@shop.example', name: 'Help desk' }, { email: 'office@shop.example' }],
      variables: declared.map((variable) => ({ default: null, ...variable })),
      locales: content.locales,
      inline_css: false,
      pins: [],
      created_at: version.created_at,
      created_by: version.created_by,
      published_at: null,
    })
    expect(version.created_by).toMatch(/^usr_/)
  })

  test('is of a project where it says so', async () => {
    const made = await member.create({ project_id: tenant.testProject })
    expect(made.body.project_id).toBe(tenant.testProject)
    expect((await member.create({ project_id: null })).body.project_id).toBeNull()
    const other = await addTenant(service)
    for (const project_id of [other.liveProject, toTypeId('prj', newUuid())]) {
      const refused = await member.create({ project_id })
      expect(refusalOf(refused)).toEqual([422, 'validation_failed', '/body/project_id', 'unknown'])
    }
  })

  test('is renamed', async () => {
    const id = await member.made()
    const { body: before } = await member.get(id)
    const renamed = await member.rename(id, 'Invoice')
    expect(renamed.status, renamed.text).toBe(200)
    expect(renamed.body).toEqual({ ...before, name: 'Invoice', updated_at: renamed.body.updated_at })
    expect(renamed.body.updated_at > before.updated_at).toBe(true)
    expect((await member.get(id)).body).toEqual(renamed.body)
    expect(refusalOf(await member.rename(id, '\u202e'))).toEqual([
      422,
      'validation_failed',
      '/body/name',
      'empty',
    ])
    expect((await member.create({ name: '\u202e' })).status).toBe(422)
  })

  test('is deleted with all that it has', async () => {
    const id = await admin.published({ ...content })
    await admin.createVersion(id)
    expect((await admin.remove(id)).status).toBe(204)
    for (const reply of [
      await admin.get(id),
      await admin.version(id, 1),
      await admin.versions(id),
      await admin.publish(id, 1),
      await admin.rename(id, 'x'),
      await admin.createVersion(id),
      await admin.remove(id),
    ]) {
      expect(refusalOf(reply)).toEqual([404, 'not_found'])
    }
    for (const table of ['template_versions', 'template_contents', 'template_pins']) {
      const { rows } = await service.sql.query(`select from ${table} where template_id = $1`, [
        fromTypeId('tpl', id),
      ])
      expect(rows, table).toEqual([])
    }
  })

  test('is not there where there is none', async () => {
    const id = unknown()
    for (const reply of [await admin.get(id), await admin.version(id, 1), await admin.versions(id)]) {
      expect(refusalOf(reply)).toEqual([404, 'not_found'])
    }
  })
})

describe('a version', () => {
  test('gets the next number and stays as it is', async () => {
    const id = await member.made(content)
    const { body: first } = await member.version(id, 1)
    const { body: before } = await member.get(id)
    const second = await member.createVersion(id, { subject: 'Other', html: '<p>Other</p>' })
    expect(second.status, second.text).toBe(201)
    expect(second.body).toMatchObject({ version: 2, subject: 'Other', text: null, locales: {} })
    expect(second.body).toMatchObject({ variables: [], reply_to: [], inline_css: true, from_email: null })
    expect((await member.version(id, 2)).body).toEqual(second.body)
    expect((await member.version(id, 1)).body).toEqual(first)
    const { body: after } = await member.get(id)
    expect(after).toEqual({ ...before, latest_version: 2, updated_at: after.updated_at })
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  test('is not there above the latest, whatever the number', async () => {
    const id = await admin.made()
    for (const version of [2, 2 ** 31 - 1]) {
      expect(refusalOf(await admin.version(id, version))).toEqual([404, 'not_found'])
      expect(refusalOf(await admin.publish(id, version))).toEqual([404, 'not_found'])
    }
    for (const version of [0, 1.5, 2 ** 31]) {
      expect((await admin.version(id, version)).status).toBe(404)
      expect((await admin.publish(id, version)).status).toBe(422)
    }
  })

  test('that does not parse is refused with the place of the mistake', async () => {
    const html = '<p>Hello</p>\n<p>{{ nobody }}</p>'
    for (const reply of [
      await member.create({ html }),
      await member.createVersion(await member.made(), { ...plain, html }),
    ]) {
      expect(refusalOf(reply)).toEqual([422, 'validation_failed', '/body/html', 'undeclared_variable'])
      expect(reply.body.error.details).toMatchObject([{ line: 2, column: 7, variable: 'nobody' }])
    }
    const locales = { de: { subject: '{{ nobody }}', text: 'x' } }
    expect(refusalOf(await member.create({ locales }))).toEqual([
      422,
      'validation_failed',
      '/body/locales/de/subject',
      'undeclared_variable',
    ])
    expect(refusalOf(await member.create({ html: '{% if %' }))).toEqual([
      422,
      'validation_failed',
      '/body/html',
      'syntax',
    ])
  })

  test('shows at most 20 mistakes', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `{{ v${index} }}`).join('\n')
    const reply = await member.create({ text })
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.details).toHaveLength(20)
  })

  test('is held to the kind of its template', async () => {
    const id = await member.made({ kind: 'partial', html: '<b>x</b>', subject: undefined, text: undefined })
    expect(refusalOf(await member.createVersion(id, plain))).toEqual([
      422,
      'validation_failed',
      '/body/subject',
      'not_allowed',
    ])
    expect((await member.createVersion(id, { text: 'x' })).status).toBe(201)
  })
})

describe('a session', () => {
  test('of a member drafts, and of an admin publishes and deletes', async () => {
    const id = await member.made()
    for (const refused of [await member.publish(id, 1), await member.remove(id)]) {
      expect(refusalOf(refused)).toEqual([403, 'insufficient_scope'])
    }
    expect((await admin.publish(id, 1)).status).toBe(200)
    expect((await admin.remove(id)).status).toBe(204)
  })

  test('makes a template once for an idempotency key', async () => {
    const own = await addTenant(service)
    const calls = templateCalls(service.url, await own.session('admin'))
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = [await calls.create(content, headers), await calls.create(content, headers)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1]?.headers['idempotent-replayed']).toBe('true')
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect((await calls.page()).body.data).toHaveLength(1)
  })
})
