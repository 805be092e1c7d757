import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf, command, commandEnv } from '../../../support/commands/cli.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { heldPort } from '../../../support/network/ports.js'
import { testAll } from '../../../support/run/sampled.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { startMailboxProviders, type MailboxProviders } from '../../../support/sources/mailbox-providers.js'
import { promises } from '../../../support/sources/promises.js'
import { Clock, simulate, type Simulated } from '../../../support/sources/warm-up-simulation.js'

/**
 * Thirty days in which two new sources are warmed up at six providers, which see what is sent and refuse some of it. A
 * day passes as soon as all of its mail has gone or waits.
 */

const dayMs = 86_400_000
/** A fixed seed, so that a run that fails can be repeated. The variable sets another one. */
const seed = Number(process.env['WARM_UP_SEED'] ?? 4711)
const [first, second, warm] = ['127.0.1.1', '127.0.1.2', '127.0.1.3'] as const
/** Caps that a few mails use up, and that still grow at the end. */
const schedule = [4, 8, 12, 16, 20, 21, ...Array.from({ length: 40 }, () => 22)].join(',')
const start = new Date(`${new Date().toISOString().slice(0, 10)}T02:00:00Z`)

let dns: TestDns
let service: TestService
const services: TestService[] = []
let clock = new Clock(start)
let port: number

beforeAll(async () => {
  port = await heldPort()
  dns = await startDns()
  for (const [index, address] of [first, second, warm].entries()) {
    const name = `mta${index + 1}.sender.example`
    dns.zone[name] = { A: [address] }
    dns.zone[`${address.split('.').reverse().join('.')}.in-addr.arpa`] = { PTR: [name] }
  }
  await startProcess()
})
afterAll(async () => {
  for (const each of services.toReversed()) await each.stop()
  await dns.close()
})

async function startProcess(): Promise<void> {
  const started = await startTestService({
    env: mxEnv(dns, '127.0.2.0/24'),
    delivery: { mxPort: port, pollMs: 30, sourcesMs: 0, sourceCountsMs: 20, throttleMs: 5, maxThrottleMs: 5 },
    leases: { heartbeatSeconds: 0.5 },
    clock: () => clock.now,
    ...(service !== undefined && { beside: service }),
  })
  service ??= started
  services.push(started)
}

/** Waits until each process has beaten after the last one was there. The first beat may have begun before. */
async function untilAllKnowAll(): Promise<void> {
  const beats = async () => {
    const { rows } = await service.sql.query<{ id: string; beats: number }>(
      'select id, beats::integer from lease_owners',
    )
    return new Map(rows.map((row) => [row.id, row.beats]))
  }
  const before = await beats()
  await until(
    async () => [...(await beats())].every(([id, count]) => count >= (before.get(id) ?? 0) + 2),
    'two beats of each process',
  )
}

const cli = (...args: string[]) =>
  answerOf(command({ ...commandEnv(service), ...mxEnv(dns, '127.0.2.0/24') }, ...args))

async function prepare(): Promise<void> {
  for (const table of [
    'pool_assignments',
    'sending_sources',
    'sending_pools',
    'source_days',
    'source_suspensions',
  ])
    await service.sql.query(`delete from ${table}`)
  await service.sql.query('truncate message_logs, delivery_queue')
  await cli('source', 'add', first, '--name', 'mta1.sender.example')
  await cli('source', 'add', second, '--name', 'mta2.sender.example')
  await cli('source', 'add', warm, '--name', 'mta3.sender.example', '--pool', 'own', '--warm')
  await cli('pool', 'schedule', 'default', schedule)
  await cli('pool', 'assign', 'own', '--domain', 'special.example')
}

/**
 * Numbers of processes that share the sources. Another test that several keep to a cap together is in
 * sources.e2e.test.ts.
 */
const sizes = testAll ? [1, 3] : [1]

describe.each(sizes)(`with %i processes (WARM_UP_SEED=${seed})`, (processes) => {
  let simulated: Simulated
  let providers: MailboxProviders
  beforeAll(async () => {
    while (services.length < processes) await startProcess()
    await untilAllKnowAll()
    // What the processes remember is of other days then.
    clock = new Clock(new Date(start.getTime() + processes * 100 * dayMs))
    providers = await startMailboxProviders(port, dns.zone, clock, seed)
    await prepare()
    simulated = await simulate(services, providers, clock, seed)
  }, 300_000)
  afterAll(() => providers.close())

  test('its caps are used up, its providers refuse, and some mail waits', () => {
    const { days, rests } = simulated
    expect(days.filter(({ cap, sent }) => cap === sent).length).toBeGreaterThan(20)
    expect(new Set(days.map(({ cap }) => cap)).size).toBeGreaterThan(5)
    expect(providers.seen.filter(({ refusal }) => refusal?.minutes !== undefined).length).toBeGreaterThan(10)
    for (const reason of ['warm_up', 'provider'])
      expect(
        rests.filter(({ queued }) => queued.some(({ waitingFor }) => waitingFor === reason)).length,
      ).toBeGreaterThan(5)
    const putOff = days.filter(({ sent, deferred }) => sent >= 20 && deferred > sent / 5)
    expect(putOff.length).toBeGreaterThan(3)
  })

  test.each(Object.entries(promises))('%s', (_promise, faultsOf) => {
    expect(faultsOf(simulated, providers)).toEqual([])
  })
})
