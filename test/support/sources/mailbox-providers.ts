import { seededRandom } from '../arbitrary/random.js'
import { startSmtpServer, type TestSmtpServer } from '../mail-servers/smtp.js'
import type { Zone } from '../domains/dns.js'

/** The time of a simulation. */
export interface SimulatedClock {
  readonly now: Date
  /** From 0 on. */
  readonly day: number
  /** Counts how often mail was given to the service. */
  readonly wave: number
}

/** A mail as its provider sees it: from its RCPT on it counts among what the source has sent. */
export interface SeenMail {
  readonly provider: string
  readonly source: string
  /** In UTC, as `2026-11-27`. */
  readonly date: string
  readonly at: number
  readonly wave: number
  /** Unique among all connections. */
  readonly connection: string
  readonly to: string
  /** The answer that it got; undefined where it was taken. */
  readonly refusal: Refusal | undefined
}

/** A provider's refusal of a mail. */
interface Refusal {
  readonly code: number
  readonly text: string
  readonly at: 'rcpt' | 'end' | 'cut'
  /** True if the refusal is about the sender and counts for the brake. */
  readonly aboutSender?: boolean
  /** For so many minutes the provider takes nothing from the source. */
  readonly minutes?: number
}

interface MailboxProvider {
  readonly id: string
  readonly exchange: string
  readonly domains: readonly string[]
  /** Milliseconds that the provider thinks about a mail. */
  readonly slowMs?: number
  readonly refusals: readonly (Refusal & {
    readonly share: number
    readonly days?: readonly [number, number]
  })[]
}

/** The week in which a provider puts off a lot. */
export const badWeek = { provider: 'microsoft', first: 14, last: 20 } as const
/** The days on which a provider soon takes nothing more for an hour, from any source. */
export const closedDays = { provider: 'yahoo', first: 22, last: 26 } as const

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => `${name}${i}.example`)

const tooMuchForYahoo: Refusal = {
  code: 421,
  text: '4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
  at: 'rcpt',
  aboutSender: true,
  minutes: 60,
}

export const mailboxProviders: readonly MailboxProvider[] = [
  {
    id: 'google',
    exchange: 'mx1.google.com',
    domains: ['gmail.example', 'hosted.example'],
    refusals: [
      {
        share: 0.02,
        code: 421,
        text: '4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been temporarily rate limited.',
        at: 'end',
        aboutSender: true,
        minutes: 60,
      },
    ],
  },
  {
    id: 'microsoft',
    exchange: 'shop.mail.protection.outlook.com',
    domains: ['outlook.example', 'office.example'],
    refusals: [
      {
        share: 0.02,
        code: 451,
        text: '4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information see https://postmaster.live.com (S775)',
        at: 'rcpt',
        aboutSender: true,
        minutes: 30,
      },
      {
        share: 0.4,
        days: [badWeek.first, badWeek.last],
        code: 451,
        text: '4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections. (S3115)',
        at: 'rcpt',
        aboutSender: true,
      },
    ],
  },
  {
    id: 'yahoo',
    exchange: 'mta5.am0.yahoodns.net',
    domains: ['yahoo.example'],
    refusals: [
      { ...tooMuchForYahoo, share: 0.02 },
      { ...tooMuchForYahoo, share: 0.4, days: [closedDays.first, closedDays.last] },
    ],
  },
  {
    id: 'apple',
    exchange: 'mx01.mail.icloud.com',
    domains: ['icloud.example'],
    refusals: [{ share: 0.03, code: 452, text: '4.2.2 Mailbox is over quota', at: 'rcpt' }],
  },
  {
    id: 'comcast',
    exchange: 'mx1.comcast.net',
    domains: numbered(12, 'cable'),
    slowMs: 15,
    refusals: [
      {
        share: 0.01,
        code: 421,
        text: '4.2.1 RL000001 Try again later: too many mails from this IP address',
        at: 'rcpt',
        aboutSender: true,
        minutes: 15,
      },
    ],
  },
  {
    id: 'other',
    exchange: 'mx.small.example',
    domains: numbered(3, 'small'),
    refusals: [
      { share: 0.02, code: 550, text: '5.1.1 User unknown', at: 'rcpt' },
      { share: 0.02, code: 0, text: '', at: 'cut' },
    ],
  },
]

