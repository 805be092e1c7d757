import { addressTokens } from '../audience/erasure/address-tokens.js'
import { erasureJob } from '../audience/erasure/job.js'
import { audiencePurge } from '../audience/purge.js'
import { domainCheckJob } from '../domains/check-job.js'
import { namingJob } from '../domains/dmarc/sources/naming-job.js'
import { checkpointJob } from '../scheduler/checkpoint.js'
import { schedulerMetrics } from '../scheduler/metrics.js'
import { partitionsJob } from '../scheduler/partitions/job.js'
import { purgeJob } from '../scheduler/purge/purge.js'
import { queueOwnersJob } from '../scheduler/queue-owners.js'
import { startScheduler } from '../scheduler/scheduler.js'
import { vacuumJob } from '../scheduler/vacuum.js'
import { statisticsJob } from '../statistics/fold.js'
import type { RoleContext } from './context.js'

/** Starts the role `scheduler`: all jobs that run now and then. */
export function startSchedulerRole(context: RoleContext): void {
  const { database, db, domains, erasure, keyRing, parts, wakes } = context
  const config = context.config.scheduler
  const log = context.logOf('scheduler')
  const metrics = schedulerMetrics(context.registry)
  const jobs = [
    purgeJob(db, config.purge, audiencePurge(addressTokens(keyRing.of('erasure'))), log, metrics),
    domainCheckJob({ ...domains, db, config: config.domainChecks, wakes, log }),
    erasureJob(erasure, log),
    statisticsJob(db, config.statistics),
    queueOwnersJob(db, config.queueOwners.everySeconds),
    namingJob(db, config.dmarcNames, domains.freshResolver),
    // A PostgreSQL server does both by itself. The embedded database is for histories that need no partitions.
    ...(database.needsUpkeep
      ? [
          vacuumJob(db, config.vacuum.everySeconds),
          checkpointJob(db, config.checkpoint.everySeconds, config.checkpoint.maxBytes),
        ]
      : [partitionsJob(db, config.partitions, log, metrics)]),
  ]
  const scheduler = startScheduler(jobs, log, metrics)
  parts.addWorker('scheduler', () => scheduler.stop())
}
