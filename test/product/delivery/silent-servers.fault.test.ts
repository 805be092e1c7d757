import { afterEach, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { startDns, type Zone } from '../../support/domains/dns.js'
import { messageTo, send } from '../../support/messages/mail.js'
import { mxEnv } from '../../support/mail-servers/mx.js'
import { heldPort } from '../../support/network/ports.js'
import {
  offers,
  silence,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../support/mail-servers/scripted-smtp.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Servers that take connections and then say nothing: whoever signs up with such a domain must not stop the others. */

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Without pipelining, where a reply that is left out would pass for the one before. */
const ehlo = offers('8BITMIME')
const tarpits: readonly Script[] = [
  { greeting: silence },
  { ehlo, mail: silence },
  { ehlo, rcpt: silence },
  { end: silence },
]

/** A hundred domains, in turns on each of the tarpits. */
const silentDomains = Array.from({ length: 100 }, (_, index) => `d${index}.silent.example`)

interface Internet {
  readonly service: TestService
  readonly healthy: ScriptedServer
  readonly silent: readonly ScriptedServer[]
}

async function startInternet(): Promise<Internet> {
  const port = await heldPort()
  const zone: Zone = {}
  const startHost = async (script: Script, index: number, domains: readonly string[]) => {
    const host = `127.0.4.${index + 1}`
    const server = await startScriptedServer(script, { host, port })
    closers.push(() => server.close())
    zone[`mx${index}.example`] = { A: [host] }
    for (const domain of domains) zone[domain] = { MX: [[10, `mx${index}.example`]] }
    return server
  }
  const healthy = await startHost({}, tarpits.length, ['known.example', 'new.example'])
  const silent = await Promise.all(
    tarpits.map((script, index) =>
      startHost(
        script,
        index,
        silentDomains.filter((_, number) => number % tarpits.length === index),
      ),
    ),
  )
  const dns = await startDns(zone)
  closers.push(() => dns.close())
  const service = await startTestService({
    env: mxEnv(dns, '127.0.4.0/24'),
    delivery: { mxPort: port, drainSeconds: 0 },
  })
  closers.push(() => service.stop())
  return { service, healthy, silent }
}

/** Makes `count` addresses at a domain. */
const at = (domain: string, count: number) => Array.from({ length: count }, (_, each) => `${each}@${domain}`)

async function counts({ sql }: TestService) {
  const { rows } = await sql.query<{ leased: number; waiting: number; tried: number }>(
    `select count(*) filter (where lease is not null)::integer as leased,
       count(*) filter (where lease is null)::integer as waiting,
       count(*) filter (where attempts > 0)::integer as tried
     from delivery_queue where destination like '%.silent.example'`,
  )
  return rows[0]
}

test('a hundred silent servers hold up neither mail to a known destination nor that of another workspace', async () => {
  const { service, healthy, silent } = await startInternet()
  const other = await addTenant(service)
  const key = await other.key({ project: other.liveProject })
  await send(service, 'first@known.example')
  await until(() => healthy.messages.length === 1, 'the known destination')

  // Two for each, so that a server with more connections than one would show.
  for (const each of [silentDomains.slice(0, 50), silentDomains.slice(50)])
    await send(
      service,
      each.flatMap((domain) => at(domain, 1)),
    )
  for (const each of [silentDomains.slice(0, 50), silentDomains.slice(50)])
    await send(
      service,
      each.map((domain) => `again@${domain}`),
    )
  const connections = () => silent.reduce((sum, server) => sum + server.connections.length, 0)
  // Three quarters of a quarter of 200.
  await until(() => connections() === 38, 'as many connections as silent servers get')
  expect(silent.map((server) => server.connections.length).every((each) => each > 0)).toBe(true)

  for (const to of at('known.example', 20)) await send(service, to)
  await until(() => healthy.messages.length === 21, 'the mail to the known destination')
  const body = messageTo(service, 'ada@new.example', { project_id: other.liveProject })
  expect((await call(service.url, 'POST', '/v1/messages', { key, body })).status).toBe(202)
  await until(() => healthy.messages.length === 22, "the other workspace's mail to a new destination")

  // All that while each of them was silent, with one connection.
  expect(await counts(service)).toEqual({ leased: 38, waiting: 162, tried: 0 })
  expect(connections()).toBe(38)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/^postseal_deliveries_in_flight\{destination="on_probation"\} 38$/m)
})
