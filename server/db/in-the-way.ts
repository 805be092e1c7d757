import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './unavailable.js'

/**
 * Does something that the database's absence, or another transaction, may be in the way of. An outcome that cannot be
 * written now would make the delivery go twice, so it is held for a lease's time.
 */
export async function retryWhileInTheWay<T>(leaseSeconds: number, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + leaseSeconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(isUnavailable(error) || isDeadlock(error)) || Date.now() > until) throw error
      await sleep(isDeadlock(error) ? 20 : 500)
    }
  }
}

/** Of two transactions that wait for each other PostgreSQL ends one, which had no effect. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '40P01'
}
