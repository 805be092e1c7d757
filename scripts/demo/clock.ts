import type { Knex } from 'knex'

/**
 * A time that the demo sets, for this process and for its embedded database: what the service then writes is what it
 * would have written at that time. It only goes forward, as ids do.
 */

const RealDate = Date
let presentMs = RealDate.now()

class DemoDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [presentMs] : given) as [number]))
  }

  static override now(): number {
    return presentMs
  }
}

/** Makes this process live at a time, in milliseconds since 1970. No id may have been made before. */
export function beginAt(ms: number): void {
  presentMs = ms
  globalThis.Date = DemoDate as DateConstructor
}

/** Goes on to a time, in this process. An earlier one changes nothing. */
export function goTo(ms: number): void {
  presentMs = Math.max(presentMs, ms)
}

/** Goes on to the same time in the database as well. */
export async function goToInDatabase(db: Knex, ms: number): Promise<void> {
  goTo(ms)
  await tellDatabase(db)
}

async function tellDatabase(db: Knex): Promise<void> {
  await db.raw(`select set_config('postseal_demo.now', ?, false)`, [new RealDate(presentMs).toISOString()])
}

/**
 * Lets `now()` and `clock_timestamp()` in the service's statements be the set time. The embedded database has one
 * session for all its clients, so that its search path counts for all of them.
 */
export async function shadowDatabaseClock(db: Knex): Promise<void> {
  await tellDatabase(db)
  const present = `language sql stable as $$ select current_setting('postseal_demo.now')::timestamptz $$`
  await db.raw(`create schema demo_clock`)
  await db.raw(`create function demo_clock.now() returns timestamptz ${present}`)
  await db.raw(`create function demo_clock.clock_timestamp() returns timestamptz ${present}`)
  await db.raw(`set search_path = demo_clock, public, pg_catalog`)
}

/** Takes the set time away from the database. */
export async function endDatabaseClock(db: Knex): Promise<void> {
  await db.raw(`set search_path = public`)
  await db.raw(`drop schema demo_clock cascade`)
}
