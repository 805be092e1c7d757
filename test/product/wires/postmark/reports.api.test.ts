import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'
import type { ApiRequest } from '../../../support/api/api.js'

/** Messages, bounces and suppressions as Postmark's packages read them. */

let service: TestService
let key: string
let workspaceKey: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  workspaceKey = service.credentials.workspace_key
})
afterAll(() => service.stop())

const ask = (method: string, path: string, more: ApiRequest = {}) =>
  wireCalls('postmark', service.url)(method, path, { key, ...more })
const send = async (to: string, more: object = {}) => {
  const body = { From: 'Acme <billing@shop.example>', To: to, Subject: 'Hello', TextBody: 'Hi', ...more }
  const reply = await ask('POST', '/email', { body })
  const { MessageID: id } = reply.body as { MessageID: string }
  await settled(service.url, key, id)
  return id
}

describe('messages', () => {
  test('are listed by count and offset, and filtered', async () => {
    const ids = [await send('a@one.example'), await send('a@one.example'), await send('a@one.example')]
    const list = async (query: string) => {
      const { status, body, text } = await ask('GET', `/messages/outbound?recipient=a%40one.example&${query}`)
      expect(status, text).toBe(200)
      const { TotalCount: total, Messages: messages } = body as unknown as {
        TotalCount: number
        Messages: { MessageID: string }[]
      }
      return [total, messages.map(({ MessageID }) => MessageID)]
    }
    const [first, second, third] = ids
    expect(await list('count=2&offset=0')).toEqual([3, [third, second]])
    expect(await list('count=2&offset=2')).toEqual([3, [first]])
    expect(await list('Count=1&OFFSET=1')).toEqual([3, [second]])
    const today = new Date().toISOString().slice(0, 10)
    expect(await list(`count=9&fromDate=${today}&toDate=${today}`)).toEqual([3, [third, second, first]])
    expect(await list('count=9&todate=2020-01-01')).toEqual([0, []])
    expect(await list('count=9&status=queued')).toEqual([0, []])
    expect(await list('count=9&status=sent')).toEqual([3, [third, second, first]])
    const far = await ask('GET', '/messages/outbound?count=500&offset=1501')
    expect([far.status, far.body]).toEqual([
      422,
      { ErrorCode: 403, Message: expect.stringContaining('narrow the list by dates') as string },
    ])
    expect((await ask('GET', '/messages/outbound?fromdate=yesterday')).status).toBe(422)
  })

  test('are shown with their content and what happened to them', async () => {
    const id = await send('Ada <ada@example.com>', {
      Cc: 'b@example.com',
      Tag: 'hello',
      Metadata: { a: '1' },
    })
    const { status, body } = await ask('GET', `/messages/outbound/${id}/details`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      MessageID: id,
      Tag: 'hello',
      To: [{ Email: 'ada@example.com', Name: 'Ada' }],
      Cc: [{ Email: 'b@example.com', Name: '' }],
      Recipients: ['ada@example.com', 'b@example.com'],
      From: 'Acme <billing@shop.example>',
      Status: 'Sent',
      Metadata: { a: '1' },
      MessageStream: 'outbound',
      TextBody: 'Hi',
      HtmlBody: null,
      MessageEvents: [{ Type: 'Delivered' }, { Type: 'Delivered' }],
    })
  })

  test('that are not there have the code of Postmark', async () => {
    const reply = await ask('GET', '/messages/outbound/msg_01k3v6g5a8f4q9x2m7n0c1d8re/details')
    expect([reply.status, reply.body]).toMatchObject([422, { ErrorCode: 701 }])
  })
})

