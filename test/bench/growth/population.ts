import knex, { type Knex } from 'knex'
import pg from 'pg'
import { newUuid, newWorkspaceId, type Uuid } from '../../../server/platform/db/ids.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import { seedHistory, type History } from '../../support/messages/history.js'
import type { BenchmarkContext } from '../benchmark.js'

const day = 24 * 3600 * 1000

/** A database with a workspace that has sent some messages. */
export interface Population {
  readonly db: Knex
  readonly history: History
  readonly close: () => Promise<void>
}

export async function populate(context: BenchmarkContext, messages: number): Promise<Population> {
  const url = await context.createDatabase()
  const db = knex({ client: 'pg', connection: url, pool: { min: 1, max: 2 } })
  await migrate(db)
  const workspaceId = newWorkspaceId()
  const projects: Uuid[] = Array.from({ length: 8 }, newUuid)
  await db('workspaces').insert({ id: workspaceId, name: 'Growth' })
  await db('projects').insert(
    projects.map((id) => ({ id, workspace_id: workspaceId, name: 'Project', environment: 'live' })),
  )
  const now = Date.now()
  const history: History = {
    workspaceId,
    projects,
    messages,
    from: new Date(now - 29 * day),
    to: new Date(now - 60_000),
  }
  const of = messages.toLocaleString('en')
  const sql = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await seedHistory(sql, history, (done) => {
      if (done % 100_000 === 0 || done === messages) {
        context.progress(`${done.toLocaleString('en')} of ${of} messages written`)
      }
    })
    context.progress('vacuum and analyze, as autovacuum would have')
    await sql.query('vacuum analyze')
  } finally {
    await sql.end()
  }
  return { db, history, close: () => db.destroy() }
}
