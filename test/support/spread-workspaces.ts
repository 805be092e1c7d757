import type { Knex } from 'knex'
import { newWorkspaceId, type WorkspaceId } from '../../server/db/ids.js'
import { openMigratedDatabase } from './database.js'
import { freePort } from './postgres.js'

/** A database that is spread over machines, with a workspace on each of them. */
export interface SpreadWorkspaces {
  readonly db: Knex
  /** By the id of the machine, in the order of their own ids. */
  readonly workspaces: ReadonlyMap<number, WorkspaceId>
  /** Does some work while nobody reaches a machine. */
  without<T>(node: number, work: () => Promise<T>): Promise<T>
  drop(): Promise<void>
}

/** Makes workspaces, each with a project of the same id, until each machine of a database has one. */
export async function spreadWorkspaces(connections?: number): Promise<SpreadWorkspaces> {
  const database = await openMigratedDatabase(connections)
  const { db } = database
  const query = async <Row>(sql: string, values: readonly (string | number)[] = []): Promise<Row[]> =>
    (await db.raw<{ rows: Row[] }>(sql, values)).rows
  const moveTo = (node: number, port: number) =>
    db.raw('update pg_dist_node set nodeport = ? where nodeid = ?', [port, node])

  const [nodes] = await query<{ count: number }>(
    'select count(*)::integer from pg_dist_node where groupid <> 0 and shouldhaveshards',
  )
  const found = new Map<number, WorkspaceId>()
  while (found.size < (nodes?.count ?? 0)) {
    const id = newWorkspaceId()
    const [place] = await query<{ node: number }>(
      `select nodeid as node from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('workspaces', ?::uuid)`,
      [id],
    )
    if (place === undefined || found.has(place.node)) continue
    found.set(place.node, id)
    await db('workspaces').insert({ id, name: 'A' })
    await db('projects').insert({ id, workspace_id: id, name: 'A', environment: 'live' })
  }

  return {
    db,
    workspaces: new Map([...found].sort(([, one], [, other]) => (one < other ? -1 : 1))),
    without: async (node, work) => {
      const [machine] = await query<{ port: number }>(
        'select nodeport as port from pg_dist_node where nodeid = ?',
        [node],
      )
      // Nobody listens there.
      await moveTo(node, await freePort())
      try {
        return await work()
      } finally {
        await moveTo(node, machine?.port ?? 0)
      }
    },
    drop: () => database.drop(),
  }
}
