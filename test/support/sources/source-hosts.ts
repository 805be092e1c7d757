import { expect } from 'vitest'
import { command, commandEnv, reportOf } from '../commands/cli.js'
import { startDns, type TestDns } from '../domains/dns.js'
import { mxEnv } from '../mail-servers/mx.js'
import { heldPort } from '../network/ports.js'
import { startTestService, type TestService } from '../service/service.js'
import { startSmtpServer } from '../mail-servers/smtp.js'
import { toThisMachine } from '../webhooks/webhook-deliveries.js'

/** Sources are addresses of the loopback, and so is the provider, which notes what it sees of its senders. */

const dayMs = 86_400_000
const exchange = '127.0.2.1'
const allowed = '127.0.2.0/24'
const hostOf = (index: number) => `mta${index + 1}.sender.example`

/** Addresses whose reverse DNS is right. */
export const sources = ['127.0.1.1', '127.0.1.2', '127.0.1.3'] as const

/** The provider's view of a delivery: the recipient, and the sender's address and name. */
export interface Seen {
  readonly from: string
  readonly name: string
  readonly to: string
}

export interface SourceHosts {
  readonly dns: TestDns
  readonly service: TestService
  /** Settings for a second process on the same database. */
  readonly settings: Parameters<typeof startTestService>[0]
  /** Since the last {@link begin}. */
  readonly seen: Seen[]
  /** From where the provider takes nothing. */
  readonly unwelcome: Set<string>
  /** Runs a command that succeeds, and returns what it prints. */
  cli(...args: string[]): Promise<string>
  /** Adds sources to a pool. */
  add(pool: string, addresses: readonly string[], ...more: string[]): Promise<void>
  /** Another day comes, for the queue as well. */
  nextDay(): Promise<void>
  /** A test begins: no sources, and another day, of which the processes remember nothing. */
  begin(): Promise<void>
  close(): Promise<void>
}

/** A service that delivers by MX to one provider, at ten o'clock of today: commands go by the time of day that it is. */
export async function startSourceHosts(): Promise<SourceHosts> {
  const start = new Date(`${new Date().toISOString().slice(0, 10)}T10:00:00Z`)
  let days = 0
  const seen: Seen[] = []
  const unwelcome = new Set<string>()
  const port = await heldPort()
  const dns = await startDns({
    'gmail.example': { MX: [[10, 'mx1.google.com']] },
    'mx1.google.com': { A: [exchange] },
    'elsewhere.example': { MX: [[10, 'mx.elsewhere.example']] },
    'mx.elsewhere.example': { A: [exchange] },
    '2.0.0.127.bl.lists.example': { A: ['127.0.0.2'] },
  })
  sources.forEach((address, index) => {
    dns.zone[hostOf(index)] = { A: [address] }
    dns.zone[`${address.split('.').reverse().join('.')}.in-addr.arpa`] = { PTR: [hostOf(index)] }
  })
  const provider = await startSmtpServer(
    port,
    undefined,
    {
      onRcptTo: ({ address }, session, done) => {
        if (unwelcome.has(session.remoteAddress)) {
          const text =
            '4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.'
          return done(Object.assign(new Error(text), { responseCode: 421 }))
        }
        seen.push({ from: session.remoteAddress, name: session.hostNameAppearsAs, to: address })
        return done()
      },
    },
    exchange,
  )
  const settings = {
    env: { ...mxEnv(dns, allowed), ...toThisMachine },
    delivery: { mxPort: port, sourcesMs: 0, throttleMs: 0 },
    clock: () => new Date(start.getTime() + days * dayMs),
  }
  const service = await startTestService(settings)
  const env = () => ({
    ...commandEnv(service),
    ...mxEnv(dns, allowed),
    POSTSEAL_DNS_BLOCK_LISTS: 'bl.lists.example',
  })
  const cli = (...args: string[]) => reportOf(command(env(), ...args))
  return {
    dns,
    service,
    settings,
    seen,
    unwelcome,
    cli,
    add: async (pool, addresses, ...more) => {
      for (const address of addresses) {
        const name = hostOf(sources.findIndex((each) => each === address))
        expect(await cli('source', 'add', address, '--name', name, '--pool', pool, ...more)).toContain(
          'Mail leaves from it',
        )
      }
    },
    nextDay: async () => {
      days += 1
      await service.sql.query(`update delivery_queue
        set due_at = (due_at at time zone 'UTC' - interval '1 day') at time zone 'UTC',
          first_attempt_at = (first_attempt_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'`)
    },
    begin: async () => {
      days += 2
      seen.length = 0
      unwelcome.clear()
      for (const table of [
        'pool_assignments',
        'sending_sources',
        'sending_pools',
        'source_days',
        'source_suspensions',
      ])
        await service.sql.query(`delete from ${table}`)
    },
    close: async () => {
      await service.stop()
      await provider.close()
      await dns.close()
    },
  }
}
