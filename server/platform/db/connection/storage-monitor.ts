import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { withTimeout } from '../../../../base/time/with-timeout.js'
import { storageRefusalOf, type StorageRefusal } from './storage-refusal.js'
import { DatabaseTimeoutError } from './time-limits.js'
import { inTransaction } from '../transaction/transaction.js'

/** A refusal counts for this long if a probe cannot tell whether the database stores again, in milliseconds. */
const keptMs = 10_000

/**
 * The size of a probe in bytes: more than the free space that a table or the write-ahead log may have left.
 */
const probeBytes = 64 * 1024

/**
 * Remembers that the database refused to store something, until it stores again. A database with a full disk
 * answers queries, so a query does not show it.
 */
export class StorageMonitor {
  #refusal: StorageRefusal | undefined
  #refusedAt = -Infinity
  #probe: Promise<void> | undefined

  /** Notes the error of any statement. */
  note(error: unknown): void {
    const refusal = storageRefusalOf(error)
    if (refusal === undefined) return
    this.#refusal = refusal
    this.#refusedAt = performance.now()
  }

  /**
   * Returns why the database does not store anything, or undefined if it does. It asks the database only after a
   * refusal, by storing something in a temporary table.
   *
   * @param maxMs the max wait in milliseconds
   */
  async refusal(db: Knex, maxMs: number): Promise<StorageRefusal | undefined> {
    if (this.#refusal === undefined) return undefined
    this.#probe ??= this.#storeSomething(db).finally(() => {
      this.#probe = undefined
    })
    const late = () => new DatabaseTimeoutError('the database did not answer a probe in time')
    await withTimeout(this.#probe, maxMs, late).catch(() => undefined)
    return this.#refusal
  }

  async #storeSomething(db: Knex): Promise<void> {
    try {
      await inTransaction(db, async ({ sql }) => {
        await sql.raw('create temporary table storage_probe (filler text) on commit drop')
        const filler = randomBytes(probeBytes).toString('base64')
        await sql.raw('insert into storage_probe values (?)', [filler])
      })
      this.#refusal = undefined
    } catch (error) {
      if (storageRefusalOf(error) !== undefined) return
      // For example, the role may not create temporary tables.
      if (performance.now() - this.#refusedAt > keptMs) this.#refusal = undefined
    }
  }
}
