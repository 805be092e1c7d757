import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import {
  piece,
  refusalOf,
  templateCalls,
  type TemplateCalls,
} from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Previews of saved and of unsaved content. */

let service: TestService
let tenant: Tenant
let session: string
let templates: TemplateCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  session = await tenant.session('member')
  templates = templateCalls(service.url, await tenant.session('admin'))
})

const content = {
  subject: 'Receipt {{ number }}',
  html: '<p>Thank you, {{ name }}.</p>',
  text: 'Thank you, {{ name }}.',
  from_email: 'billing@SHOP.example',
  from_name: 'Shop, "the" one',
  reply_to: [{ email: 'help@shop.example', name: 'Hilfe für alle' }, { email: 'b@shop.example' }],
  variables: [{ name: 'name' }, { name: 'number' }],
}
const variables = { name: 'A & B', number: 'A-1' }

const preview = (id: string, body: object = {}) =>
  call(service.url, 'POST', `/v1/templates/${id}/preview`, { key: session, body })
const previewContent = (body: object) =>
  call(service.url, 'POST', '/v1/templates/preview', { key: session, body })

const rowCount = async () => {
  const { rows } = await service.sql.query(
    `select (select count(*) from templates where workspace_id = $1)
       + (select count(*) from template_versions where workspace_id = $1) as count`,
    [tenant.workspaceId],
  )
  return rows[0].count as string
}

const mail = {
  locale: null,
  subject: 'Receipt A-1',
  html: '<p>Thank you, A &amp; B.</p>',
  text: 'Thank you, A & B.',
  headers: {
    From: '"Shop, \\"the\\" one" <billing@shop.example>',
    'Reply-To': 'Hilfe für alle <help@shop.example>, b@shop.example',
    Subject: 'Receipt A-1',
  },
  html_bytes: 28,
  content_sha256: createHash('sha256')
    .update('Receipt A-1\0Thank you, A & B.\0<p>Thank you, A &amp; B.</p>')
    .digest('hex'),
  warnings: [],
}

test('a preview shows the whole mail, of saved content or unsaved', async () => {
  const id = await templates.made(content)
  const saved = await preview(id, { variables })
  expect(saved.body, saved.text).toEqual({ version: 1, ...mail })
  const before = await rowCount()
  const unsaved = await previewContent({ content, variables })
  expect(unsaved.body, unsaved.text).toEqual({ version: null, ...mail })
  expect(await rowCount()).toBe(before)
})

test('without a version it is the latest, published or not', async () => {
  const id = await templates.published({ ...content, subject: 'One' })
  await templates.createVersion(id, { ...content, subject: 'Two' })
  expect((await preview(id, { variables })).body).toMatchObject({ version: 2, subject: 'Two' })
  expect((await preview(id, { variables, version: 1 })).body).toMatchObject({ version: 1, subject: 'One' })
  expect((await preview(id, { variables, version: 3 })).status).toBe(404)
})

test('content without a sender has no fields of it', async () => {
  const reply = await previewContent({ content: { subject: 'Hello', text: 'Hi' } })
  expect(reply.body).toMatchObject({ headers: { Subject: 'Hello' }, html: null, html_bytes: 0 })
  expect(Object.keys(reply.body.headers)).toEqual(['Subject'])
})

test('warnings say what readers would miss', async () => {
  const html = '<p>{{ name }}</p><img src="http://shop.example/a.png">'
  const reply = await previewContent({ content: { ...content, html, text: undefined }, variables })
  const codes = (reply.body.warnings as { code: string }[]).map(({ code }) => code)
  expect(codes).toContain('no_text')
  expect(codes).toContain('image_without_alt')
  const images = Array.from({ length: 80 }, (_, index) => `<img src="http://shop.example/${index}.png">`)
  const many = await previewContent({ content: { ...content, html: images.join('') }, variables })
  expect(many.body.warnings.length).toBeLessThanOrEqual(50)
})

test('values that are missing are an error, or shown in brackets', async () => {
  const id = await templates.made(content)
  const reply = await preview(id)
  expect(refusalOf(reply)).toEqual([
    422,
    'template_render_failed',
    '/body/variables/name',
    'missing_variable',
  ])
  expect(reply.body.error.message).toBe('The template could not be rendered: name and number are missing.')
  expect((await preview(id, { fill_missing: true, variables: { number: 'A-1' } })).body).toMatchObject({
    subject: 'Receipt A-1',
    text: 'Thank you, [name].',
  })
  const unsaved = await previewContent({ content })
  expect(refusalOf(unsaved).slice(1, 3)).toEqual(['template_render_failed', '/body/variables/name'])
  const large = await preview(id, { variables: { name: 'x'.repeat(64_000) } })
  expect(refusalOf(large).slice(1)).toEqual(['validation_failed', '/body/variables', 'too_long'])
})

