import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { piece, templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import {
  receipt,
  variables,
  outcomeOf,
  templateSends,
  type TemplateSends,
} from '../../../support/templates/template-sends.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** A send with a template in place of subject and bodies. */

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

test('the message is rendered, remembers its template, and has its sender', async () => {
  const id = await templates.published(receipt)
  const reply = await send({ template_id: id, variables })
  const { message, content } = await accepted(reply)
  expect(message).toMatchObject({
    from_email: 'billing@shop.example',
    from_name: 'Shop',
    subject: 'Receipt A-1',
    template: { template_id: id, version: 1, locale: null },
  })
  expect(content).toMatchObject({
    reply_to: [{ email: 'help@shop.example' }],
    html: '<p>Thank you, A &amp; B.</p>',
    text: 'Thank you, A & B.',
  })
  const events = await call(service.url, 'GET', '/v1/events?type=message.accepted&limit=100', { key })
  const event = events.body.data.find(({ data }: any) => data.message_id === reply.body.id)
  expect(event.data).toMatchObject({ subject: 'Receipt A-1', from_email: 'billing@shop.example' })

  const list = await call(service.url, 'GET', '/v1/messages', { key })
  expect(list.body.data[0].template).toEqual({ template_id: id, version: 1, locale: null })
})

test('a message with content of its own has no template', async () => {
  const fields = { from_email: 'a@shop.example', subject: 'Hello', text: 'Hi', template: undefined }
  const { message, content } = await accepted(await send({ template_id: '' }, fields))
  expect(message.template).toBeNull()
  expect(content.content_sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('the sender of the send wins over that of the template, field by field', async () => {
  const id = await templates.published(receipt)
  const fields = { from_email: 'other@shop.example', reply_to: [{ email: 'me@shop.example' }] }
  const { content } = await accepted(await send({ template_id: id, variables }, fields))
  expect(content).toMatchObject({ ...fields, from_name: 'Shop' })
})

test('without a sender in either place the send is refused', async () => {
  const id = await templates.published()
  const reply = await send({ template_id: id })
  expect(reply.body.error.details).toEqual([
    {
      path: '/body/from_email',
      code: 'required',
      rule: 'required',
      message: 'is required, since the template has no sender',
    },
  ])
})

describe('exactly one way', () => {
  const base = () => ({ project_id: tenant.liveProject, to: [{ email: 'ada@example.com' }] })
  const post = (body: object) => call(service.url, 'POST', '/v1/messages', { key, body })

  test('with neither, all that is missing is said at once', async () => {
    const reply = await post(base())
    expect(reply.body.error).toMatchObject({
      message: 'text is required. `details` names 2 more mistakes.',
      details: ['text', 'from_email', 'subject'].map((name) => ({
        path: `/body/${name}`,
        code: 'required',
        message: 'is required',
      })),
    })
  })

  test('a subject replaces that of the template', async () => {
    const template = { template_id: await templates.published(receipt), variables }
    const reply = await post({ ...base(), template, subject: 'Another {{ subject }}' })
    expect(reply.status, reply.text).toBe(202)
    const sent = await call(service.url, 'GET', `/v1/messages/${reply.body.id}`, { key })
    expect(sent.body.subject).toBe('Another {{ subject }}')
    expect(sent.body.template).toMatchObject({ template_id: template.template_id })
  })

  test('with both, all that is too much', async () => {
    const template = { template_id: await templates.published(receipt), variables }
    const reply = await post({ ...base(), template, subject: 'x', text: 'x', html: 'x' })
    expect(reply.body.error.details).toEqual(
      ['text', 'html'].map((name) => ({
        path: `/body/${name}`,
        code: 'one_of',
        rule: 'one_of',
        message: 'must be left out where there is a template',
      })),
    )
  })
})

describe('which template', () => {
  const unknown = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'
  const from = { from_email: 'a@shop.example' }

  test('is one for messages of the project', async () => {
    const others = templateCalls(service.url, await (await addTenant(service)).session('admin'))
    const ids = [
      unknown,
      await others.published(),
      await templates.published({ project_id: tenant.testProject }),
      await templates.published(piece('layout', '{% block content %}{% endblock %}')),
      await templates.published(piece('partial', 'x')),
    ]
    for (const id of ids) {
      const reply = await send({ template_id: id }, from)
      expect(outcomeOf(reply)).toEqual([404, 'template_not_found'])
      expect(reply.body.error.message).toBe(`There is no template ${id} for messages of this project.`)
    }
    const own = await templates.published({ project_id: tenant.liveProject })
    expect((await send({ template_id: own }, from)).status).toBe(202)
  })

  test('has been published, or in a test project at least been made', async () => {
    const id = await templates.made()
    expect(outcomeOf(await send({ template_id: id }, from))).toEqual([422, 'template_not_published'])
    expect(outcomeOf(await send({ template_id: id, version: 1 }, from))).toEqual([
      422,
      'template_not_published',
    ])
    const inTest = { ...from, project_id: tenant.testProject }
    expect(outcomeOf(await send({ template_id: id }, inTest))).toEqual([422, 'template_not_published'])
    expect((await send({ template_id: id, version: 1 }, inTest)).status).toBe(202)

    await templates.publish(id, 1)
    expect((await send({ template_id: id, version: 1 }, from)).status).toBe(202)
    const missing = await send({ template_id: id, version: 2 }, from)
    expect(outcomeOf(missing)).toEqual([404, 'template_not_found'])
    expect(missing.body.error.message).toBe(`The template ${id} has no version 2.`)
  })

  test('is the published version, and that of a roll-back at once', async () => {
    const id = await templates.published({ subject: 'One' })
    await templates.createVersion(id, { subject: 'Two', text: 'Two' })
    const subjectOf = async (version?: number) =>
      (await accepted(await send({ template_id: id, ...(version && { version }) }, from))).message.subject
    expect(await subjectOf()).toBe('One')
    await templates.publish(id, 2)
    expect(await subjectOf()).toBe('Two')
    // It was published before.
    expect(await subjectOf(1)).toBe('One')
    await templates.publish(id, 1)
    expect(await subjectOf()).toBe('One')
    await templates.remove(id)
    expect(outcomeOf(await send({ template_id: id }, from))).toEqual([404, 'template_not_found'])
    expect(outcomeOf(await send({ template_id: id, version: 1 }, from))).toEqual([404, 'template_not_found'])
  })
})

describe('a key that is held to a domain', () => {
  const held = (domain: string) => tenant.key({ restrictions: { senderDomains: [domain] } })

  test('is held to it by the sender of a template, too', async () => {
    const id = await templates.published(receipt)
    const reference = { template_id: id, variables }
    const reply = await send(reference, {}, { key: await held('other.example') })
    expect(outcomeOf(reply)).toEqual([403, 'sender_not_allowed'])
    expect((await send(reference, {}, { key: await held('shop.example') })).status).toBe(202)
  })

  test('gets the first reply of a key if it may send from where that message was sent from', async () => {
    const id = await templates.published(receipt)
    const reference = { template_id: id, variables }
    const idempotency = randomUUID()
    const first = await send(reference, {}, { idempotency })
    const other = await held('other.example')
    expect(outcomeOf(await send(reference, {}, { idempotency, key: other }))).toEqual([
      403,
      'sender_not_allowed',
    ])
    await templates.createVersion(id, { ...receipt, from_email: 'a@other.example' })
    await templates.publish(id, 2)
    expect(outcomeOf(await send(reference, {}, { idempotency, key: other }))).toEqual([
      403,
      'sender_not_allowed',
    ])
    const again = await send(reference, {}, { idempotency, key: await held('shop.example') })
    expect(again.body).toEqual(first.body)
  })
})

test('a repeated key gets the first reply, though the template is gone or another body asks', async () => {
  const id = await templates.published(receipt)
  const reference = { template_id: id, variables }
  const idempotency = randomUUID()
  const first = await send(reference, {}, { idempotency })
  expect(first.status, first.text).toBe(202)
  expect((await templates.remove(id)).status).toBe(204)
  const again = await send(reference, {}, { idempotency })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const changed = await send({ ...reference, variables: { ...variables, name: 'Eve' } }, {}, { idempotency })
  expect(outcomeOf(changed)).toEqual([409, 'idempotency_conflict'])
  const { message } = await accepted(again)
  expect(message.template).toEqual({ template_id: id, version: 1, locale: null })
})

test('a refused send leaves its key free for the mended one', async () => {
  const id = await templates.published(receipt)
  const idempotency = randomUUID()
  const refused = await send({ template_id: id, variables: { name: 'Ada' } }, {}, { idempotency })
  expect(outcomeOf(refused)).toEqual([422, 'template_render_failed'])
  expect((await send({ template_id: id, variables }, {}, { idempotency })).status).toBe(202)
})

test('subject and bodies are always of the same version, while others are published', async () => {
  const content = (version: number) => ({
    ...receipt,
    variables: [],
    subject: `Version ${version}`,
    text: `Text ${version}`,
    html: `<p>HTML ${version}</p>`,
    from_name: `Sender ${version}`,
  })
  const id = await templates.published(content(1))
  for (let version = 2; version <= 5; version += 1) await templates.createVersion(id, content(version))
  let publishing = true
  const publisher = (async () => {
    for (let round = 0; publishing; round += 1) await templates.publish(id, (round % 5) + 1)
  })()
  const replies: ApiReply[] = []
  for (let round = 0; round < 15; round += 1) {
    replies.push(...(await Promise.all(Array.from({ length: 4 }, () => send({ template_id: id })))))
  }
  publishing = false
  await publisher
  const seen = new Set<number>()
  for (const reply of replies) {
    const { message, content: found } = await accepted(reply)
    const version = message.template.version as number
    seen.add(version)
    const { subject, text, html, from_name } = content(version)
    expect(found).toMatchObject({ subject, text, html, from_name })
  }
  expect(seen.size).toBeGreaterThan(1)
})

test('mail to a list takes a template, and is still to one recipient', async () => {
  const id = await templates.published(receipt)
  const body = { project_id: tenant.liveProject, name: 'News', from_email: 'news@shop.example' }
  const list = await call(service.url, 'POST', '/v1/subscriber-lists', { key, body })
  const list_id = list.body.id as string
  const { message } = await accepted(await send({ template_id: id, variables }, { list_id }))
  // Nobody has confirmed.
  expect(message).toMatchObject({ list_id, template: { template_id: id }, status: 'failed' })
  const refused = await send({ template_id: id, variables }, { list_id, cc: [{ email: 'bob@example.com' }] })
  expect(refused.body.error.details).toMatchObject([{ path: '/body/cc', code: 'recipients' }])
})

test('a live project sends from its verified domains only, whoever names the sender', async () => {
  const strict = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'true' },
    beside: service,
  })
  try {
    const id = await templates.published(receipt)
    const body = {
      project_id: tenant.liveProject,
      to: [{ email: 'ada@example.com' }],
      template: { template_id: id, variables },
    }
    const reply = await call(strict.url, 'POST', '/v1/messages', { key, body })
    expect(outcomeOf(reply)).toEqual([422, 'sender_domain_not_verified'])
  } finally {
    await strict.stop()
  }
})
