import { badWeek, closedDays, mailboxProviders } from './mailbox-providers.js'

/** A mail that is to be sent on a day. */
export interface PlannedMail {
  readonly provider: string
  readonly stream: 'transactional' | 'bulk'
  readonly pool: 'default' | 'own'
  /** Number of the mail's step within the day. */
  readonly step: number
  /** After all else of the step has gone. */
  readonly late: boolean
}

/** The figures that decide how much mail a provider gets in a day. */
interface Room {
  /** Sum of the caps of all sources on their last day; 0 before the first. */
  readonly caps: number
  /** Mails that wait from the day before. */
  readonly waiting: number
}

/** On this day the warm source has much to send at once. */
const burst = { day: 9, mails: 90 }
/** On these days all others together get as much as the sources may send. */
const daysOfOthers = [4, 23]
/** Parts of what sources may send: too little to let a cap grow, enough for that, and too much. */
const shares = [0.1, 0.1, 0.6, 1.2]
/** The part of transactional mail, on most days: no more than is kept for it, which is a fifth. */
const singleShare = 0.18
/** Probability that there is too much transactional mail on a day with too much mail. */
const tooManySingles = 0.3

/** A day's mail. It depends on the random numbers, and on how the sources are doing. */
export function mailOfDay(
  day: number,
  random: () => number,
  roomOf: (provider: string) => Room,
): PlannedMail[] {
  const mails: PlannedMail[] = []
  const badDays = day >= badWeek.first - 3 && day <= badWeek.last + 1
  const closed = day >= closedDays.first && day <= closedDays.last
  for (const { id: provider } of mailboxProviders) {
    const { caps, waiting } = roomOf(provider)
    const most = caps === 0 ? 8 : Math.min(caps, 100)
    let share = shares[Math.floor(random() * shares.length)] ?? 1
    if (provider === badWeek.provider && badDays) share = 1.2
    if (provider === closedDays.provider && closed) share = 1.2
    if (provider === 'other') share = daysOfOthers.includes(day) ? 1.2 : 0.05
    const all = Math.ceil(most * share)
    const part = share > 1 && random() < tooManySingles ? 1 : singleShare
    const single = Math.max(1, Math.floor(Math.min(all, most) * part))
    const bulk = Math.max(0, all - single - waiting)
    for (let i = 0; i < single; i += 1) add(provider, 'transactional', i % 3 === 0 ? 0 : 1, i % 3 === 2)
    for (let i = 0; i < bulk; i += 1) add(provider, 'bulk', i % 3 === 0 ? 1 : 0)
  }
  for (let i = 0; i < (day === burst.day ? burst.mails : 1); i += 1) {
    for (const provider of ['yahoo', 'comcast'])
      mails.push({ provider, stream: 'bulk', pool: 'own', step: 1, late: false })
  }
  return mails

  function add(provider: string, stream: PlannedMail['stream'], step: number, late = false): void {
    mails.push({ provider, stream, pool: 'default', step, late })
  }
}
