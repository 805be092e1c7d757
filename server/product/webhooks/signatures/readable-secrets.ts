import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import { activeSecrets } from './secrets.js'

/**
 * Milliseconds before a subscription whose secrets could not be opened is tried again: only an operator can mend
 * that.
 */
const unreadableMs = 60_000

/** Reads the secrets that sign, and remembers the subscriptions whose secrets could not be opened. */
export interface ReadableSecrets {
  /**
   * Returns the secrets that sign; undefined if nothing can be signed, which is logged, except for a subscription
   * that was deleted a moment ago.
   */
  of(workspaceId: WorkspaceId, subscriptionId: Uuid): Promise<readonly string[] | undefined>
  /** Returns whether to try a subscription; false for a while after its secrets could not be opened. */
  worthTrying(subscriptionId: Uuid): boolean
}

/**
 * @param now milliseconds of a monotonic clock
 */
export function readableSecrets(
  db: Knex,
  sealer: Sealer,
  log: Logger,
  now: () => number = () => performance.now(),
): ReadableSecrets {
  const unreadableUntil = new Map<Uuid, number>()

  return {
    of: async (workspaceId, subscriptionId) => {
      try {
        const secrets = await activeSecrets(db, sealer, workspaceId, subscriptionId)
        return secrets.length === 0 ? undefined : secrets
      } catch (error) {
        if (!(error instanceof SealedError)) throw error
        unreadableUntil.set(subscriptionId, now() + unreadableMs)
        log.error(
          { err: error, webhook_id: toTypeId('whk', subscriptionId) },
          'the secrets of a webhook could not be opened, so its deliveries wait',
        )
        return undefined
      }
    },
    worthTrying: (subscriptionId) => {
      const until = unreadableUntil.get(subscriptionId)
      if (until === undefined) return true
      if (now() < until) return false
      unreadableUntil.delete(subscriptionId)
      return true
    },
  }
}
