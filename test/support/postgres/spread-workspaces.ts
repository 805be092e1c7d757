import type { Knex } from 'knex'
import { newWorkspaceId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { openMigratedDatabase } from '../database/database.js'
import { heldPort } from '../network/ports.js'

/** A database with a workspace on each of its machines. */
export interface SpreadWorkspaces {
  readonly db: Knex
  /** In the order of their ids. */
  readonly workspaces: readonly WorkspaceId[]
  /** Does some work while the machine of a workspace is away. */
  without<T>(workspaceId: WorkspaceId, work: () => Promise<T>): Promise<T>
  drop(): Promise<void>
}

/**
 * Makes workspaces, each with a project of the same id, until each machine of a database has one. One PostgreSQL stands
 * for two machines: it refuses what one of two could not answer, with the error that Citus gives.
 */
export async function spreadWorkspaces(connections?: number): Promise<SpreadWorkspaces> {
  const database = await openMigratedDatabase(connections)
  const { db } = database
  const { rows: citus } = await db.raw<{ rows: unknown[] }>(
    `select 1 from pg_extension where extname = 'citus'`,
  )
  const isSpread = citus.length > 0
  const machines = isSpread ? await machinesOf(db) : 2
  const found = new Map<number, WorkspaceId>()
  while (found.size < machines) {
    const id = newWorkspaceId()
    const machine = isSpread ? await machineOf(db, id) : found.size
    if (found.has(machine)) continue
    found.set(machine, id)
    await db('workspaces').insert({ id, name: 'A' })
    await db('projects').insert({ id, workspace_id: id, name: 'A', environment: 'live' })
  }
  return {
    db,
    workspaces: [...found.values()].sort(),
    without: (id, work) => (isSpread ? hidingMachine(db, id, work) : refusing(db, id, work)),
    drop: () => database.drop(),
  }
}

async function machinesOf(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'select count(*)::integer from pg_dist_node where groupid <> 0 and shouldhaveshards',
  )
  return rows[0]?.count ?? 0
}

/** The id of the machine that has a workspace. */
async function machineOf(db: Knex, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await db.raw<{ rows: { node: number }[] }>(
    `select nodeid as node from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('workspaces', ?::uuid)`,
    [workspaceId],
  )
  return rows[0]?.node ?? 0
}

async function hidingMachine<T>(db: Knex, workspaceId: WorkspaceId, work: () => Promise<T>): Promise<T> {
  const machine = await machineOf(db, workspaceId)
  const { rows } = await db.raw<{ rows: { port: number }[] }>(
    'select nodeport as port from pg_dist_node where nodeid = ?',
    [machine],
  )
  const moveTo = (port: number) =>
    db.raw('update pg_dist_node set nodeport = ? where nodeid = ?', [port, machine])
  // Nobody listens there.
  await moveTo(await heldPort())
  try {
    return await work()
  } finally {
    await moveTo(rows[0]?.port ?? 0)
  }
}

/** A query as `server/platform/db/statements/statement.ts` gives it to Knex's client to send. */
interface Asked {
  readonly kind?: string
  readonly options?: { readonly values?: readonly unknown[] }
}

/** Does some work while statements of a workspace are refused, and those of all workspaces. */
export async function refusing<T>(db: Knex, workspaceId: WorkspaceId, work: () => Promise<T>): Promise<T> {
  const client = db.client as { query: (connection: unknown, asked: Asked) => Promise<unknown> }
  const query = client.query.bind(client)
  const error = new Error('connection to the remote node db1:5432 failed with the following error: refused')
  client.query = async (connection, asked) => {
    if (asked.kind === 'gather' || asked.options?.values?.[0] === workspaceId)
      throw Object.assign(error, { code: '08006' })
    return query(connection, asked)
  }
  try {
    return await work()
  } finally {
    client.query = query
  }
}
