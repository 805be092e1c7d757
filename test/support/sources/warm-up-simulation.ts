import { domainOf } from '../../../base/addresses/address.js'
import { call } from '../api/api.js'
import { messageTo } from '../messages/mail.js'
import { seededRandom } from '../arbitrary/random.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'
import {
  mailboxProviders,
  providerOf,
  type MailboxProviders,
  type SimulatedClock,
} from './mailbox-providers.js'
import { mailOfDay, type PlannedMail } from './mail-of-day.js'

const hourMs = 3_600_000
/** A day has three steps, at these hours UTC. */
const hours = [2, 10, 18] as const
export const stepMs = 8 * hourMs
const simulatedDays = 30
/** Days that the queue has to drain after the last day. */
const drainDays = 4
/** A mail that the service has accepted. */
export interface SentMail extends Omit<PlannedMail, 'step' | 'late'> {
  readonly to: string
  readonly at: number
}

/** A mail in the queue once all that could go has gone. */
export interface QueuedMail {
  readonly to: string
  readonly waitingFor: string | null
}

/** The amounts that a source may send and has sent, as the service keeps them. */
export interface CountedDay {
  readonly source: string
  readonly provider: string
  readonly date: string
  readonly cap: number | null
  readonly kept: number
  readonly taken: number
  readonly sent: number
  readonly deferred: number
}

/** The state once nothing is under way any more. */
export interface Rest {
  readonly at: number
  readonly date: string
  readonly wave: number
  readonly queued: readonly QueuedMail[]
  /** Number of mails that the listeners had seen. */
  readonly seen: number
  /** Counts of the day. */
  readonly counted: readonly CountedDay[]
}

export interface Ending {
  readonly to: string
  readonly status: string
  readonly waitingFor: string | null
  readonly attempts: readonly { readonly outcome: string; readonly error: string | null }[]
  /** When it was seen to have ended first. */
  readonly at: number
}

/** All that is to be known of thirty days. */
export interface Simulated {
  readonly sent: readonly SentMail[]
  readonly rests: readonly Rest[]
  readonly endings: readonly Ending[]
  readonly days: readonly CountedDay[]
}

/** The clock of a simulation, which its queue follows. */
export class Clock implements SimulatedClock {
  readonly #start: number
  now: Date
  wave = 0

  constructor(start: Date) {
    this.#start = start.getTime()
    this.now = start
  }

