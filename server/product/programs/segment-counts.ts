import type { Knex } from 'knex'
import { PageSize, pageSizes } from '../audience/segments/search/page-size.js'
import { advanceCount, countWork } from '../audience/segments/search/count.js'
import type { ProgramsConfig } from '../../platform/config/programs.js'
import type { WorkKind } from './worker.js'

/**
 * Makes the kind of work that counts segments exactly, for the programs worker. A workspace's counts take turns with
 * others.
 */
export function segmentCounts(db: Knex, config: ProgramsConfig): WorkKind {
  const sizes = pageSizes()
  return {
    prefix: 'seg',
    leases: countWork.leases,
    claim: countWork.claimDue,
    takeTurn: async (claimed, isStopping) => {
      const until = performance.now() + config.turnMs
      const size = sizes.get(claimed.id) ?? new PageSize()
      sizes.set(claimed.id, size)
      try {
        while (performance.now() < until && !isStopping()) {
          if ((await advanceCount(db, claimed, config.leaseSeconds, size)) === 'ended') {
            sizes.delete(claimed.id)
            return
          }
        }
      } finally {
        // A count that has ended no longer belongs to this process, and stays as it is.
        await countWork.giveBack(db, claimed, 0)
      }
    },
  }
}