/** The provider of a recipient's domain. */
export const providerOf = new Map(
  mailboxProviders.flatMap(({ id, domains }) => domains.map((domain) => [domain, id])),
)

export interface MailboxProviders {
  /** In the order of their RCPT. */
  readonly seen: SeenMail[]
  /** The most connections that there were at once, by provider and source. */
  readonly mostOpen: Map<string, number>
  close(): Promise<void>
}

/**
 * Starts a listener for each provider, on an address of its own of the loopback.
 *
 * @param zone gets their records
 * @param seed decides who refuses which mail
 */
export async function startMailboxProviders(
  port: number,
  zone: Zone,
  clock: SimulatedClock,
  seed: number,
): Promise<MailboxProviders> {
  const seen: SeenMail[] = []
  const mostOpen = new Map<string, number>()
  const servers: TestSmtpServer[] = []
  for (const [index, provider] of mailboxProviders.entries()) {
    const address = `127.0.2.${index + 1}`
    zone[provider.exchange] = { A: [address] }
    for (const domain of provider.domains) zone[domain] = { MX: [[10, provider.exchange]] }
    servers.push(await startProvider(provider, { address, port, clock, seed, seen, mostOpen }))
  }
  return {
    seen,
    mostOpen,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

interface Listening extends Omit<MailboxProviders, 'close'> {
  readonly address: string
  readonly port: number
  readonly clock: SimulatedClock
  readonly seed: number
}

function startProvider(
  provider: MailboxProvider,
  { address, port, clock, seed, seen, mostOpen }: Listening,
): Promise<TestSmtpServer> {
  const times = new Map<string, number>()
  const open = new Map<string, number>()
  const change = (source: string, by: number) => {
    const key = `${provider.id} ${source}`
    open.set(key, (open.get(key) ?? 0) + by)
    mostOpen.set(key, Math.max(mostOpen.get(key) ?? 0, open.get(key) ?? 0))
  }

  /** Decides whether a mail is refused: the same mail gets the same answer, in whatever order mails come. */
  function refusalOf(to: string): Refusal | undefined {
    const time = (times.get(to) ?? 0) + 1
    times.set(to, time)
    let number = seededRandom(seed + hashOf(`${to} ${time}`))()
    for (const { days, share, ...refusal } of provider.refusals) {
      if (days !== undefined && (clock.day < days[0] || clock.day > days[1])) continue
      if (number < share) return refusal
      number -= share
    }
    return undefined
  }

  return startSmtpServer(
    port,
    async ({ to }) => {
      const mail = seen.findLast((each) => each.to === to[0])
      if (provider.slowMs !== undefined) await new Promise((resolve) => setTimeout(resolve, provider.slowMs))
      return mail?.refusal?.at === 'cut' ? 'cut' : (errorOf(mail?.refusal) ?? 'accept')
    },
    {
      onConnect: ({ remoteAddress }, done) => {
        change(remoteAddress, 1)
        done()
      },
      onClose: ({ remoteAddress }) => change(remoteAddress, -1),
      onRcptTo: ({ address: to }, { remoteAddress: source, id }, done) => {
        const now = clock.now
        const refusal = refusalOf(to)
        const date = now.toISOString().slice(0, 10)
        const mail = {
          provider: provider.id,
          source,
          date,
          at: now.getTime(),
          wave: clock.wave,
          connection: id,
          to,
          refusal,
        }
        seen.push(mail)
        done(refusal?.at === 'rcpt' ? errorOf(refusal) : undefined)
      },
    },
    address,
  )
}

function errorOf(refusal: Refusal | undefined): Error | undefined {
  return refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code })
}

function hashOf(text: string): number {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash
}
