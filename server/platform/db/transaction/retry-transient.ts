import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isMoved, isUnavailable } from '../connection/unavailable.js'

/** The max number of attempts at a transaction that a deadlock ended, or whose rows have moved. */
const attempts = 4

/**
 * Runs work in a transaction of its own, and runs it again if PostgreSQL ended the transaction because of a deadlock,
 * or because a machine no longer had the rows.
 */
export async function retryBrokenOff<T>(work: () => Promise<T>): Promise<T> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!(isDeadlock(error) || isMoved(error)) || left === 0) throw error
    }
  }
}

/**
 * Runs work that the database's absence or another transaction may hold up, and tries it again for a lease's time.
 * Writes that must not be lost go through `RetriedWrites`.
 */
export async function retryTransient<T>(leaseSeconds: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + leaseSeconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(isUnavailable(error) || isDeadlock(error)) || performance.now() > until) throw error
      await sleep(isDeadlock(error) || isMoved(error) ? 20 : 500)
    }
  }
}
