import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isMoved, isUnavailable } from '../connection/unavailable.js'

/** How often a request is tried that another one waited for in a circle, or whose rows have moved. */
const attempts = 4

/**
 * Does something in a transaction of its own, and does it again where PostgreSQL ended the transaction because it and
 * another one waited for each other, or because a machine no longer had the rows.
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
 * Does something that the database's absence, or another transaction, may be in the way of, and tries it
 * again for a lease's time. What must not be lost goes through `RetriedWrites`.
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
