import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call } from '../../support/api/api.js'
import { eventsOf } from '../../support/instance/events-of.js'
import { useInstance } from '../../support/instance/instance.js'
import { messageFor, send, settled } from '../../support/messages/messages.js'
import { until } from '../../support/time/until.js'

/** A message is accepted, kept as it was given, and followed to its end. */

type Schemas = components['schemas']

const at = useInstance()

const get = (path: string) => call(at.url, 'GET', path, { key: at.projectKey })
const logsOf = async (id: string) =>
  (await get(`/v1/message-logs?message_id=${id}`)).body.data as Schemas['MessageLog'][]

describe('a message with everything that there is', () => {
  const marker = randomUUID()
  const fields: Partial<Schemas['SendMessageRequest']> = {
    from_name: 'Grüße 👋',
    to: [{ email: 'Ada@Example.com', name: 'Ada Lovelace' }],
    cc: [{ email: 'grace@example.com' }],
    bcc: [{ email: 'mary@example.com' }],
    reply_to: [{ email: 'support@shop.example', name: 'Support' }],
    subject: `日本語 ${marker}`,
    text: 'Your receipt 👩‍👩‍👧',
    html: '<p>Your receipt <img src="cid:logo@shop.example"></p>',
    headers: { 'X-Order': 'A-1042' },
    list_unsubscribe: { url: 'https://shop.example/u/1', email: 'u@shop.example' },
    attachments: [
      { filename: 'receipt.txt', content: 'VG90YWw6IDQyIEVVUgo=', content_type: 'text/plain' },
      { filename: 'logo.png', content: 'iVBORw0KGgo=', content_id: 'logo@shop.example' },
    ],
    category: marker,
    metadata: { order_id: marker, plan: 'pro' },
  }
  const sent = async () => {
    const body = messageFor(at.project, fields)
    const reply = await call(at.url, 'POST', '/v1/messages', { key: at.projectKey, body })
    expect(reply.status, reply.text).toBe(202)
    return reply.body as Schemas['AcceptedMessage']
  }
  let accepted: Promise<Schemas['AcceptedMessage']> | undefined
  /** The one that all of these are about. */
  const message = () => (accepted ??= sent())

  test('is accepted for each of its recipients', async () => {
    const { status, recipients } = await message()
    expect(status).toBe('queued')
    expect(recipients.map(({ email, kind }) => [email.toLowerCase(), kind])).toEqual([
      ['ada@example.com', 'to'],
      ['grace@example.com', 'cc'],
      ['mary@example.com', 'bcc'],
    ])
    expect(new Set(recipients.map(({ log_id }) => log_id)).size).toBe(3)
  })

  test('is kept as it was given', async () => {
    const { id } = await message()
    const content = (await get(`/v1/messages/${id}/content`)).body as Schemas['MessageContent']
    const { from_name, cc, bcc, reply_to, subject, text, html, headers, list_unsubscribe } = fields
    expect(content).toMatchObject({ message_id: id, from_name, cc, bcc, reply_to, subject, text, html })
    expect(content).toMatchObject({ headers, list_unsubscribe })
    expect(content.attachments).toEqual([
      {
        filename: 'receipt.txt',
        content: 'VG90YWw6IDQyIEVVUgo=',
        content_type: 'text/plain',
        content_type_parameters: {},
        content_id: null,
        disposition: 'attachment',
        size: 14,
      },
      expect.objectContaining({ content: 'iVBORw0KGgo=', content_id: 'logo@shop.example', size: 8 }),
    ])
    expect(content.attachments[1]?.disposition).toBe('inline')
  })

  test('is delivered, and its logs say how', async () => {
    const { id, recipients } = await message()
    const { body } = await settled(at.url, at.projectKey, id)
    expect(body).toMatchObject({ status: 'delivered', environment: 'test', project_id: at.project })
    const logs = await logsOf(id)
    expect(logs.map((log) => log.id).sort()).toEqual(recipients.map(({ log_id }) => log_id).sort())
    for (const log of logs) {
      expect(log).toMatchObject({ message_id: id, status: 'delivered', category: marker })
      expect(log.attempts.map(({ outcome }) => outcome)).toEqual(['delivered'])
      expect(log.last_reply?.code).toBe(250)
    }
  })

  test.each([
    `category=${marker}`,
    `subject=${marker}`,
    `metadata_key=order_id&metadata_value=${marker}`,
    `status=delivered&category=${marker}`,
  ])('is found by %s', async (query) => {
    const { id } = await message()
    await settled(at.url, at.projectKey, id)
    const found = (await get(`/v1/message-logs?${query}`)).body.data as Schemas['MessageLog'][]
    expect(found.map(({ message_id }) => message_id)).toEqual([id, id, id])
    expect((await get(`/v1/message-logs?${query}x`)).body.data ?? []).toEqual([])
  })

  test('has events from its beginning to its end', async () => {
    const { id, created_at } = await message()
    await settled(at.url, at.projectKey, id)
    const events = await eventsOf(at, id, created_at)
    const delivered = Array<string>(3).fill('message.delivered')
    expect(events.map(({ type }) => type)).toEqual(['message.accepted', ...delivered])
    const ofType = await get(`/v1/events?since=${created_at}&type=message.accepted`)
    const types = (ofType.body.data as { type: string }[]).map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['message.accepted']))
  })
})

describe('a message’s status follows from its recipients’', () => {
  const sendTo = (...emails: string[]) =>
    send(at.url, at.projectKey, at.project, { to: emails.map((email) => ({ email })) })

  test.each<[string, string[], string, string[]]>([
    ['all delivered', ['a@example.com', 'b@example.com'], 'delivered', ['delivered', 'delivered']],
    [
      'some bounced',
      ['bounce@example.com', 'b@example.com'],
      'partially_delivered',
      ['bounced', 'delivered'],
    ],
    ['all bounced', ['bounce@example.com', 'bounce+551@example.com'], 'failed', ['bounced', 'bounced']],
  ])('%s', async (_name, to, status, recipients) => {
    const id = await sendTo(...to)
    const { body } = await settled(at.url, at.projectKey, id)
    const message = body as Schemas['Message']
    expect(message.status).toBe(status)
    expect(message.recipients.map((recipient) => recipient.status)).toEqual(recipients)
    const after = new Date(Date.parse(message.created_at) + 1).toISOString()
    const listed = await get(`/v1/messages?since=${message.created_at}&until=${after}`)
    expect(listed.body.data).toContainEqual(message)
  })

  test('a bounce says what the server replied', async () => {
    const id = await sendTo('bounce+5.2.2@example.com')
    await settled(at.url, at.projectKey, id)
    const [log] = await logsOf(id)
    expect(log?.status).toBe('bounced')
    expect(log?.last_reply).toMatchObject({ enhanced_code: '5.2.2' })
  })

  test('what was refused for now says when it goes on', async () => {
    const id = await sendTo('defer@example.com')
    const log = await until(
      async () => (await logsOf(id)).find(({ status }) => status === 'deferred'),
      'it to be deferred',
    )
    expect(log.last_reply?.code).toBe(451)
    expect(Date.parse(log.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(log.created_at))
    expect((await get(`/v1/messages/${id}`)).body.status).toBe('queued')
  })
})

test('the workspace’s sending status is there for its keys', async () => {
  for (const key of [at.projectKey, at.workspaceKey]) {
    const { status, body } = await call(at.url, 'GET', '/v1/sending-status', { key })
    expect([status, body.status]).toEqual([200, 'active'])
  }
})
