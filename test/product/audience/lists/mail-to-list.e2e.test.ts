import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { inbox, untilLog } from '../../../support/messages/mail.js'
import { messageFor } from '../../../support/messages/messages.js'
import {
  addList,
  ask,
  pathIn,
  press,
  subscribe,
  textWithLink,
  type OptIn,
} from '../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** From the request to opt in to the list's mail and out again, as people and their mail readers go. */

type Message = components['schemas']['AcceptedMessage']
type Event = components['schemas']['OtherEvent']

let service: TestService
let optIn: OptIn
let list: string

beforeAll(async () => {
  service = await startTestService({ delivery: { pollMs: 20 } })
  const { workspace_key: key, project_id: project } = service.credentials
  optIn = { url: service.url, key, project }
  list = await addList(optIn, 'News & more')
})
afterAll(() => service.stop())

const get = (path: string) => call(service.url, 'GET', path, { key: optIn.key })
const post = (fields: Record<string, unknown>): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/messages', { key: optIn.key, body: messageFor(optIn.project, fields) })

async function sendToList(email: string, fields: Record<string, unknown> = {}): Promise<Message> {
  const text = await textWithLink(optIn, (fields['list_id'] as string | undefined) ?? list, email)
  const reply = await post({ list_id: list, to: [{ email }], subject: 'Issue 1', text, ...fields })
  expect(reply.status, reply.text).toBe(202)
  return reply.body as Message
}

const ended = async (message: Message, status: string) => {
  const all = { ...service, credentials: { ...service.credentials, project_key: optIn.key } }
  return untilLog(all, message, (log) => log.status === status, status)
}
const mailTo = (email: string, subject: string) =>
  until(
    async () => (await inbox(service.url, email)).find((mail) => mail.subject === subject),
    `${subject} to ${email}`,
  )
const eventsOf = async (message: Message) =>
  ((await get('/v1/events?limit=100')).body.data as Event[]).filter(
    ({ data }) => data['message_id'] === message.id,
  )

test('the address of credentials, which links begin with, is where the service is, on a free port, too', async () => {
  const { base_url } = service.credentials
  expect(base_url).toBe(`http://localhost:${new URL(service.url).port}`)
  expect((await fetch(`${base_url}/readyz`)).status).toBe(200)
})

test('the whole way: asked, confirmed on the page, mailed, left by one click, mailed no more', async () => {
  const email = 'ada@shop.example'
  await ask(optIn, list, email)
  const asked = await mailTo(email, 'Please confirm your subscription to News & more')
  expect(asked.headers['list-unsubscribe']).toBeUndefined()
  expect(asked.headers['auto-submitted']).toBe('auto-generated')
  const confirm = pathIn(asked.text ?? '')
  expect(asked.html).toContain(`${service.credentials.base_url}${confirm}"`)
  expect((await sendToList(email)).recipients[0]?.status).toBe('suppressed')

  const page = await call(service.url, 'GET', confirm)
  expect(page.text).toMatch(/<form[^>]* method="post"/i)
  expect((await press(optIn, confirm)).status).toBe(200)

  const issue = await sendToList(email, { subject: 'Issue 2' })
  expect(issue.recipients[0]?.status).toBe('queued')
  const { headers } = await mailTo(email, 'Issue 2')
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(headers['list-id']).toBe(`News & more <${list.replace('_', '-')}.list.shop.example>`)
  const link = String(headers['list-unsubscribe'])
  expect(link).toMatch(new RegExp(`^<${service.credentials.base_url}/subscriptions/unsubscribe/[\\w-]+>$`))
  const { body: message } = await get(`/v1/messages/${issue.id}`)
  expect(message.list_id).toBe(list)
  // The link unsubscribes whoever has it, and is for the recipient.
  expect((await get(`/v1/messages/${issue.id}/content`)).body.list_unsubscribe).toBeNull()

  const oneClick = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const clicked = await call(service.url, 'POST', pathIn(link), {
    raw: 'List-Unsubscribe=One-Click',
    headers: oneClick,
  })
  expect(clicked.status).toBe(200)
  const left = (await eventsOf(issue)).find(({ type }) => type === 'message.unsubscribed')
  expect(left?.data).toMatchObject({
    email,
    source: 'one_click',
    list_id: list,
    log_id: issue.recipients[0]?.log_id,
  })

  const after = await sendToList(email, { subject: 'Issue 3' })
  expect(after).toMatchObject({ status: 'failed', recipients: [{ status: 'suppressed' }] })
  expect((await ended(after, 'suppressed')).suppression_reason).toBe('not_confirmed')
  expect((await eventsOf(after)).find(({ type }) => type === 'message.suppressed')?.data).toMatchObject({
    recipient: email,
    reason: 'not_confirmed',
  })
  // Mail that is not to the list still goes.
  expect((await post({ to: [{ email }], subject: 'Receipt' })).body.recipients[0].status).toBe('queued')
  await mailTo(email, 'Receipt')
  expect((await inbox(service.url, email)).map(({ subject }) => subject).sort()).toEqual([
    'Issue 2',
    'Please confirm your subscription to News & more',
    'Receipt',
  ])
})

