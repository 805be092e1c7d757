import { addressTokens } from '../../platform/auth/address-tokens.js'
import { erasureJob } from '../../product/audience/erasure/work.js'
import { sourceCheckJob } from '../../product/delivery/sources/reputation/check.js'
import { domainCheckJob } from '../../product/domains/check/check-job.js'
import { hostCheckJob } from '../../product/domains/hosts/check-job.js'
import { serviceHosts } from '../../platform/http/connection/public-url.js'
import { namingJob } from '../../product/domains/dmarc/sources/naming-job.js'
import { checkpointJob, vacuumJob } from '../../platform/scheduler/upkeep.js'
import { schedulerMetrics } from '../../platform/scheduler/metrics.js'
import { partitionsJob } from '../../platform/scheduler/partitions/job.js'
import { purgeJob } from '../../platform/scheduler/purge/purge.js'
import { queueOwnersJob } from '../../platform/scheduler/queue-owners.js'
import { startScheduler } from '../../platform/scheduler/scheduler.js'
import { statisticsJob } from '../../platform/statistics/fold.js'
import { logSearchJob } from '../../platform/log-search/job.js'
import { workspaceDeletionJob } from '../../product/workspace/deletion/job.js'
import type { RoleContext } from './context.js'
import { purgeTasks } from './purge-tasks.js'

/** Starts the role `scheduler`: all jobs that run now and then. */
export function startSchedulerRole(context: RoleContext): void {
  const { database, db, domains, erasure, keyRing, parts, wakes } = context
  const { scheduler: config, dnsBlockLists: blockLists } = context.config
  const log = context.logOf('scheduler')
  const metrics = schedulerMetrics(context.registry)
  const logSearch = logSearchJob(db, config.logSearch, log)
  const jobs = [
    purgeJob(db, config.purge, purgeTasks(addressTokens(keyRing.of('erasure'))), log, metrics),
    domainCheckJob({ ...domains, db, config: config.domainChecks, wakes, log }),
    hostCheckJob(db, {
      everySeconds: config.hostChecks.everySeconds,
      freshResolver: domains.freshResolver,
      targets: serviceHosts(context.config),
      log,
    }),
    erasureJob(erasure, log),
    // Whoever has sent has counts to be added, and new logs.
    statisticsJob(db, config.statistics, logSearch.noteLogs),
    logSearch,
    sourceCheckJob(db, { freshResolver: domains.freshResolver, blockLists, log }),
    queueOwnersJob(db, config.queueOwners.everySeconds),
    workspaceDeletionJob(db, config.workspaceDeletion.everySeconds, log),
    namingJob(db, config.dmarcNames, domains.freshResolver),
    // A PostgreSQL server does both by itself. The embedded database is for histories that need no partitions.
    ...(database.needsUpkeep
      ? [
          vacuumJob(db, config.vacuum),
          checkpointJob(db, config.checkpoint.everySeconds, config.checkpoint.maxBytes),
        ]
      : [partitionsJob(db, config.partitions, log, metrics)]),
  ]
  const scheduler = startScheduler(jobs, log, metrics)
  parts.addWorker('scheduler', () => scheduler.stop())
}
