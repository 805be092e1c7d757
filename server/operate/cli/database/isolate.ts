import type { Knex } from 'knex'
import { isDistributed } from '../../../platform/db/placement/distribute.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { migrationMs } from '../../../platform/db/connection/time-limits.js'
import { CommandError } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'
import { nodesOf } from './citus.js'

export interface IsolateOptions {
  readonly to?: string
  readonly json?: boolean
}

/**
 * Gives a workspace shards of its own, and moves them to a machine if one is named. The service goes on meanwhile:
 * writes of that workspace, and of those that shared its shards, wait for a moment at the end.
 *
 * @param workspace external id of the workspace
 * @throws CommandError if the database is not distributed, or the machine does not belong to it
 */
export async function isolateWorkspace(
  db: Knex,
  workspace: string,
  options: IsolateOptions,
): Promise<string> {
  const nodes = await nodesOf(db)
  if (!(await isDistributed(db)))
    throw new CommandError('This database is not distributed: run "postseal database distribute" first.')
  const id = await findWorkspace(db, workspace)
  const target = options.to === undefined ? undefined : nodeNamed(nodes, options.to)
  const { rows } = await db.raw<{ rows: { shard: string; alone: boolean; host: string; port: number }[] }>(
    `select shard.shardid as shard, shard.shardminvalue = shard.shardmaxvalue as alone, node.nodename as host,
         node.nodeport as port
       from pg_dist_shard shard join citus_shards node using (shardid)
       where shard.shardid = get_shard_id_for_distribution_column('messages', ?::uuid)`,
    [id],
  )
  const [place] = rows
  if (place === undefined) throw new CommandError('The shard of this workspace was not found.')
  let { shard } = place
  if (!place.alone) {
    const made = await long<{ shard: string }>(
      db,
      `select isolate_tenant_to_new_shard('messages', ?::uuid, 'CASCADE', shard_transfer_mode => 'auto') as shard`,
      [id],
    )
    shard = made[0]?.shard ?? shard
  }
  const moves = target !== undefined && (target.host !== place.host || target.port !== place.port)
  if (moves) {
    await long(db, `select citus_move_shard_placement(?::bigint, ?, ?::integer, ?, ?::integer, 'auto')`, [
      shard,
      place.host,
      place.port,
      target.host,
      target.port,
    ])
  }
  const { host, port } = moves ? target : place
  const typeId = toTypeId('ws', id)
  if (options.json === true)
    return JSON.stringify({ workspace_id: typeId, host, port, shard_id: shard }, null, 2)
  return `${typeId} has shards of its own on ${host}:${port}.`
}

/** Runs a statement that may take hours, outside a transaction. */
async function long<Row>(db: Knex, sql: string, values: readonly (string | number)[]): Promise<Row[]> {
  const { rows } = (await db.raw(sql, values as string[]).options({ maxMs: migrationMs })) as { rows: Row[] }
  return rows
}

function nodeNamed(nodes: Awaited<ReturnType<typeof nodesOf>>, name: string) {
  const found = nodes.find(({ host, port }) => `${host}:${port}` === name)
  if (found?.keepsRows === true) return found
  const list = nodes.filter(({ keepsRows }) => keepsRows).map(({ host, port }) => `  ${host}:${port}`)
  throw new CommandError(`No machine ${name} keeps rows. There are:\n${list.join('\n')}`)
}
