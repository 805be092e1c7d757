import type { Knex } from 'knex'
import { addToDay, dayBefore, openDay, reserveOfDay, type DayTally, type SourceDay } from './days.js'
import type { Stream } from '../../mail/stream.js'
import { noteBrake, demandedBrake } from './reputation/reputation.js'
import type { Source } from './source-rows.js'
import { planOf } from './warm-up.js'

/** A source with the values that its plans depend on. */
export interface WarmedSource {
  readonly source: Pick<Source, 'address' | 'addedAt' | 'warm'>
  readonly provider: string
  readonly schedule: readonly number[]
  readonly factor: number
  /** True if transactional mail leaves by the source too. */
  readonly mixed: boolean
}

interface OpenDay extends SourceDay {
  /** Time at which the source was added. */
  readonly addedAt: string
  readonly cap: number | null
  /** Mails that this process has reserved and not used yet. */
  readonly free: Record<Stream, number>
  /** Milliseconds of the process's clock until which there is no use in asking for more. */
  readonly usedUpUntil: Record<Stream, number>
  readonly asking: Partial<Record<Stream, Promise<void>>>
  sent: number
  deferred: number
  /** True if some reserved mails were used since the counts were last written. */
  used: boolean
}

/**
 * Keeps to the number of mails that this process may send from its sources to each provider today. It reserves in the
 * database and spends from memory.
 */
export class SourceCaps {
  readonly #db: Knex
  readonly #usedUpMs: number
  readonly #days = new Map<string, Promise<OpenDay>>()

  /**
   * @param usedUpMs milliseconds for which a cap counts as used up: another process may give some of it back
   */
  constructor(db: Knex, usedUpMs: number) {
    this.#db = db
    this.#usedUpMs = usedUpMs
  }

  /**
   * Takes one mail of a day's cap.
   *
   * @param day day in UTC, as `2026-11-27`
   * @returns false if the cap is used up
   */
  async take(warmed: WarmedSource, day: string, stream: Stream): Promise<boolean> {
    const open = await this.#open(warmed, day)
    if (open.cap === null) return true
    for (;;) {
      if (open.free[stream] > 0) {
        open.free[stream] -= 1
        open.used = true
        return true
      }
      if (performance.now() < open.usedUpUntil[stream]) return false
      open.asking[stream] ??= this.#reserve(open, stream).finally(() => delete open.asking[stream])
      await open.asking[stream]
    }
  }

  /** Gives back one mail of a day's cap that was not sent. */
  async giveBack(warmed: WarmedSource, day: string, stream: Stream): Promise<void> {
    const open = await this.#open(warmed, day)
    if (open.cap !== null) open.free[stream] += 1
  }

  /** Counts a mail that was sent, for the brake. */
  async count(warmed: WarmedSource, day: string, deferred: boolean): Promise<void> {
    const open = await this.#open(warmed, day)
    open.sent += 1
    if (deferred) open.deferred += 1
  }

  /** Returns the cap of a day; null if there is none. */
  async capOf(warmed: WarmedSource, day: string): Promise<number | null> {
    return (await this.#open(warmed, day)).cap
  }

  /**
   * Writes the counts of sent mails, and gives back reserved mails if none were used since the last time.
   *
   * @param all true to give back everything that is reserved, at the end of the process
   */
  async write(today: string, all = false): Promise<void> {
    for (const [key, opening] of this.#days) {
      const open = await opening
      if (open.day !== today) this.#days.delete(key)
      try {
        await this.#writeDay(open, all || open.day !== today || !open.used)
      } catch (error) {
        // The next call tries again.
        this.#days.set(key, opening)
        throw error
      }
    }
  }

  /**
   * Writes the counts of one day.
   *
   * @param rest true to give back the reserved mails
   */
  async #writeDay(open: OpenDay, rest: boolean): Promise<void> {
    open.used = false
    const tally: DayTally = {
      unused: rest ? open.free.transactional : 0,
      unusedBulk: rest ? open.free.bulk : 0,
      sent: open.sent,
      deferred: open.deferred,
    }
    if (Object.values(tally).every((number) => number === 0)) return
    const change = (sign: 1 | -1) => {
      open.free.transactional += sign * tally.unused
      open.free.bulk += sign * tally.unusedBulk
      open.sent += sign * tally.sent
      open.deferred += sign * tally.deferred
    }
    // Subtracted before the write, because other calls use the counts meanwhile.
    change(-1)
    try {
      await addToDay(this.#db, open, open.addedAt, tally)
    } catch (error) {
      change(1)
      throw error
    }
  }

  async #reserve(open: OpenDay, stream: Stream): Promise<void> {
    const granted = await reserveOfDay(this.#db, open, stream)
    open.free[stream] += granted
    if (granted === 0) open.usedUpUntil[stream] = performance.now() + this.#usedUpMs
  }

  #open(warmed: WarmedSource, day: string): Promise<OpenDay> {
    const key = keyOf(warmed, day)
    let opening = this.#days.get(key)
    if (opening === undefined) {
      opening = this.#read(warmed, day)
      this.#days.set(key, opening)
      // A failed read is repeated by the next call.
      opening.catch(() => this.#days.delete(key))
    }
    return opening
  }

  async #read({ source, provider, schedule, factor, mixed }: WarmedSource, day: string): Promise<OpenDay> {
    const which: SourceDay = { source: source.address, provider, day }
    const { addedAt } = source
    const { warm } = source
    // The plan depends on the mail sent before, some of which is not written yet.
    const own = `${which.source} ${provider} `
    const before = [...this.#days].filter(([key]) => key.startsWith(own) && !key.startsWith(`${own}${day} `))
    for (const [, opening] of before) await this.#writeDay(await opening, true)
    const demanded = warm ? undefined : await demandedBrake(this.#db, which)
    const plan = planOf(await dayBefore(this.#db, which), schedule, {
      warm,
      factor,
      mixed,
      demand: demanded?.brake,
    })
    const cap = await openDay(this.#db, which, plan)
    if (demanded?.brake === 'back') await noteBrake(this.#db, which, demanded.day)
    return {
      ...which,
      addedAt,
      cap: warm ? null : cap,
      free: { transactional: 0, bulk: 0 },
      usedUpUntil: { transactional: -Infinity, bulk: -Infinity },
      asking: {},
      sent: 0,
      deferred: 0,
      used: false,
    }
  }
}

/**
 * Returns the key of a source's day. A source that was removed and added again has a day of its own, which may have
 * another cap or none.
 */
function keyOf({ source, provider }: WarmedSource, day: string): string {
  return `${source.address} ${provider} ${day} ${source.addedAt}`
}
