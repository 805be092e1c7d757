import knex, { type Knex } from 'knex'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import { makeContacts } from '../../product/audience/segments/search/many-contacts.js'
import type { BenchmarkContext } from '../benchmark.js'

/** Events of each contact. */
export const eventsEach = 10

/** A project with contacts and what they did. */
export interface Crowd {
  readonly contacts: number
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

export interface Population {
  readonly db: Knex
  readonly few: Crowd
  readonly many: Crowd
  readonly close: () => Promise<void>
}

/** Makes two projects in a database of their own. */
export async function populate(
  context: BenchmarkContext,
  sizes: { readonly few: number; readonly many: number },
): Promise<Population> {
  const url = await context.createDatabase()
  const db = knex({ client: 'pg', connection: url, pool: { min: 1, max: 2 } })
  await migrate(db)
  const workspaceId = newWorkspaceId()
  await db('workspaces').insert({ id: workspaceId, name: 'Segments' })
  const crowd = async (contacts: number): Promise<Crowd> => {
    const projectId = newUuid()
    const project = { id: projectId, workspace_id: workspaceId, name: 'Project', environment: 'live' }
    await db('projects').insert(project)
    await makeContacts(db, { workspaceId, projectId }, contacts, 0)
    context.progress(`${contacts.toLocaleString('en')} contacts written`)
    return { contacts, workspaceId, projectId }
  }
  const [few, many] = [await crowd(sizes.few), await crowd(sizes.many)]
  await writeEvents(db, context, workspaceId)
  context.progress('vacuum and analyze, as autovacuum would have')
  await db.raw('vacuum analyze')
  return { db, few, many, close: () => db.destroy() }
}

/**
 * Everybody does one thing after the other, so that the events of a contact do not lie together. Every second
 * one is an order; they reach back ten days. Indexes are made at the end, which takes less.
 */
async function writeEvents(db: Knex, context: BenchmarkContext, workspaceId: WorkspaceId): Promise<void> {
  const indexes = ['contact_events_by_name', 'contact_events_by_time']
  const { rows } = await db.raw<{ rows: { definition: string }[] }>(
    'select pg_get_indexdef(name::regclass) as definition from unnest(?::text[]) name',
    [indexes],
  )
  for (const index of indexes) await db.raw(`drop index ${index}`)
  for (let round = 1; round <= eventsEach; round += 1) {
    await db.raw(
      `insert into contact_events (workspace_id, contact_id, id, name, at, properties)
       select workspace_id, id, gen_random_uuid(), :name, now() - make_interval(days => :round),
         jsonb_build_object('total', get_byte(uuid_send(id), 15))
       from contacts where workspace_id = :workspaceId`,
      { workspaceId, round: eventsEach + 1 - round, name: round % 2 === 0 ? 'login' : 'order_placed' },
    )
    context.progress(`${round} of ${eventsEach} events of each contact written`)
  }
  for (const { definition } of rows) await db.raw(definition)
  context.progress('events indexed')
}
