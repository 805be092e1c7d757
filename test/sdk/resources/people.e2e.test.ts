import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AuthenticationError,
  PermissionDeniedError,
  Postseal,
  type Event,
} from '../../../sdk-ts/src/index.js'
import { startTestServer, type TestServer } from '../../../sdk-ts/src/testing/index.js'

/** The way of a person and of a program by the client alone: against a service as it is built. */

let server: TestServer
let owner: Postseal
beforeAll(async () => {
  server = await startTestServer({ command: ['node', 'dist/bin.js'] })
  owner = new Postseal({ baseURL: server.baseURL, apiKey: server.session })
})
afterAll(() => server.stop())

const email = 'grace@shop.example'

test('a colleague is added, signs in by mail, sees what happened, and is removed', async () => {
  const { id } = await owner.users.create({ email, name: 'Grace Hopper', role: 'admin' })
  const mail = await server.sink.waitForMail({ to: email, timeout_ms: 180_000 })
  const [link = ''] = mail.links.filter((link) => link.includes('#'))
  const visitor = new Postseal({ baseURL: server.baseURL, defaultHeaders: { Authorization: null } })
  const { session, token } = await visitor.sessions.create({ token: new URL(link).hash.slice(1) })
  expect(session).toMatchObject({ origin: 'link', user: { id, email, role: 'admin' } })

  // The token works once.
  const again = visitor.sessions.create({ token: new URL(link).hash.slice(1) })
  await expect(again).rejects.toBeInstanceOf(AuthenticationError)
  await expect(again).rejects.toMatchObject({ code: 'invalid_sign_in_link' })

  const grace = visitor.withOptions({ apiKey: token ?? '', defaultHeaders: {} })
  expect((await grace.sessions.retrieve('current')).id).toBe(session.id)
  expect((await grace.sessions.list()).data.map(({ id }) => id)).toContain(session.id)
  expect((await grace.users.list()).data.map(({ email }) => email)).toContain(email)
  await expect(grace.workspace.update({ name: 'Shop' })).rejects.toBeInstanceOf(PermissionDeniedError)
  const { name } = await owner.workspace.update({ name: 'Shop' })
  expect((await grace.workspace.retrieve()).name).toBe(name)

  const [created] = (await grace.auditEvents.list({ operation: 'createUser' })).data
  expect(created).toMatchObject({ outcome: 'succeeded', resource: { type: 'user', id } })
  expect(await grace.auditEvents.retrieve(created?.id ?? '')).toEqual(created)
  const exported = []
  for await (const entry of grace.auditEvents.export({ operation: 'createUser' })) exported.push(entry)
  expect(exported).toEqual([created])
  let csv = ''
  for await (const part of grace.auditEvents.exportCsv()) csv += part
  expect(csv).toContain(`,${id},succeeded,201,`)

  await owner.users.delete(id)
  await expect(grace.sessions.retrieve('current')).rejects.toBeInstanceOf(AuthenticationError)
})

test('events are followed while mail is sent, and statistics count it', async () => {
  const client = new Postseal({ baseURL: server.baseURL, apiKey: server.apiKey })
  const controller = new AbortController()
  const followed = client.events.follow({}, { signal: controller.signal })
  const seen: Event[] = []
  const delivered = (async () => {
    for await (const event of followed) {
      seen.push(event)
      if (event.type === 'message.delivered') return event.data.recipient
    }
    return undefined
  })()
  // It begins now: with the first reply there is a cursor.
  await expect.poll(() => followed.cursor).toBeDefined()

  const message = await client.messages.send({
    project_id: server.test_project_id,
    from: 'Shop <no-reply@shop.example>',
    to: 'ada@example.com',
    subject: 'Reset your password',
    text: 'Hello',
    category: 'password_reset',
  })
  expect(await delivered).toBe('ada@example.com')
  expect(seen.map(({ type }) => type)).toEqual(['message.accepted', 'message.delivered'])

  const [event] = seen
  expect(await client.events.retrieve(event?.id ?? '')).toEqual(event)
  const [log] = (await client.messageLogs.list({ message_id: message.id })).data
  // What was said in an attempt is in the log alone, not in lists.
  const said = log?.attempts.map((attempt) => ({ ...attempt, conversation: expect.any(String) as string }))
  expect(await client.messageLogs.retrieve(log?.id ?? '')).toEqual({ ...log, attempts: said })

  const { total, groups } = await client.statistics.retrieve({ group_by: 'category' })
  expect(total).toMatchObject({ accepted: 1, delivered: 1, bounced: 0 })
  expect(groups.map(({ key }) => key)).toEqual(['password_reset'])

  // Another process goes on at the cursor, and has again what came in the reply that was left in the middle.
  const others: string[] = []
  for await (const event of client.events.follow({ after: followed.cursor ?? '' })) {
    others.push(event.type)
    if (event.type === 'message.delivered') break
  }
  expect(others.at(-1)).toBe('message.delivered')
  controller.abort()
})

test('scheduled messages are rescheduled, and cancelled at once', async () => {
  const client = new Postseal({ baseURL: server.baseURL, apiKey: server.apiKey })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const send = () =>
    client.messages.send({
      project_id: server.test_project_id,
      from: 'Shop <no-reply@shop.example>',
      to: 'linus@example.com',
      subject: 'Later',
      text: 'Hello',
      scheduled_at: inHours(1),
    })
  const [first, second] = [await send(), await send()]
  const moved = inHours(2)
  const rescheduled = await client.messages.reschedule(first.id, { scheduled_at: moved })
  expect(rescheduled.scheduled_at).toBe(moved.toISOString())
  const sent = await client.messages.reschedule(second.id, { scheduled_at: null })
  expect(['queued', 'delivered']).toContain(sent.status)
  await client.messages.waitUntilSettled(second.id)
  const { data, cancelled, rejected } = await client.messages.cancelMany({
    message_ids: [first.id, second.id],
  })
  expect([cancelled, rejected]).toEqual([1, 1])
  expect(data.map(({ status, error }) => error?.code ?? status)).toEqual(['cancelled', 'invalid_state'])
})
