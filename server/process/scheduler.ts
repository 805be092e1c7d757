import { addressTokens } from '../platform/auth/address-tokens.js'
import { logSearchJob } from '../platform/log-search/job.js'
import { schedulerMetrics } from '../platform/scheduler/metrics.js'
import { partitionsJob } from '../platform/scheduler/partitions/job.js'
import { purgeJob } from '../platform/scheduler/purge/purge.js'
import { queueOwnersJob } from '../platform/scheduler/queue-owners.js'
import { startScheduler } from '../platform/scheduler/scheduler.js'
import { checkpointJob, vacuumJob } from '../platform/scheduler/upkeep.js'
import { statisticsJob } from '../platform/statistics/fold.js'
import type { ProcessContext } from './context.js'
import type { Features } from './features.js'
import { purgeTasks } from './purge-tasks.js'

/** Starts the role `scheduler`: it runs the jobs of all features, and those of the database. */
export function startScheduling(context: ProcessContext, features: Features): void {
  const { database, db, keyRing, parts, registry } = context
  const { scheduler: config } = context.config
  const { audience, delivery, domains, workspace } = features
  const log = context.logOf('scheduler')
  const metrics = schedulerMetrics(registry)
  const logSearch = logSearchJob(db, config.logSearch, log)
  const jobs = [
    purgeJob(db, config.purge, purgeTasks(addressTokens(keyRing.of('erasure'))), { log, metrics }),
    ...domains.jobs(),
    ...audience.jobs(),
    // A workspace that has sent has counts to be added, and new logs to be indexed.
    statisticsJob(db, config.statistics, logSearch.noteLogs),
    logSearch,
    ...delivery.jobs(),
    queueOwnersJob(db, config.queueOwners.everySeconds),
    ...workspace.jobs(),
    // A PostgreSQL server does both by itself. The embedded database is for histories that need no partitions.
    ...(database.needsUpkeep
      ? [
          vacuumJob(db, config.vacuum),
          checkpointJob(db, config.checkpoint.everySeconds, config.checkpoint.maxBytes),
        ]
      : [partitionsJob(db, config.partitions, { log, metrics })]),
  ]
  const scheduler = startScheduler(jobs, log, metrics)
  parts.addWorker('scheduler', () => scheduler.stop())
}
