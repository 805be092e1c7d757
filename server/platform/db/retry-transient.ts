import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isUnavailable } from './unavailable.js'

/**
 * Does something that the database's absence, or another transaction, may be in the way of, and tries it
 * again for a lease's time. What must not be lost goes through `HeldWrites`.
 */
export async function retryTransient<T>(leaseSeconds: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + leaseSeconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(isUnavailable(error) || isDeadlock(error)) || performance.now() > until) throw error
      await sleep(isDeadlock(error) ? 20 : 500)
    }
  }
}
