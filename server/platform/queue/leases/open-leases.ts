import type { Logger } from 'pino'
import type { Config } from '../../config/config.js'
import type { ServiceRole } from '../../config/roles.js'
import type { Database } from '../../db/connection/database.js'
import { startHeartbeat, type Neighbours } from './heartbeat.js'
import { soleOwner, type LeaseOwner } from './owner.js'
import { releaseAllLeases, type LeasedTable } from './release.js'

/**
 * Roles that claim work under a lease, or wake the workers of other processes and need to know these. The API works
 * on the deletions that requests ask for.
 */
const rolesWithHeartbeat: readonly ServiceRole[] = [
  'api',
  'delivery',
  'webhooks',
  'scheduler',
  'programs',
  'inbound',
]

/** The leases of a process. */
export interface Leases extends LeaseOwner {
  /** Ends the ownership. To be called after the last outcome is recorded. */
  close(): Promise<void>
}

/**
 * Makes this process an owner of leases. On the embedded database, which has one process, all leases that are there
 * are released: their owner was killed.
 *
 * @param tables the tables whose rows processes lease
 */
export async function openLeases(
  { db, heartbeat }: Pick<Database, 'db' | 'heartbeat'>,
  tables: readonly LeasedTable[],
  config: Pick<
    Config,
    'roles' | 'leases' | 'delivery' | 'webhooks' | 'scheduler' | 'programs' | 'automations'
  >,
  {
    neighbours,
    log,
  }: {
    /** Messages that this process and the others exchange with their beats. */
    readonly neighbours: Neighbours
    readonly log: Logger
  },
): Promise<Leases> {
  if (heartbeat === undefined) await releaseAllLeases(db, tables)
  if (heartbeat === undefined || !config.roles.some((role) => rolesWithHeartbeat.includes(role))) {
    return { ...soleOwner(), close: () => Promise.resolve() }
  }
  const { automations, delivery, programs, scheduler, webhooks } = config
  const longest = [automations, delivery, programs, scheduler.erasures, webhooks]
  const lengths = longest.map(({ leaseSeconds }) => leaseSeconds)
  return startHeartbeat({
    db,
    connection: heartbeat,
    tables,
    config: config.leases,
    maxLeaseSeconds: Math.ceil(Math.max(...lengths)),
    minLeaseSeconds: Math.min(...lengths),
    neighbours,
    log,
  })
}
