import { getHeapStatistics } from 'node:v8'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { version } from '../platform/config/version.js'
import type { Database } from '../platform/db/connection/database.js'
import type { ProgressMonitor } from '../../base/concurrency/progress-monitor.js'

/**
 * Registers the metrics of every role: the process's version, memory, connections to the database, and the work that
 * it has set aside.
 */
export function processMetrics(
  registry: Registry,
  { connections, ledger }: Pick<Database, 'connections' | 'ledger'>,
  progress: Pick<ProgressMonitor, 'setAside'>,
): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'postseal_build_info',
    help: 'The version of the service; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'postseal_heap_limit_bytes',
    help: 'The maximum size of the JavaScript heap, above which the process ends.',
    registers,
  }).set(getHeapStatistics().heap_size_limit)
  new Gauge({
    name: 'postseal_database_connections',
    help: 'Connections to the database that this process holds: used by a statement or a transaction, and idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = connections()
      this.set({ state: 'used' }, used)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'postseal_database_connections_max',
    help: 'The maximum number of connections to the database for this process.',
    registers,
  }).set(connections().max)
  new Gauge({
    name: 'postseal_database_waiting',
    help: 'Statements and transactions of this process that wait for a connection to the database.',
    registers,
    collect() {
      this.set(connections().waiting)
    },
  })
  new Gauge({
    name: 'postseal_ledger_lines_waiting',
    help: 'Lines that this process could not write to the ledger yet. A restore would bring back the data that they remove.',
    registers,
    collect() {
      this.set(ledger?.state.waiting ?? 0)
    },
  })
  new Gauge({
    name: 'postseal_ledger_lines_lost',
    help: 'Lines that this process dropped because the disk of the ledger failed for too long.',
    registers,
    collect() {
      this.set(ledger?.state.lost ?? 0)
    },
  })
  new Gauge({
    name: 'postseal_work_set_aside',
    help: 'Workspaces, campaigns and counts that a worker has set aside, because their last turn failed or does not end.',
    labelNames: ['worker'],
    registers,
    collect() {
      for (const { worker, count } of progress.setAside()) this.set({ worker }, count)
    },
  })
}
