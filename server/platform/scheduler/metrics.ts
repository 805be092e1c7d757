import { Counter, Gauge, type Registry } from 'prom-client'

export interface SchedulerMetrics {
  /** Counts a run of a job that has come to its end. */
  ran(job: string): void
  purged(table: string, rows: number): void
}

/** Registers the metrics of the scheduler role. No label names a tenant. */
export function schedulerMetrics(registry: Registry): SchedulerMetrics {
  const lastRun = new Gauge({
    name: 'postseal_job_last_run_timestamp_seconds',
    help: 'When a scheduled job last succeeded.',
    labelNames: ['job'],
    registers: [registry],
  })
  const rows = new Counter({
    name: 'postseal_purged_rows_total',
    help: 'Rows purged because they were past their retention, by table.',
    labelNames: ['table'],
    registers: [registry],
  })
  return {
    ran: (job) => lastRun.set({ job }, Date.now() / 1000),
    purged: (table, count) => rows.inc({ table }, count),
  }
}
