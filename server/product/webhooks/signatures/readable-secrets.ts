import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import { activeSecrets } from './secrets.js'

/**
 * A subscription whose secrets cannot be opened is left alone for so long: it takes an operator to mend that.
 */
const unreadableMs = 60_000

/** The secrets that sign, and a memory of those that could not be opened. */
export interface ReadableSecrets {
  /**
   * Undefined where nothing can be signed. That is logged, but for a subscription that was deleted a moment
   * ago.
   */
  of(workspaceId: WorkspaceId, subscriptionId: Uuid): Promise<readonly string[] | undefined>
  /** Whether to try a subscription, which is not so soon after its secrets could not be opened. */
  worthTrying(subscriptionId: Uuid): boolean
}

/** @param now milliseconds, of a clock that only runs forwards */
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
