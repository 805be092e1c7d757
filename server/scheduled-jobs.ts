import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { erasureJob } from './audience/erasure/job.js'
import { purgeErased } from './audience/erasure/purge-erased.js'
import type { ErasureOptions } from './audience/erasure/work.js'
import type { SchedulerConfig } from './config/defaults.js'
import { domainCheckJob } from './domains/check-job.js'
import { namingJob } from './domains/dmarc/sources/naming-job.js'
import type { Domains } from './domains/open-domains.js'
import { checkpointJob } from './scheduler/checkpoint.js'
import { schedulerMetrics } from './scheduler/metrics.js'
import { purgeJob } from './scheduler/purge/purge.js'
import { startScheduler, type Scheduler } from './scheduler/scheduler.js'
import { vacuumJob } from './scheduler/vacuum.js'

export interface ScheduledWork {
  readonly db: Knex
  readonly config: SchedulerConfig
  readonly domains: Domains
  readonly erasure: ErasureOptions
  /** Whether the database does not vacuum and make checkpoints by itself. */
  readonly needsUpkeep: boolean
  readonly wakeWebhooks: () => void
  readonly log: Logger
  readonly registry: Registry
}

/** Starts all jobs of the role `scheduler`. */
export function startAllJobs(work: ScheduledWork): Scheduler {
  const { db, config, domains, erasure, needsUpkeep, wakeWebhooks, log, registry } = work
  const metrics = schedulerMetrics(registry)
  const jobs = [
    purgeJob(db, config.purge, purgeErased, log, metrics),
    domainCheckJob({ ...domains, db, config: config.domainChecks, wakeWebhooks, log }),
    erasureJob(erasure, log),
    namingJob(db, config.dmarcNames, domains.freshResolver),
    ...(needsUpkeep
      ? [
          vacuumJob(db, config.vacuum.everySeconds),
          checkpointJob(db, config.checkpoint.everySeconds, config.checkpoint.maxBytes),
        ]
      : []),
  ]
  return startScheduler(jobs, log, metrics)
}
