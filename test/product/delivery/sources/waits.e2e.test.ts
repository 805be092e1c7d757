import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsOf, read, send, untilLog } from '../../../support/messages/mail.js'
import { startReceiver } from '../../../support/webhooks/receiver.js'
import { addUser, requestLink } from '../../../support/sign-in/sign-in.js'
import { sources, startSourceHosts, type SourceHosts } from '../../../support/sources/source-hosts.js'
import type { TestService } from '../../../support/service/service.js'
import { firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { subscribe } from '../../../support/webhooks/webhook-deliveries.js'

/** Mail that waits for a source, as its sender is told, and mail that never waits. */

let hosts: SourceHosts
let service: TestService
beforeAll(async () => {
  hosts = await startSourceHosts()
  service = hosts.service
})
beforeEach(() => hosts.begin())
afterAll(() => hosts.close())

test('a wait is told once until there is an attempt, and is no attempt', async () => {
  hosts.unwelcome.add(sources[0])
  hosts.dns.zone['mta9.sender.example'] = { A: ['127.0.1.9'] }
  await hosts.cli('source', 'add', '127.0.1.9', '--name', 'mta9.sender.example', '--warm')
  const receiver = await startReceiver()
  await subscribe(service, receiver.url, { events: ['message.deferred'] })
  const category = 'waits'
  const message = await send(service, 'ada@gmail.example', { category })
  const log = await untilLog(service, message, ({ waiting_for }) => waiting_for !== null, 'the wait')
  const data = {
    message_id: message.id,
    log_id: log.id,
    recipient: 'ada@gmail.example',
    category,
    campaign_id: null,
    automation_id: null,
    attempt: 1,
    reply: null,
    class: null,
    error: null,
    next_attempt_at: log.next_attempt_at,
    waiting_for: 'source',
  }
  const [told] = await receiver.count(1)
  expect(told?.json).toMatchObject({ type: 'message.deferred', environment: 'live', data })

  // It waits once more, and for something else afterwards.
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  await untilLog(service, message, (now) => now.next_attempt_at !== log.next_attempt_at, 'another wait')
  await hosts.add('default', [sources[0]], '--warm')
  await service.sql.query(
    `insert into source_suspensions (source, provider, until, reply) values ($1, 'google', now() + interval '30 days', '421')`,
    [sources[0]],
  )
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  await untilLog(service, message, ({ waiting_for }) => waiting_for === 'provider', 'the other reason')
  expect(await typesOf(message)).toEqual(['message.accepted', 'message.deferred'])
  const { body } = await read(service, `/v1/statistics?category=${category}`)
  expect(body).toMatchObject({ total: { accepted: 1, deferred: 0 } })

  // An attempt is refused: that is told, and so is the next wait.
  await service.sql.query('delete from source_suspensions')
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  const refused = await untilLog(service, message, ({ attempts }) => attempts.length === 1, 'the refusal')
  expect(refused.waiting_for).toBe(null)
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  await untilLog(service, message, ({ waiting_for }) => waiting_for === 'provider', 'the wait after it')
  const events = (await eventsOf(service, message)).slice(1)
  expect(events.map(({ type }) => type)).toEqual(Array(3).fill('message.deferred'))
  expect(events.map(({ data: { attempt, waiting_for } }) => [attempt, waiting_for])).toEqual([
    [1, 'source'],
    [1, null],
    [2, 'provider'],
  ])
  expect((await read(service, `/v1/statistics?category=${category}`)).body).toMatchObject({
    total: { deferred: 1 },
  })
  await receiver.count(3)
  await receiver.close()
})

async function typesOf(message: { id: string }): Promise<string[]> {
  return (await eventsOf(service, message)).map(({ type }) => type)
}

test('sign-in mail leaves by a warm source of its pool, or beyond a cap, and waits for none', async () => {
  const signIn = async (email: string) => {
    await addUser(service, firstTenant(service).workspaceId, 'member', email)
    await requestLink(service.url, email)
    const { from, name } = await until(() => hosts.seen.find(({ to }) => to === email), 'the sign-in mail')
    return { from, name }
  }
  const ofHost = await signIn('none@gmail.example')
  expect(ofHost.name).toBe('mail.sender.example')
  expect(sources).not.toContain(ofHost.from)
  await hosts.add('default', [sources[0]])
  await hosts.cli('pool', 'schedule', 'default', '1')
  for (const email of ['first@gmail.example', 'beyond@gmail.example'])
    expect(await signIn(email)).toEqual({ from: sources[0], name: 'mta1.sender.example' })
  await until(async () => {
    const { rows } = await service.sql.query<{ taken: number; sent: number }>(
      'select taken, sent from source_days',
    )
    return rows.length === 1 && rows[0]?.taken === 1 && rows[0].sent === 2
  }, 'the counts of the day')
  await hosts.add('default', [sources[1]], '--warm')
  expect(await signIn('warm@gmail.example')).toEqual({ from: sources[1], name: 'mta2.sender.example' })
  await hosts.add('own', [sources[2]], '--warm')
  // Its address is no-reply@ the domain of bounces.
  await hosts.cli('pool', 'assign', 'own', '--domain', 'bounces.sender.example')
  expect(await signIn('own@gmail.example')).toEqual({ from: sources[2], name: 'mta3.sender.example' })
})
