import type { Knex } from 'knex'
import { tablesToPlace } from '../../../platform/db/placement/distribute.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { allWorkspaces } from '../find-workspace.js'
import { nodesOf, sizeText } from './citus.js'

interface NodeRow {
  readonly host: string
  readonly port: number
  readonly shards: number
  readonly bytes: number
}

interface GroupRow {
  /** Lowest hash of the workspaces in the group. */
  readonly min: string
  readonly max: string
  readonly host: string
  readonly port: number
  readonly bytes: string
}

/**
 * Returns the groups of shards. The shards of the same workspaces in all tables are one group: they are on one
 * machine, and move together.
 */
async function groupsOf(db: Knex): Promise<readonly GroupRow[]> {
  const { rows } = await db.raw<{ rows: GroupRow[] }>(
    `select shard.shardminvalue as min, shard.shardmaxvalue as max, node.nodename as host, node.nodeport as port,
       sum(node.shard_size)::bigint as bytes
     from citus_shards node join pg_dist_shard shard using (shardid)
     where node.citus_table_type = 'distributed'
     group by 1, 2, 3, 4 order by shard.shardminvalue::bigint`,
  )
  return rows
}

/** Returns the workspaces that have a group of their own. */
async function isolatedOf(db: Knex): Promise<readonly WorkspaceId[]> {
  const { rows: alone } = await db.raw<{ rows: { shard: string }[] }>(
    `select shardid as shard from pg_dist_shard
     where logicalrelid = to_regclass('workspaces') and shardminvalue = shardmaxvalue`,
  )
  if (alone.length === 0) return []
  const workspaces = await allWorkspaces(db)
  const { rows } = await db.raw<{ rows: { id: WorkspaceId }[] }>(
    `select id from unnest(?::uuid[]) as workspace (id)
     where get_shard_id_for_distribution_column('workspaces', id) = any(?::bigint[])`,
    [workspaces.map(({ id }) => id), alone.map(({ shard }) => shard)],
  )
  return rows.map(({ id }) => id).sort()
}

/** Describes how the database is spread: machines, shards, sizes, their evenness, and the isolated workspaces. */
export async function databaseStatus(db: Knex, { json }: { readonly json?: boolean }): Promise<string> {
  const machines = await nodesOf(db)
  const tables = await tablesToPlace(db)
  const left = tables.filter(({ isPlaced }) => !isPlaced).map(({ name }) => name)
  const groups = left.includes('messages') ? [] : await groupsOf(db)
  const isolated = left.includes('workspaces') ? [] : await isolatedOf(db)
  const { rows: apart } = await db.raw<{ rows: { name: string }[] }>(
    `select table_name::text as name from citus_tables
     where citus_table_type = 'distributed' and colocation_id <> (
       select colocation_id from citus_tables where table_name = to_regclass('messages')) order by 1`,
  )
  const nodes = machines.map(({ host, port, keepsRows, isActive }) => {
    const own = groups.filter((group) => group.host === host && group.port === port)
    const bytes = own.reduce((sum, group) => sum + Number(group.bytes), 0)
    return { host, port, keeps_rows: keepsRows, active: isActive, shards: own.length, bytes }
  })
  const keeping = nodes.filter(({ keeps_rows }) => keeps_rows)
  const status = {
    distributed: left.length === 0,
    undistributed_tables: left,
    tables_apart: apart.map(({ name }) => name),
    nodes,
    shards: groups.length,
    machine_skew: skewOf(keeping.map(({ bytes }) => bytes)),
    shard_skew: skewOf(groups.map(({ bytes }) => Number(bytes))),
    isolated_workspaces: isolated.map((id) => toTypeId('ws', id)),
  }
  return json === true ? JSON.stringify(status, null, 2) : textOf(status)
}

/** Returns the ratio of the largest size to the mean; 1 is even. */
function skewOf(sizes: readonly number[]): number {
  const sum = sizes.reduce((total, size) => total + size, 0)
  return sum === 0 ? 1 : Math.round((Math.max(...sizes) / (sum / sizes.length)) * 100) / 100
}

interface Status {
  readonly distributed: boolean
  readonly undistributed_tables: readonly string[]
  readonly tables_apart: readonly string[]
  readonly nodes: readonly (NodeRow & { readonly keeps_rows: boolean; readonly active: boolean })[]
  readonly shards: number
  readonly machine_skew: number
  readonly shard_skew: number
  readonly isolated_workspaces: readonly string[]
}

function textOf(status: Status): string {
  const { nodes, undistributed_tables: left, tables_apart: apart, isolated_workspaces: isolated } = status
  return [
    ...nodes.map(({ host, port, active, keeps_rows, shards, bytes }) => {
      const state = active ? '' : ', not active'
      const rows = keeps_rows ? `${shards} shards, ${sizeText(bytes)}` : 'no rows of workspaces'
      return `${host}:${port}  ${rows}${state}`
    }),
    left.length === 0
      ? `All tables are distributed, in ${status.shards} shards.`
      : `Not distributed yet: ${left.join(', ')}. Run "postseal database distribute".`,
    ...(apart.length === 0 ? [] : [`Not beside the messages of their workspaces: ${apart.join(', ')}.`]),
    `The largest machine has ${status.machine_skew} times the mean, the largest shard ${status.shard_skew} times.`,
    isolated.length === 0 ? 'No workspace is isolated.' : `Isolated workspaces: ${isolated.join(', ')}.`,
  ].join('\n')
}
