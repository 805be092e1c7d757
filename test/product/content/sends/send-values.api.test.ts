import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import {
  receipt,
  variables,
  outcomeOf,
  templateSends,
  type TemplateSends,
} from '../../../support/templates/template-sends.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Tests the values, language and recipient in the mail of a send with a template. */

let service: TestService
let tenant: Tenant
let key: string
let templates: TemplateCalls
let sends: TemplateSends
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  templates = templateCalls(service.url, await tenant.session('admin'))
  sends = templateSends(service.url, tenant.liveProject, key)
})

const send: TemplateSends['send'] = (...given) => sends.send(...given)
const accepted: TemplateSends['accepted'] = (reply) => sends.accepted(reply)

describe('values', () => {
  test('that are missing are named all at once, and nothing is stored', async () => {
    const id = await templates.published(receipt)
    const reply = await send({ template_id: id, variables: { other: 1 } })
    expect(outcomeOf(reply)).toEqual([422, 'template_render_failed'])
    expect(reply.body.error.message).toBe('The template could not be rendered: name and number are missing.')
    expect(reply.body.error.details).toMatchObject([
      { path: '/body/template/variables/name', code: 'missing_variable', variable: 'name' },
      { path: '/body/template/variables/number', code: 'missing_variable', variable: 'number' },
    ])
    const { rows } = await service.sql.query(
      'select count(*)::integer as count from messages where template_id is not null and subject = $1',
      [receipt.subject],
    )
    expect(rows[0].count).toBe(0)
  })

  test('have at most 64 kB of JSON', async () => {
    const id = await templates.published({ ...receipt })
    const tooMuch = { ...variables, name: 'é'.repeat(32_000) }
    const reply = await send({ template_id: id, variables: tooMuch })
    expect(reply.body.error.details).toEqual([
      {
        path: '/body/template/variables',
        code: 'too_long',
        rule: 'too_long',
        message: 'has more than 64 kB of JSON',
      },
    ])
    const much = { ...variables, name: 'é'.repeat(31_900) }
    expect((await send({ template_id: id, variables: much })).status).toBe(202)
  })

  test('count toward the size of a message once they are rendered', async () => {
    const id = await templates.published({
      ...receipt,
      text: '{% for i in (1..15) %}{{ name }}{% endfor %}',
      html: undefined,
    })
    const attachments = [{ filename: 'a.bin', content: 'A'.repeat(9_900_000) }]
    const small = { ...variables, name: 'x' }
    expect((await send({ template_id: id, variables: small }, { attachments })).status).toBe(202)
    const large = { ...variables, name: 'x'.repeat(10_000) }
    const reply = await send({ template_id: id, variables: large }, { attachments })
    expect(outcomeOf(reply)).toEqual([413, 'payload_too_large'])
  })

  test('that a filter cuts in half become text that can be kept', async () => {
    const id = await templates.published({
      ...receipt,
      subject: '{{ number | split: "" | first }}',
      text: '{{ name | url_decode }}',
      html: undefined,
    })
    const { content } = await accepted(
      await send({ template_id: id, variables: { number: '👋 Hello', name: 'a%00b' } }),
    )
    expect(content).toMatchObject({ subject: '\uFFFD', text: 'a\uFFFDb' })
  })
})

describe('language', () => {
  const versionOf = async (fields: object) => {
    const id = await templates.published({
      ...receipt,
      locales: {
        de: { subject: 'Quittung {{ number }}', text: 'Danke' },
        'pt-BR': { subject: 'Recibo {{ number }}', text: 'Obrigado' },
      },
    })
    return async (locale?: string) => {
      const reference = { template_id: id, variables, ...(locale !== undefined && { locale }) }
      const { message } = await accepted(await send(reference, fields))
      return [message.template.locale, message.subject]
    }
  }
  const contact = async (properties: object) => {
    const email = `${randomUUID()}@example.com`
    const body = { project_id: tenant.liveProject, email, properties }
    expect((await call(service.url, 'PUT', '/v1/contacts', { key, body })).status).toBe(201)
    return email
  }

  test('is the one asked for, or a more general one, or none', async () => {
    const sent = await versionOf({})
    expect(await sent('de')).toEqual(['de', 'Quittung A-1'])
    expect(await sent('DE-at')).toEqual(['de', 'Quittung A-1'])
    expect(await sent('pt-br')).toEqual(['pt-BR', 'Recibo A-1'])
    expect(await sent('pt')).toEqual([null, 'Receipt A-1'])
    expect(await sent()).toEqual([null, 'Receipt A-1'])
  })

  test('is else that of the only recipient', async () => {
    const german = await contact({ locale: 'de_AT' })
    const to = await versionOf({ to: [{ email: german.toUpperCase() }] })
    expect(await to()).toEqual(['de', 'Quittung A-1'])
    expect(await to('pt-BR')).toEqual(['pt-BR', 'Recibo A-1'])
    // Asked for, though there is no content in it.
    expect(await to('fr')).toEqual([null, 'Receipt A-1'])
    const both = await versionOf({ to: [{ email: german }], bcc: [{ email: 'grace@example.com' }] })
    expect(await both()).toEqual([null, 'Receipt A-1'])
    const odd = await versionOf({ to: [{ email: await contact({ locale: 5 }) }] })
    expect(await odd()).toEqual([null, 'Receipt A-1'])
  })

  test('is that of the contact of the project only', async () => {
    const email = `${randomUUID()}@example.com`
    const body = { project_id: tenant.testProject, email, properties: { locale: 'de' } }
    await call(service.url, 'PUT', '/v1/contacts', { key, body })
    const sent = await versionOf({ to: [{ email }] })
    expect(await sent()).toEqual([null, 'Receipt A-1'])
  })
})

describe('the recipient', () => {
  const greeting = {
    ...receipt,
    subject: 'Hello {{ contact.name | default: "you" }}',
    text: '{{ contact.email }} {{ contact.properties.plan | default: "no plan" }}',
    html: undefined,
    variables: [],
  }

  test('is a contact of the project, or known by the send', async () => {
    const id = await templates.published(greeting)
    const email = `${randomUUID()}@example.com`
    const body = { project_id: tenant.liveProject, email, name: 'Ada', properties: { plan: 'pro' } }
    await call(service.url, 'PUT', '/v1/contacts', { key, body })
    const known = await accepted(await send({ template_id: id }, { to: [{ email, name: 'Not this' }] }))
    expect(known.content).toMatchObject({ subject: 'Hello Ada', text: `${email} pro` })
    const named = await accepted(
      await send({ template_id: id }, { to: [{ email: 'bob@example.com', name: 'Bob' }] }),
    )
    expect(named.content).toMatchObject({ subject: 'Hello Bob', text: 'bob@example.com no plan' })
    const nameless = await accepted(await send({ template_id: id }, { to: [{ email: 'eve@example.com' }] }))
    expect(nameless.content.subject).toBe('Hello you')
  })

  test('is nobody where there are two', async () => {
    const id = await templates.published(greeting)
    const reply = await send({ template_id: id }, { cc: [{ email: 'bob@example.com' }] })
    expect(outcomeOf(reply)).toEqual([422, 'template_render_failed'])
    expect(reply.body.error.message).toContain('contact')
  })
})