test('mistakes in unsaved content have their place', async () => {
  const undeclared = await previewContent({ content: { subject: 'x', text: 'a\n  {{ nobody }}' } })
  expect(refusalOf(undeclared)).toEqual([
    422,
    'validation_failed',
    '/body/content/text',
    'undeclared_variable',
  ])
  expect(undeclared.body.error.details[0]).toMatchObject({ line: 2, variable: 'nobody' })
  const locales = { de: { subject: 'x', text: '{{ nobody }}' } }
  const inLanguage = await previewContent({ content: { ...content, locales }, variables })
  expect(refusalOf(inLanguage)[2]).toBe('/body/content/locales/de/text')
  const empty = await previewContent({ content: {} })
  expect(refusalOf(empty)).toEqual([422, 'validation_failed', '/body/content/subject', 'required'])
  const line = { ...content, subject: 'a{{ name }}{% assign x = "%0a" | url_decode %}{{ x }}' }
  expect(refusalOf(await previewContent({ content: line, variables })).slice(1, 3)).toEqual([
    'template_render_failed',
    '/body/content/subject',
  ])
})

test('a mistake of a saved template is the preview’s as a whole', async () => {
  const subject = 'a{% assign x = "%0a" | url_decode %}{{ x }}'
  const id = await templates.made({ ...content, subject })
  const reply = await preview(id, { variables })
  expect(refusalOf(reply).slice(1, 3)).toEqual(['template_render_failed', '/body'])
  expect(reply.body.error.details[0].message).toMatch(/^The subject /)
})

test('a layout or a partial is no mail', async () => {
  for (const kind of ['layout', 'partial'] as const) {
    const id = await templates.made(piece(kind, 'x'))
    const reply = await preview(id)
    expect([reply.status, reply.body.error.code]).toEqual([409, 'invalid_state'])
    expect(reply.body.error.message).toBe(`Only a message can be previewed, and this is a ${kind}.`)
  }
})

describe('with a contact', () => {
  const greeting = {
    subject: 'Hello {{ contact.name }}',
    text: '{{ contact.email }} {{ contact.properties.plan }}',
    locales: { de: { subject: 'Hallo {{ contact.name }}', text: 'Ihr {{ contact.properties.plan }}' } },
  }
  const contact = async (of: Tenant, project: string) => {
    const email = `${randomUUID()}@example.com`
    const body = { project_id: project, email, name: 'Ada', properties: { plan: 'pro', locale: 'de-AT' } }
    const reply = await call(service.url, 'PUT', '/v1/contacts', { key: await of.key(), body })
    return { email, id: reply.body.id as string }
  }

  test('it shows the contact, in the contact’s language', async () => {
    const id = await templates.made(greeting)
    const { id: contact_id, email } = await contact(tenant, tenant.liveProject)
    const reply = await preview(id, { contact_id })
    expect(reply.body, reply.text).toMatchObject({ locale: 'de', subject: 'Hallo Ada', text: 'Ihr pro' })
    expect((await preview(id, { contact_id, locale: 'en' })).body).toMatchObject({
      locale: null,
      text: `${email} pro`,
    })
    expect((await previewContent({ content: greeting, contact_id })).body).toMatchObject({ locale: 'de' })
  })

  test('it has to be one of the template’s project', async () => {
    const refused = [422, 'validation_failed', '/body/contact_id', 'not_found']
    const { id: contact_id } = await contact(tenant, tenant.testProject)
    const other = await addTenant(service)
    const { id: theirs } = await contact(other, other.liveProject)
    const id = await templates.made({ ...greeting, project_id: tenant.liveProject })
    expect(refusalOf(await preview(id, { contact_id }))).toEqual(refused)
    const everywhere = await templates.made(greeting)
    expect((await preview(everywhere, { contact_id })).status).toBe(200)
    expect(refusalOf(await preview(everywhere, { contact_id: theirs }))).toEqual(refused)
    expect(
      refusalOf(await previewContent({ content: greeting, contact_id, project_id: tenant.liveProject })),
    ).toEqual(refused)
  })
})

test('the template of another workspace is not there', async () => {
  const others = templateCalls(service.url, await (await addTenant(service)).session('admin'))
  expect((await preview(await others.made(content), { variables })).status).toBe(404)
  const project_id = (await addTenant(service)).liveProject
  expect(refusalOf(await previewContent({ content, variables, project_id }))[2]).toBe('/body/project_id')
})
