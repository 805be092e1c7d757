import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { command, commandEnv } from '../../../support/commands/cli.js'
import { read, send, untilLog, type AcceptedMessage, type Log } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { sources, startSourceHosts, type SourceHosts } from '../../../support/sources/source-hosts.js'
import { until } from '../../../support/time/until.js'

let hosts: SourceHosts
let service: TestService
/** A second process on the same database. */
let other: TestService
beforeAll(async () => {
  hosts = await startSourceHosts()
  service = hosts.service
  other = await startTestService({ ...hosts.settings, beside: service })
})
beforeEach(() => hosts.begin())
afterAll(async () => {
  await other.stop()
  await hosts.close()
})

const cli: SourceHosts['cli'] = (...args) => hosts.cli(...args)
const add: SourceHosts['add'] = (...args) => hosts.add(...args)

const delivered = (message: AcceptedMessage) =>
  untilLog(service, message, (log) => log.status === 'delivered', 'the delivery')
const waiting = (message: AcceptedMessage) =>
  untilLog(service, message, (log) => log.waiting_for !== null, 'the wait')

async function sendMany(count: number, fields: object = {}): Promise<AcceptedMessage[]> {
  const all: AcceptedMessage[] = []
  for (let i = 0; i < count; i += 1) all.push(await send(service, `p${i}@gmail.example`, fields))
  return all
}

async function untilSettled(messages: readonly AcceptedMessage[]): Promise<Log[]> {
  const logs: Log[] = []
  for (const message of messages) {
    logs.push(
      await untilLog(
        service,
        message,
        (log) => log.status === 'delivered' || log.waiting_for !== null,
        'a delivery or a wait',
      ),
    )
  }
  return logs
}

/** Each process is asked once in this file: it answers the same for some seconds. */
const metricsOf = async ({ url }: TestService) => (await fetch(`${url}/metrics`)).text()

test('mail leaves from the source of its pool under its name, and the log says so', async () => {
  await add('default', [sources[0]], '--warm')
  const log = await delivered(await send(service, 'ada@gmail.example'))
  expect(hosts.seen).toEqual([{ from: sources[0], name: 'mta1.sender.example', to: 'ada@gmail.example' }])
  expect(log.attempts[0]?.source).toEqual({ address: sources[0], name: 'mta1.sender.example' })
  expect(log).toMatchObject({ stream: 'transactional', waiting_for: null })
})

test('streams, workspaces and domains go by their pools', async () => {
  await add('default', [sources[0]], '--warm')
  await add('bulk', [sources[1]], '--warm')
  await add('own', [sources[2]], '--warm')
  await cli('pool', 'assign', 'bulk', '--stream', 'bulk')
  await cli('pool', 'assign', 'own', '--domain', 'special.example')
  await delivered(await send(service, 'a@gmail.example'))
  const log = await delivered(await send(service, 'b@gmail.example', { stream: 'bulk' }))
  expect(log.stream).toBe('bulk')
  await delivered(await send(service, 'c@gmail.example', { from_email: 'shop@special.example' }))
  expect(Object.fromEntries(hosts.seen.map(({ to, from }) => [to, from]))).toEqual({
    'a@gmail.example': sources[0],
    'b@gmail.example': sources[1],
    'c@gmail.example': sources[2],
  })
  await cli('pool', 'assign', 'own', '--workspace', service.credentials.workspace_id)
  expect(await cli('pool', 'list')).toContain(
    `own      1        domain special.example, workspace ${service.credentials.workspace_id}`,
  )
  expect(await cli('pool', 'unassign', '--workspace', service.credentials.workspace_id)).toContain('no more')
})

test('a source that is removed and added again in the middle of a day sends by what it is now', async () => {
  await add('default', [sources[0]])
  await cli('pool', 'schedule', 'default', '10,20,40')
  const first = await sendMany(12)
  await untilSettled(first)
  expect(hosts.seen.length).toBe(10)

  // What waits is delivered by the new source, whose day both processes open anew.
  await cli('source', 'remove', sources[0])
  await add('default', [sources[0]])
  const second = await sendMany(12)
  const settled = await untilSettled(second)
  expect(settled.filter(({ status }) => status === 'delivered').length).toBeGreaterThan(0)
  const { rows } = await service.sql.query<{ cap: number; taken: number }>(
    'select cap, taken from source_days',
  )
  expect(rows[0]?.cap).toBe(10)
  expect(rows[0]?.taken).toBeLessThanOrEqual(10)
  expect(hosts.seen.length).toBeLessThanOrEqual(20)

  await cli('source', 'remove', sources[0])
  await add('default', [sources[0]], '--warm')
  const third = await sendMany(15)
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  for (const message of [...first, ...second, ...third]) await delivered(message)
  expect(hosts.seen.length).toBe(39)
})

test('two processes do not pass the cap of a day; the rest waits without an attempt, and goes the day after', async () => {
  await add('default', [sources[0]])
  await cli('pool', 'schedule', 'default', '10,20,40')
  const messages = await sendMany(16)
  const logs = await untilSettled(messages)
  expect(hosts.seen.length).toBe(10)
  const late = logs.filter(({ status }) => status === 'deferred')
  expect(late).toHaveLength(6)
  for (const log of late) {
    expect(log).toMatchObject({ waiting_for: 'warm_up', attempts: [] })
    expect(Date.parse(log.next_attempt_at ?? '')).toBeGreaterThan(Date.now())
  }
  const labels = `source="${sources[0]}",provider="google"`
  const metrics = await metricsOf(other)
  expect(metrics).toContain(`\npostseal_source_cap_today{${labels}} 10\n`)
  expect(metrics).toMatch(new RegExp(`^postseal_source_sent_today\\{${labels}\\} \\d+$`, 'm'))
  expect(metrics).toContain('\npostseal_sources{state="warming_up"} 1\n')
  await hosts.nextDay()
  await service.sql.query('update delivery_queue set due_at = now() where lease is null')
  for (const message of messages) expect(await delivered(message)).toMatchObject({ waiting_for: null })
  expect(hosts.seen.length).toBe(16)
  const { data } = JSON.parse(await cli('source', 'list', '--json')) as { data: unknown[] }
  expect(data).toMatchObject([{ address: sources[0], state: 'warming up' }])
  const { rows } = await service.sql.query<{ cap: number }>('select cap from source_days order by day')
  expect(rows.map(({ cap }) => cap)).toEqual([10, 20])
})