  get day(): number {
    return Math.floor((this.now.getTime() - this.#start) / (24 * hourMs))
  }
}

/** Sends mail for thirty days, and until all of it has ended. */
export async function simulate(
  services: readonly TestService[],
  providers: MailboxProviders,
  clock: Clock,
  seed: number,
): Promise<Simulated> {
  const [service] = services
  if (service === undefined) throw new Error('no service')
  const { sql } = service
  const random = seededRandom(seed)
  const sent: SentMail[] = []
  const rests: Rest[] = []
  const ended = new Map<string, number>()
  /** Caps of the last day on which there was one, by source and provider. */
  const caps = new Map<string, number>()
  /** Counts were not right in time: nobody waits for them again, and the promises tell. */
  let late = false
  const midnight = new Date(clock.now.toISOString().slice(0, 10)).getTime()
  const firstSeen = providers.seen.length

  for (let day = 0; day < simulatedDays + drainDays; day += 1) {
    const plan = day < simulatedDays ? planOf(day) : []
    for (const [step, hour] of hours.entries()) {
      await passTo(midnight + (day * 24 + hour) * hourMs)
      await wave(plan.filter((mail) => mail.step === step && !mail.late))
      const late = plan.filter((mail) => mail.step === step && mail.late)
      if (late.length > 0) await wave(late)
    }
    if (day >= simulatedDays && rests.at(-1)?.queued.length === 0) break
  }
  return { sent, rests, endings: await endings(), days: await countedDays() }

  function planOf(day: number): PlannedMail[] {
    const { queued = [], counted = [] } = rests.at(-1) ?? {}
    for (const { source, provider, cap } of counted) if (cap !== null) caps.set(`${source} ${provider}`, cap)
    return mailOfDay(day, random, (provider) => ({
      caps: [...caps].reduce((sum, [key, cap]) => sum + (key.endsWith(` ${provider}`) ? cap : 0), 0),
      waiting: queued.filter(({ to }) => providerOf.get(domainOf(to)) === provider).length,
    }))
  }

  /** Time passes for the processes, and for the queue. */
  async function passTo(time: number): Promise<void> {
    const ms = time - clock.now.getTime()
    if (ms === 0) return
    clock.now = new Date(time)
    await sql.query(
      `update delivery_queue set due_at = (due_at at time zone 'UTC' - make_interval(secs => $1)) at time zone 'UTC',
         first_attempt_at = (first_attempt_at at time zone 'UTC' - make_interval(secs => $1)) at time zone 'UTC'`,
      [ms / 1000],
    )
  }

  async function wave(mails: readonly PlannedMail[]): Promise<void> {
    clock.wave += 1
    const all = mails.map(({ provider, stream, pool }, index): SentMail => {
      const domains = mailboxProviders.find(({ id }) => id === provider)?.domains ?? []
      const domain = domains[Math.floor(random() * domains.length)]
      return {
        to: `m${sent.length + index}-of-${services.length}@${domain}`,
        provider,
        stream,
        pool,
        at: clock.now.getTime(),
      }
    })
    sent.push(...all)
    const accepted: Promise<void>[] = []
    for (let from = 0; from < all.length; from += 40)
      accepted.push(
        accept(
          services[(clock.wave + accepted.length) % services.length] ?? service!,
          all.slice(from, from + 40),
        ),
      )
    await Promise.all(accepted)
    rests.push(await rest())
  }

  async function accept(by: TestService, mails: readonly SentMail[]): Promise<void> {
    const items = mails.map(({ to, stream, pool }) => ({
      idempotency_key: to,
      message: messageTo(by, to, { stream, ...(pool === 'own' && { from_email: 'shop@special.example' }) }),
    }))
    const reply = await call(by.url, 'post', '/v1/messages/batch', {
      key: by.credentials.project_key,
      body: { items },
    })
    if (reply.status !== 200 || reply.body.rejected > 0) throw new Error(`not accepted: ${reply.text}`)
  }

  /** Waits until nothing is under way, nor could be, and all is counted. */
  async function rest(): Promise<Rest> {
    const at = clock.now.getTime()
    const date = clock.now.toISOString().slice(0, 10)
    await until(async () => {
      // What comes back within seconds is given no time to.
      const { rows } = await sql.query<{ busy: number }>(
        `with soon as (
           update delivery_queue set due_at = now()
           where lease is null and due_at > now() and due_at < now() + interval '10 seconds'
         )
         select count(*)::integer as busy from delivery_queue
         where lease is not null or due_at < now() + interval '10 seconds'`,
      )
      return rows[0]?.busy === 0
    }, 'the end of all that could go')
    const seenOf = ({ source, provider }: CountedDay) =>
      providers.seen
        .slice(firstSeen)
        .filter((mail) => mail.date === date && mail.source === source && mail.provider === provider).length
    let counted: CountedDay[] = []
    await until(
      async () => {
        counted = await countedDays(date)
        return counted.every((day) => day.sent >= seenOf(day) && (day.cap === null || day.taken === day.sent))
      },
      'the counts of the day',
      late ? 0 : 10_000,
    ).catch(() => (late = true))
    const queued = await sql.query<QueuedMail>(
      `select recipient as "to", waiting_for as "waitingFor" from delivery_queue
       join message_logs log using (workspace_id) where log.id = log_id`,
    )
    const over = await sql.query<{ to: string }>(
      `select recipient as "to" from message_logs where status in ('failed', 'bounced')`,
    )
    for (const { to } of over.rows) if (!ended.has(to)) ended.set(to, at)
    return {
      at,
      date,
      wave: clock.wave,
      queued: queued.rows,
      seen: providers.seen.length - firstSeen,
      counted,
    }
  }

  async function countedDays(date?: string): Promise<CountedDay[]> {
    const { rows } = await sql.query<CountedDay>(
      `select source, provider, to_char(day, 'YYYY-MM-DD') as date, cap, kept, taken, sent, deferred
       from source_days where $1::date is null or day = $1::date order by source, provider, day`,
      [date ?? null],
    )
    return rows
  }

  async function endings(): Promise<Ending[]> {
    const { rows } = await sql.query<Omit<Ending, 'at'>>(
      `select recipient as "to", status, waiting_for as "waitingFor", attempts from message_logs`,
    )
    return rows.map((row) => ({ ...row, at: ended.get(row.to) ?? 0 }))
  }
}