describe('bounces', () => {
  test('are listed, shown and activated', async () => {
    const id = await send('bounce@bounce.example')
    const list = await ask('GET', `/bounces?count=10&messageID=${id}`)
    const { TotalCount: total, Bounces: listed } = list.body as unknown as {
      TotalCount: number
      Bounces: { ID: string }[]
    }
    expect(total, list.text).toBe(1)
    const [bounce] = listed
    expect(bounce).toMatchObject({
      MessageID: id,
      Email: 'bounce@bounce.example',
      Type: 'HardBounce',
      TypeCode: 1,
    })
    const at = `/bounces/${bounce?.ID ?? ''}`
    expect((await ask('GET', at)).body).toEqual(bounce)
    const suppressed = async () =>
      (await ask('GET', '/message-streams/outbound/suppressions/dump', { key: workspaceKey })).body
    const of = { EmailAddress: 'bounce@bounce.example', SuppressionReason: 'HardBounce' }
    expect(await suppressed()).toMatchObject({ Suppressions: [of] })
    const activated = await ask('PUT', `${at}/activate`, { key: workspaceKey })
    expect(activated.body).toEqual({ Message: 'OK', Bounce: bounce })
    expect(await suppressed()).toEqual({ Suppressions: [] })
  })

  test('that are not there have the code of Postmark', async () => {
    const reply = await ask('GET', '/bounces/log_01k3v6g5a8f4q9x2m7n0c1d8re')
    expect([reply.status, reply.body]).toMatchObject([422, { ErrorCode: 407 }])
    expect((await ask('PUT', '/bounces/log_01k3v6g5a8f4q9x2m7n0c1d8re/activate')).body).toMatchObject({
      ErrorCode: 407,
    })
  })

  test('are counted', async () => {
    const reply = await ask('GET', '/deliverystats')
    expect(reply.body).toEqual({
      Bounces: [
        { Name: 'All', Count: 1 },
        { Type: 'HardBounce', Name: 'Hard bounce', Count: 1 },
      ],
    })
  })
})

describe('suppressions', () => {
  const path = '/message-streams/outbound/suppressions'

  test('are added, listed and removed', async () => {
    const ask2 = (method: string, at: string, body?: unknown) =>
      ask(method, at, { key: workspaceKey, ...(body !== undefined && { body }) })
    const body = { Suppressions: [{ EmailAddress: 'gone@example.com' }, { EmailAddress: 'nobody' }] }
    const added = await ask2('POST', path, body)
    expect([added.status, added.body]).toEqual([
      200,
      {
        Suppressions: [
          { EmailAddress: 'gone@example.com', Status: 'Suppressed', Message: null },
          { EmailAddress: 'nobody', Status: 'Failed', Message: expect.any(String) as string },
        ],
      },
    ])
    const listed = {
      EmailAddress: 'gone@example.com',
      SuppressionReason: 'ManualSuppression',
      Origin: 'Customer',
      CreatedAt: expect.any(String) as string,
    }
    const list = async (query: string) => (await ask2('GET', `${path}/dump?${query}`)).body
    expect(await list('emailAddress=gone%40example.com')).toEqual({ Suppressions: [listed] })
    expect(await list('suppressionReason=ManualSuppression&origin=Customer')).toEqual({
      Suppressions: [listed],
    })
    expect(await list('suppressionReason=SpamComplaint')).toEqual({ Suppressions: [] })
    expect(await list('suppressionReason=SpamComplaint&origin=Customer')).toEqual({ Suppressions: [] })
    const removed = await ask2('POST', `${path}/delete`, {
      Suppressions: [{ EmailAddress: 'gone@example.com' }],
    })
    expect(removed.body).toMatchObject({ Suppressions: [{ Status: 'Deleted' }] })
    expect(await list('emailaddress=gone%40example.com')).toEqual({ Suppressions: [] })
  })

  test('need a key of the workspace and a stream that there is', async () => {
    const refused = await ask('GET', `${path}/dump`)
    expect([refused.status, refused.body]).toMatchObject([401, { ErrorCode: 10 }])
    const unknown = await ask('GET', '/message-streams/news/suppressions/dump', { key: workspaceKey })
    expect([unknown.status, unknown.body]).toMatchObject([422, { ErrorCode: 1226 }])
  })
})