test('what bulk leaves of a cap is for transactional mail, and a warm source of the pool takes the rest', async () => {
  await add('default', [sources[0]])
  await cli('pool', 'schedule', 'default', '10')
  const bulk = await untilSettled(await sendMany(12, { stream: 'bulk' }))
  expect(bulk.filter(({ status }) => status === 'delivered')).toHaveLength(8)
  const single = await untilSettled(await sendMany(2))
  expect(single.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  await add('default', [sources[1]], '--warm')
  const more = await send(service, 'more@gmail.example', { stream: 'bulk' })
  expect((await until(() => settledBy(more), 'a source')).source?.address).toBe(sources[1])
})

async function settledBy(message: AcceptedMessage) {
  const { body } = await read(service, `/v1/message-logs?message_id=${message.id}`)
  const [log] = (body as { data: Log[] }).data
  if (log?.waiting_for)
    await service.sql.query(`update delivery_queue set due_at = now() where due_at > now()`)
  return log?.attempts[0]
}

test('a provider that takes nothing from a source is left alone by it, and served by another', async () => {
  await add('default', [sources[0]], '--warm')
  hosts.unwelcome.add(sources[0])
  const refused = await untilLog(
    service,
    await send(service, 'ada@gmail.example'),
    (log) => log.attempts.length > 0,
    'the refusal',
  )
  expect(refused.attempts[0]).toMatchObject({ outcome: 'deferred', source: { address: sources[0] } })
  expect(await waiting(await send(service, 'bert@gmail.example'))).toMatchObject({
    waiting_for: 'provider',
    attempts: [],
  })
  expect(await cli('source', 'show', sources[0])).toContain('google accepts nothing from it until')
  const metrics = await metricsOf(service)
  expect(metrics).toContain('\npostseal_source_suspensions{provider="google"} 1\n')
  expect(metrics).toContain('\npostseal_sources{state="warm"} 1\n')
  await delivered(await send(service, 'ada@elsewhere.example').finally(() => hosts.unwelcome.clear()))
  await add('default', [sources[1]], '--warm')
  const log = await delivered(await send(service, 'carl@gmail.example'))
  expect(log.attempts[0]?.source?.address).toBe(sources[1])
})

test('a source whose reverse DNS is wrong is not used, and the operator reads why', async () => {
  hosts.dns.zone['mta9.sender.example'] = { A: ['127.0.1.9'] }
  const added = await cli('source', 'add', '127.0.1.9', '--name', 'mta9.sender.example')
  expect(added).toContain('127.0.1.9 is not used: 127.0.1.9 has no PTR record')
  expect(await waiting(await send(service, 'ada@gmail.example'))).toMatchObject({ waiting_for: 'source' })
  expect(hosts.seen).toEqual([])
  hosts.dns.zone['9.1.0.127.in-addr.arpa'] = { PTR: ['mta9.sender.example'] }
  expect(await cli('source', 'check')).toContain('Mail leaves from it')
  const table = await cli('source', 'list')
  expect(table).toMatch(/^ADDRESS +NAME +POOL +STATE +SENT +PUT OFF$/m)
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('a source on a block list is not used until it is off, and a list that is silent changes nothing', async () => {
  await add('default', [sources[0]], '--warm')
  const name = '1.1.0.127.bl.lists.example'
  hosts.dns.zone[name] = { A: ['127.0.0.2'], TXT: ['see https://lists.example/127.0.1.1'] }
  const problem = '127.0.1.1 is on the block list bl.lists.example: see https://lists.example/127.0.1.1.'
  expect(await cli('source', 'check')).toBe(`127.0.1.1 is not used: ${problem}`)
  expect(await waiting(await send(service, 'ada@gmail.example'))).toMatchObject({ waiting_for: 'source' })
  hosts.dns.zone[name] = { fails: 'SERVFAIL' }
  expect(await cli('source', 'check')).toContain('the DNS gave no answer')
  expect(await cli('source', 'show', sources[0])).toContain(problem)
  expect(await cli('source', 'list')).toContain(`127.0.1.1 is not used: ${problem}`)
  delete hosts.dns.zone[name]
  expect(await cli('source', 'check')).toContain('it is not on a block list. Mail leaves from it')
  await delivered(await send(service, 'bert@gmail.example'))
  expect(hosts.seen).toMatchObject([{ from: sources[0], to: 'bert@gmail.example' }])
})

test('the last source of a pool that mail is assigned to stays, and a drained one takes nothing', async () => {
  await add('bulk', [sources[1]], '--warm')
  await cli('pool', 'assign', 'bulk', '--stream', 'bulk')
  const refused = await command(commandEnv(service), 'source', 'remove', sources[1])
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('the last source of the pool bulk')
  await cli('source', 'drain', sources[1])
  expect(await cli('source', 'list')).toContain('draining')
  await cli('source', 'resume', sources[1])
  await cli('pool', 'unassign', '--stream', 'bulk')
  expect(await cli('source', 'remove', sources[1])).toContain('Removed')
})
