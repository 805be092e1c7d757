import type { Logger } from 'pino'
import { toTypeId } from '../../../platform/db/ids.js'
import type { Job } from '../../../platform/scheduler/scheduler.js'
import { claimDueDeletion, workOn, type ErasureOptions } from './work.js'

/**
 * Goes on with the deletions that no process works on, and looks once more for what was under way while they
 * ran.
 */
export function erasureJob(options: ErasureOptions, log: Logger): Job {
  return {
    name: 'erasures',
    everySeconds: options.config.everySeconds,
    run: async (stopping) => {
      while (!stopping.aborted) {
        const claimed = await claimDueDeletion(options)
        if (claimed === undefined) return
        try {
          await workOn(options, claimed, () => !stopping.aborted, false)
        } catch (error) {
          log.error({ err: error, deletion_id: toTypeId('del', claimed.id) }, 'a deletion could not continue')
        }
      }
    },
  }
}
