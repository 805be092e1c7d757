import type { Knex } from 'knex'
import { CommandError } from '../../command-error.js'

/** A machine of the database. */
export interface DatabaseNode {
  readonly host: string
  readonly port: number
  /** True if the machine keeps rows of workspaces. */
  readonly keepsRows: boolean
  readonly isActive: boolean
}

/** Versions that the service is tested with. */
const tested = { citus: 13, postgresql: [15, 17] } as const

/**
 * Checks that the database can be spread over machines, and lists these.
 *
 * @throws CommandError that tells the operator what to do first
 */
export async function nodesOf(db: Knex): Promise<readonly DatabaseNode[]> {
  const { rows } = await db.raw<{ rows: { citus: string | null; postgresql: string }[] }>(
    `select (select extversion from pg_extension where extname = 'citus') as citus,
       current_setting('server_version_num') as postgresql`,
  )
  const { citus = null, postgresql = '0' } = rows[0] ?? {}
  if (citus === null)
    throw new CommandError(
      'This PostgreSQL has no Citus: install it on every machine, put it into shared_preload_libraries, and run "create extension citus" in this database on each.',
    )
  const [oldest, newest] = tested.postgresql
  const major = Math.trunc(Number(postgresql) / 10_000)
  if (Number.parseInt(citus, 10) < tested.citus || major < oldest || major > newest)
    throw new CommandError(
      `Citus ${tested.citus} or newer on PostgreSQL ${oldest} to ${newest} is needed; this is Citus ${citus} on PostgreSQL ${major}.`,
    )
  const { rows: nodes } = await db.raw<{ rows: DatabaseNode[] }>(
    `select nodename as host, nodeport as port, shouldhaveshards as "keepsRows", isactive as "isActive"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  if (!nodes.some(({ keepsRows, isActive }) => keepsRows && isActive))
    throw new CommandError(
      'No machine keeps rows yet: name this one with citus_set_coordinator_host, and add others with citus_add_node.',
    )
  return nodes
}

/** Returns a size as people read it, in powers of 1000. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  let size = bytes
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit] ?? ''}`
}
