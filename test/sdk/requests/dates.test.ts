import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { PostsealError } from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, letter, listOf, skipWaits } from '../support.js'

const date = new Date('2026-01-15T08:00:00+02:00')
const text = '2026-01-15T06:00:00.000Z'

describe('a Date is sent as the text of its time', () => {
  const bodyOf = async (call: (client: ReturnType<typeof clientOf>['client']) => PromiseLike<unknown>) => {
    const { client, seen } = clientOf([json({ data: [] })])
    await call(client)
    return seen[0]?.body
  }

  test('of a message, of a batch, of what a contact did, of a campaign, of the end of a key', async () => {
    const message = { ...letter, scheduled_at: date }
    expect(await bodyOf((client) => client.messages.send(message))).toMatchObject({ scheduled_at: text })
    const batch = { items: [{ idempotency_key: 'a', message }] }
    expect(await bodyOf((client) => client.messages.sendBatch(batch))).toMatchObject({
      items: [{ message: { scheduled_at: text } }],
    })
    const event = { name: 'signed_up', at: date }
    expect(await bodyOf((client) => client.contacts.recordEvent('con_1', event))).toEqual({
      ...event,
      at: text,
    })
    const byAddress = { ...event, project_id: 'prj_1', email: 'ada@example.com' }
    expect(await bodyOf((client) => client.contacts.recordEventByAddress(byAddress))).toEqual({
      ...byAddress,
      at: text,
    })
    expect(await bodyOf((client) => client.campaigns.schedule('cmp_1', { scheduled_at: date }))).toEqual({
      scheduled_at: text,
    })
    const key = { kind: 'workspace' as const, name: 'A', scopes: [], restrictions: { expires_at: date } }
    expect(await bodyOf((client) => client.apiKeys.create(key))).toMatchObject({
      restrictions: { expires_at: text },
    })
    expect(message.scheduled_at).toBe(date)
  })

  test('of every list that is over time, on every page, and of an export', async () => {
    const { client, seen } = clientOf([json(listOf(['a'], 'c1')), json(listOf([]))])
    for await (const _ of client.messages.list({ since: date }));
    expect(seen.map(({ url }) => new URL(url).searchParams.get('since'))).toEqual([text, text])
    const query = { since: date, until: date }
    const lists = [
      client.messageLogs.list(query),
      client.events.list(query),
      client.webhooks.list(query),
      client.webhooks.listDeliveries(query),
      client.domains.list(query),
      client.dmarc.listSources(query),
      client.suppressions.export(query),
      client.contacts.list(query),
      client.contacts.listEvents('con_1', query),
      client.subscriberLists.list(query),
      client.subscriptions.list('lst_1', query),
      client.segments.list(query),
      client.campaigns.list(query),
      client.automations.list(query),
      client.automations.listRuns('aut_1', query),
      client.deletions.list(query),
      client.dmarc.listRamps(query),
      client.tlsReports.list(query),
      client.webhooks.listHealth(query),
      client.segments.listContacts('seg_1', query),
      client.campaigns.listRecipients('cmp_1', query),
      client.automations.listVersions('aut_1', query),
      client.projects.list(query),
      client.apiKeys.list(query),
      client.users.list(query),
      client.sessions.list(query),
    ]
    await Promise.all(lists)
    for await (const _ of client.suppressions.exportCsv(query));
    expect(seen.slice(2).map(({ url }) => new URL(url).search)).toEqual(
      Array.from(
        { length: lists.length + 1 },
        () => expect.stringContaining(`since=${encodeURIComponent(text)}`) as string,
      ),
    )
  })

  test('of another realm, too, as in the sandbox of a test runner', async () => {
    const other = runInNewContext(`new Date('${text}')`) as Date
    expect(await bodyOf((client) => client.messages.send({ ...letter, scheduled_at: other }))).toMatchObject({
      scheduled_at: text,
    })
    const { client, seen } = clientOf([json(listOf([]))])
    await client.events.list({ since: other })
    expect(new URL(String(seen[0]?.url)).searchParams.get('since')).toBe(text)
  })

  test('the same in all attempts, whatever becomes of the Date meanwhile', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, json({ id: 'msg_1' }, 202)])
    const changing = new Date(date)
    const sending = client.messages.send({ ...letter, scheduled_at: changing })
    changing.setFullYear(2030)
    await sending
    expect(seen.map(({ body }) => body)).toEqual([
      { ...letter, scheduled_at: text },
      { ...letter, scheduled_at: text },
    ])
  })
})

test('a text of a time is sent as it stands', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  await client.messages.send({ ...letter, scheduled_at: '2026-01-15T08:00:00+02:00' })
  expect(seen[0]?.body).toMatchObject({ scheduled_at: '2026-01-15T08:00:00+02:00' })
})

test('an invalid Date is refused with its place, and nothing is sent', async () => {
  const { client, seen } = clientOf([json({})])
  const never = new Date('soon')
  const message = { ...letter, scheduled_at: never }
  const key = { kind: 'workspace' as const, name: 'A', scopes: [], restrictions: { expires_at: never } }
  const calls: [PromiseLike<unknown>, string][] = [
    [client.messages.send(message), 'messages.send(body): body.scheduled_at is an invalid Date.'],
    [
      client.messages.sendBatch({ items: [{ message: letter }, { message }] }),
      'messages.sendBatch(body): body.items[1].message.scheduled_at is an invalid Date.',
    ],
    [
      client.contacts.recordEvent('con_1', { name: 'a', at: never }),
      'contacts.recordEvent(body): body.at is an invalid Date.',
    ],
    [
      client.contacts.recordEventByAddress({
        project_id: 'prj_1',
        email: 'a@b.example',
        name: 'a',
        at: never,
      }),
      'contacts.recordEventByAddress(body): body.at is an invalid Date.',
    ],
    [
      client.campaigns.schedule('cmp_1', { scheduled_at: never }),
      'campaigns.schedule(body): body.scheduled_at is an invalid Date.',
    ],
    [client.apiKeys.create(key), 'apiKeys.create(body): body.restrictions.expires_at is an invalid Date.'],
    [client.events.list({ until: never }), 'events.list(query): query.until is an invalid Date.'],
  ]
  for (const [call, sentence] of calls) {
    const error: unknown = await call.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(PostsealError)
    expect((error as Error).message).toBe(sentence)
  }
  expect(seen).toHaveLength(0)
})