describe('who leaves while mail is under way', () => {
  test('gets nothing that is scheduled or deferred', async () => {
    const stays = await subscribe(optIn, list, 'stays@under-way.example')
    const leaves = await subscribe(optIn, list, 'leaves@under-way.example')
    const deferred = await subscribe(optIn, list, 'defer+always@under-way.example')
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const [kept, stopped] = await Promise.all(
      [stays, leaves].map(({ email }) => sendToList(email, { scheduled_at: soon })),
    )
    const tried = await sendToList(deferred.email)
    await ended(tried, 'deferred')
    for (const { list_id, id } of [leaves, deferred]) {
      const path = `/v1/subscriber-lists/${list_id}/subscriptions/${id}/unsubscribe`
      expect((await call(service.url, 'POST', path, { key: optIn.key })).status).toBe(200)
    }
    // Their time has come.
    await service.sql.query('update delivery_queue set due_at = now() where lease is null')
    expect((await ended(stopped!, 'suppressed')).suppression_reason).toBe('not_confirmed')
    expect((await ended(tried, 'suppressed')).suppression_reason).toBe('not_confirmed')
    expect((await eventsOf(stopped!)).find(({ type }) => type === 'message.suppressed')?.data).toMatchObject({
      reason: 'not_confirmed',
    })
    await ended(kept!, 'delivered')
    expect((await inbox(service.url, leaves.email)).map(({ subject }) => subject)).not.toContain('Issue 1')
  })

  test('and nobody does where the list is deleted', async () => {
    const closed = await addList(optIn, 'Closed')
    const { email } = await subscribe(optIn, closed, 'ada@closed.example')
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const scheduled = await sendToList(email, { list_id: closed, scheduled_at: soon })
    const path = `/v1/subscriber-lists/${closed}`
    expect((await call(service.url, 'DELETE', path, { key: optIn.key })).status).toBe(204)
    await service.sql.query('update delivery_queue set due_at = now() where lease is null')
    expect((await ended(scheduled, 'suppressed')).suppression_reason).toBe('not_confirmed')
  })

  test('and whose address is suppressed besides is told of that', async () => {
    const { email } = await subscribe(optIn, list, 'suppressed@under-way.example')
    const scheduled = await sendToList(email, {
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await service.sql.query(
      `insert into suppressions (workspace_id, address, id, reason)
       select workspace_id, address, id, 'complaint' from subscriptions where email = $1`,
      [email],
    )
    await service.sql.query(`update subscriptions set status = 'unsubscribed' where email = $1`, [email])
    await service.sql.query('update delivery_queue set due_at = now() where lease is null')
    expect((await ended(scheduled, 'suppressed')).suppression_reason).toBe('complaint')
    expect((await ended(await sendToList(email), 'suppressed')).suppression_reason).toBe('complaint')
  })
})

describe('mail to a list', () => {
  test('is refused where it is to more than one, or brings a way out of its own', async () => {
    const others = await addList({ ...optIn, project: service.credentials.test_project_id })
    const more = [{ email: 'b@example.com' }]
    const refusals: [fields: Record<string, unknown>, path: string, code: string][] = [
      [{ list_id: toTypeId('lst', newUuid()) }, 'list_id', 'not_found'],
      [{ list_id: others }, 'list_id', 'not_found'],
      [{ to: [{ email: 'a@example.com' }, ...more] }, 'to', 'recipients'],
      [{ cc: more }, 'cc', 'recipients'],
      [{ bcc: more }, 'bcc', 'recipients'],
      [{ list_unsubscribe: { url: 'https://shop.example/u' } }, 'list_unsubscribe', 'not_allowed'],
    ]
    for (const [fields, path, code] of refusals) {
      const { status, body } = await post({ list_id: list, ...fields })
      expect([status, body.error.details]).toEqual([
        422,
        [expect.objectContaining({ path: `/body/${path}`, code })],
      ])
    }
    // In a batch each item for itself.
    await subscribe(optIn, list, 'batch@example.com')
    const text = await textWithLink(optIn, list, 'batch@example.com')
    const item = (key: string, fields: Record<string, unknown>) => ({
      idempotency_key: key,
      message: messageFor(optIn.project, { list_id: list, ...fields }),
    })
    const items = [
      item('one', { to: [{ email: 'Batch@example.com' }], subject: 'Batch', text }),
      item('two', { to: [{ email: 'nobody@example.com' }] }),
      item('three', { cc: more }),
    ]
    const batch = await call(service.url, 'POST', '/v1/messages/batch', { key: optIn.key, body: { items } })
    const [one, two, three] = batch.body.data
    expect(one.message.recipients[0].status).toBe('queued')
    expect(two.message.recipients[0].status).toBe('suppressed')
    expect(three.error.details).toMatchObject([{ path: '/body/items/2/message/cc', code: 'recipients' }])
    expect((await mailTo('batch@example.com', 'Batch')).headers['list-unsubscribe']).toBeDefined()
  })

  test('shows its recipient in each body how to leave the list', async () => {
    const [email, other] = ['shown@example.com', 'other@example.com']
    await subscribe(optIn, list, email)
    await subscribe(optIn, list, other)
    const text = await textWithLink(optIn, list, email)
    const html = `<p>${text.replace(/https?:\S+/, '<a href="$&">Leave</a>')}</p>`
    const elsewhere = await addList(optIn, 'Elsewhere')
    await subscribe(optIn, elsewhere, email)
    const details = (fields: object) =>
      post({ list_id: list, to: [{ email }], ...fields }).then(
        ({ body }) => body.error?.details as { path: string; code: string }[] | undefined,
      )
    const lacks = (...fields: string[]) =>
      fields.map(
        (field) => expect.objectContaining({ path: field, code: 'unsubscribe_link_missing' }) as unknown,
      )
    expect(await details({ text: 'News.' })).toEqual(lacks('/body/text'))
    expect(await details({ text, html: '<p>News.</p>' })).toEqual(lacks('/body/html'))
    expect(await details({ text: 'News.', html: '<p>News.</p>' })).toEqual(lacks('/body/html', '/body/text'))
    // Neither another person's, nor that of another list, nor one that nobody has made.
    for (const wrong of [
      await textWithLink(optIn, list, other),
      await textWithLink(optIn, elsewhere, email),
      `${service.credentials.base_url}/subscriptions/unsubscribe/preview`,
    ]) {
      expect(await details({ text: wrong })).toEqual(lacks('/body/text'))
    }
    expect(await details({ text, html })).toBeUndefined()
    const items = [
      { idempotency_key: 'no link', message: messageFor(optIn.project, { list_id: list, to: [{ email }] }) },
    ]
    const batch = await call(service.url, 'POST', '/v1/messages/batch', { key: optIn.key, body: { items } })
    expect(batch.body.data[0].error.details).toEqual(lacks('/body/items/0/message/text'))
  })
})
