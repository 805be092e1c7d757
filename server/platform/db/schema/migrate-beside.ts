import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { advisoryLocks } from '../transaction/advisory-locks.js'
import { allowLonger, giveUp, type RawConnection } from '../connection/client.js'
import { migrationMs } from '../connection/time-limits.js'
import { isDeadlock, tookTooLong } from '../connection/unavailable.js'

/** Lets a database be migrated while processes of an earlier version work on it. */

/** An index of a table that can be large. */
export interface LargeIndex {
  readonly name: string
  /** SQL: the part of `create index` that follows `on`. */
  readonly on: string
}

/** Returns SQL that makes the indexes unless {@link buildIndexes} has made them. */
export function createIndexes(indexes: readonly LargeIndex[]): string {
  return indexes.map(({ name, on }) => `create index if not exists ${name} on ${on};`).join('\n')
}

/** The pause between two attempts at a lock, in milliseconds: others go on meanwhile. */
const pauseMs = 300

/**
 * Builds indexes before the migration that has them, while others write. A start that is killed leaves an index that is
 * not valid: the next one begins anew. Processes that start together take turns.
 */
export async function buildIndexes(db: Knex, indexes: readonly LargeIndex[]): Promise<void> {
  if (indexes.length === 0) return
  const client = db.client as Knex.Client
  const connection = (await client.acquireConnection()) as RawConnection
  const usual = allowLonger(connection, migrationMs)
  const ask = async <Row>(sql: string): Promise<Row[]> =>
    (await db.raw<{ rows: Row[] }>(sql).connection(connection)).rows
  try {
    await ask(`set statement_timeout = ${migrationMs}`)
    await ask(`set lock_timeout = 0`)
    // The building of an index would wait for a session that waits for a lock, so no session waits.
    const lock = `select pg_try_advisory_lock(${advisoryLocks.buildIndexes}) as got`
    while ((await ask<{ got: boolean }>(lock))[0]?.got !== true) await sleep(pauseMs)
    for (const { name, on } of indexes) {
      const [found] = await ask<{ valid: boolean }>(
        `select indisvalid as valid from pg_index where indexrelid = to_regclass('${name}')`,
      )
      if (found?.valid === false) await ask(`drop index concurrently ${name}`)
      if (found?.valid !== true) await ask(`create index concurrently ${name} on ${on}`)
    }
  } finally {
    usual()
    // Its settings and its lock end with it.
    giveUp(connection)
    await client.releaseConnection(connection)
  }
}

/** The max wait for the locks of all tables, in milliseconds: statements that queue behind it wait as long. */
const lockMs = 500

/**
 * Locks all tables that a migration changes, before it changes any. A transaction that has used one of them may want
 * another next, so if the migration took its locks bit by bit, one of the two would have to give up. A table that is
 * not there yet is made by an earlier migration of the same upgrade, and nobody else knows of it.
 */
export async function lockTables(trx: Knex.Transaction, tables: readonly string[]): Promise<void> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    'select distinct name from unnest(?::text[]) as name where to_regclass(name) is not null order by name',
    [[...tables]],
  )
  if (rows.length === 0) return
  await trx.raw(`set local lock_timeout = ${lockMs}`)
  await trx.raw(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
  await trx.raw(`set local lock_timeout = ${migrationMs}`)
}

/** Repeats work that begins with {@link lockTables} until it gets the locks. */
export async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + migrationMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(tookTooLong(error) || isDeadlock(error)) || performance.now() > until) throw error
      await sleep(pauseMs)
    }
  }
}
