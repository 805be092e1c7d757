import { defaultDelivery } from '../../../server/platform/config/defaults.js'
import { knownProviders } from '../../../server/product/delivery/providers/known.js'
import type { MailboxProviders, SeenMail } from './mailbox-providers.js'
import { stepMs, type CountedDay, type Rest, type SentMail, type Simulated } from './warm-up-simulation.js'

/** A promise of the service about mail by sources. It returns the points in which the promise is broken. */
type Promised = (simulated: Simulated, providers: MailboxProviders) => string[]

const hourMs = 3_600_000
const giveUpMs = defaultDelivery.giveUpSeconds * 1000
/** The clock of the database goes on while a simulated time stands still. */
const driftMs = 5 * 60_000
/** Fewer mails of a day say nothing of a provider's opinion. */
const leastToJudge = 20

export const promises: Readonly<Record<string, Promised>> = {
  'no source sends a provider more in a day than its cap, and each mail is counted': (
    { days, rests },
    { seen },
  ) => {
    const faults: string[] = []
    for (const day of days) {
      const count = seen.filter((mail) => isOf(mail, day)).length
      if (day.cap !== null && count > day.cap) faults.push(`${nameOf(day)}: ${count} of ${day.cap}`)
      if (count !== day.sent) faults.push(`${nameOf(day)}: ${count} seen, and ${day.sent} counted`)
    }
    for (const { counted } of rests) {
      const left = counted.filter(({ cap, taken, sent }) => cap !== null && taken !== sent)
      faults.push(...left.map((day) => `${nameOf(day)}: ${day.taken} reserved, and ${day.sent} sent`))
    }
    const known = new Set(days.map(nameOf))
    for (const mail of seen) if (!known.has(nameOf(mail))) faults.push(`${nameOf(mail)} has no cap`)
    return [...new Set(faults)]
  },

  'a cap at most doubles, and does not grow after a day on which a fifth was put off': ({ days }, { seen }) =>
    days.flatMap((day, index) => {
      const before = days[index - 1]
      if (before?.source !== day.source || before.provider !== day.provider) return []
      if (before.cap === null || day.cap === null)
        return before.cap === day.cap ? [] : [`${nameOf(day)}: became warm`]
      const mails = seen.filter((mail) => isOf(mail, before))
      const putOff = mails.filter(({ refusal }) => refusal?.aboutSender).length
      const growth = `${nameOf(day)}: from ${before.cap} to ${day.cap}`
      if (day.cap > before.cap * 2) return [growth]
      if (mails.length >= leastToJudge && putOff > mails.length / 5 && day.cap > before.cap)
        return [`${growth}, though ${putOff} of ${mails.length} were put off`]
      return []
    }),

  'each mail ends once: delivered, or bounced or failed for the reason that its log has': (
    { sent, endings, rests },
    { seen },
  ) => {
    const faults: string[] = rests.at(-1)?.queued.map(({ to }) => `${to} is still in the queue`) ?? []
    const byAddress = grouped(seen, ({ to }) => to)
    const ended = grouped(endings, ({ to }) => to)
    for (const { to, at } of sent) {
      const mails = byAddress.get(to) ?? []
      const taken = mails.filter(({ refusal }) => refusal === undefined).length
      const [ending, ...more] = ended.get(to) ?? []
      if (ending === undefined || more.length > 0) {
        faults.push(`${to} has ${more.length === 0 ? 'no log' : 'several logs'}`)
        continue
      }
      const { status, attempts } = ending
      const told = `${to}: ${status} after ${attempts.length} attempts, taken ${taken} times`
      const last = attempts.at(-1)
      if (status === 'delivered' ? taken !== 1 : taken !== 0) faults.push(told)
      else if (attempts.filter(({ error }) => !saysNoSource(error)).length !== mails.length)
        faults.push(`${told}, seen ${mails.length} times`)
      else if (status === 'bounced') {
        if (mails.at(-1)?.refusal?.code !== 550) faults.push(told)
      } else if (status === 'failed') {
        const backoff = defaultDelivery.backoffSeconds[attempts.length - 1] ?? Infinity
        const time = saysNoSource(last?.error) ? giveUpMs : giveUpMs - backoff * 1100
        if (ending.at - at < time - driftMs) faults.push(`${told} after ${(ending.at - at) / hourMs} hours`)
        if (!saysNoSource(last?.error) && !/^Not delivered within 48 hours/.test(last?.error ?? ''))
          faults.push(`${told}: ${last?.error}`)
      } else if (status !== 'delivered') faults.push(told)
    }
    return faults
  },

  'nothing waits, or is delivered, later than 48 hours and a step after it was sent': (
    { sent, rests },
    { seen },
  ) => {
    const sentAt = new Map(sent.map(({ to, at }) => [to, at]))
    const isOld = (to: string, at: number) => at - (sentAt.get(to) ?? 0) > giveUpMs + stepMs
    return [
      ...seen.filter(({ to, at }) => isOld(to, at)).map(({ to }) => `${to} was sent late`),
      ...rests.flatMap(({ queued, at }) =>
        queued.filter(({ to }) => isOld(to, at)).map(({ to }) => `${to} waits`),
      ),
    ]
  },

  'transactional mail waits for a cap only where its part of all of them is used up': (
    { sent, rests },
    { seen },
  ) =>
    rests.flatMap((rest) =>
      transactionalWaiting(sent, rest).flatMap(({ to, provider }) =>
        rest.counted
          .filter((day) => day.provider === provider && day.cap !== null && !isSuspended(seen, day, rest))
          .filter((day) => sentOf(seen.slice(0, rest.seen), day, 'transactional', sent) < day.kept)
          .map(
            (day) => `${to} waits on ${nameOf(day)} since wave ${rest.wave}, with ${day.kept} kept for it`,
          ),
      ),
    ),

  'no bulk goes to a provider by a pool while transactional mail waits for its cap': (
    { sent, rests },
    { seen },
  ) => {
    const bulk = new Set(
      sent.filter((mail) => mail.stream === 'bulk' && mail.pool === 'default').map(({ to }) => to),
    )
    return rests.flatMap((rest) =>
      transactionalWaiting(sent, rest).flatMap(({ to, provider }) => {
        const later = seen
          .slice(rest.seen)
          .filter((mail) => mail.date === rest.date && mail.provider === provider && bulk.has(mail.to))
        return later.map((mail) => `${mail.to} went on ${mail.date} while ${to} waited`)
      }),
    )
  },

  'nothing more goes from a source to a provider that takes nothing from it for now': (_, { seen }) =>
    seen.flatMap(({ refusal, source, provider, at, wave }, index) => {
      if (refusal?.minutes === undefined) return []
      const until = at + refusal.minutes * 60_000
      const later = seen
        .slice(index + 1)
        .filter(
          (mail) =>
            mail.source === source && mail.provider === provider && mail.wave > wave && mail.at < until,
        )
      return later.map(({ to }) => `${to} went from ${source} to ${provider}`)
    }),

  'each pool has its own sources, and a warm one never waits': ({ sent, rests }, { seen }) => {
    const pools = new Map(sent.map(({ to, pool }) => [to, pool]))
    const wrong = seen.filter(({ to, source }) => (pools.get(to) === 'own') !== (source === '127.0.1.3'))
    const waiting = rests.flatMap(({ queued }) =>
      queued.filter(({ to, waitingFor }) => pools.get(to) === 'own' && waitingFor === 'warm_up'),
    )
    return [
      ...wrong.map(({ to, source }) => `${to} went from ${source}`),
      ...waiting.map(({ to }) => `${to} waits`),
    ]
  },

  'no provider gets more connections at once from a source, or mails over one, than it allows': (
    _,
    { seen, mostOpen },
  ) => {
    const faults: string[] = []
    for (const { id, connections = Infinity, mailsPerConnection = Infinity } of knownProviders) {
      for (const [key, open] of mostOpen)
        if (key.startsWith(`${id} `) && open > connections) faults.push(`${key}: ${open} connections`)
      const mails = grouped(
        seen.filter(({ provider }) => provider === id),
        ({ connection }) => connection,
      )
      for (const [connection, { length }] of mails)
        if (length > mailsPerConnection) faults.push(`${id}: ${length} mails over ${connection}`)
    }
    return faults
  },
}

function nameOf({ source, provider, date }: Pick<CountedDay, 'source' | 'provider' | 'date'>): string {
  return `${source} at ${provider} on ${date}`
}

function isOf(mail: SeenMail, day: CountedDay): boolean {
  return mail.source === day.source && mail.provider === day.provider && mail.date === day.date
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}

function saysNoSource(error: string | null | undefined): boolean {
  return /in time\.$/.test(error ?? '')
}

/** The transactional mails that wait for a cap. */
function transactionalWaiting(sent: readonly SentMail[], { queued }: Rest): SentMail[] {
  const waiting = new Set(queued.filter(({ waitingFor }) => waitingFor === 'warm_up').map(({ to }) => to))
  return sent.filter(({ to, stream }) => stream === 'transactional' && waiting.has(to))
}

function sentOf(
  seen: readonly SeenMail[],
  day: CountedDay,
  stream: string,
  sent: readonly SentMail[],
): number {
  const of = new Set(sent.filter((mail) => mail.stream === stream).map(({ to }) => to))
  return seen.filter((mail) => isOf(mail, day) && of.has(mail.to)).length
}

/** Returns true if the provider takes nothing from the source at that time. */
function isSuspended(seen: readonly SeenMail[], { source, provider }: CountedDay, rest: Rest): boolean {
  return seen
    .slice(0, rest.seen)
    .some(
      (mail) =>
        mail.source === source &&
        mail.provider === provider &&
        mail.at + (mail.refusal?.minutes ?? 0) * 60_000 > rest.at,
    )
}
