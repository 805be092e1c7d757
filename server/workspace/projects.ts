import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { components } from '../../generated/api-types.js'
import { newUuid, timeOf, toTypeId, type Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import type { Environment } from '../auth/principal.js'

export interface Project {
  readonly id: Uuid
  readonly name: string
  readonly environment: Environment
}

const selectProject = statement<[Uuid, Uuid], Project>(
  'select_project',
  'select id, name, environment from projects where workspace_id = $1 and id = $2',
)

/** One project of a workspace, or undefined. */
export async function findProject(db: Knex, workspaceId: Uuid, id: Uuid): Promise<Project | undefined> {
  return (await selectProject(db, workspaceId, id))[0]
}

/** Projects of any workspace. What is not found is looked up again each time. */
export interface ProjectStore {
  find(workspaceId: Uuid, id: Uuid): Promise<Project | undefined>
}

/** Every send looks up its project. A project's name may be a minute old; nothing else of it ever changes. */
export function projectStore(db: Knex): ProjectStore {
  const cache = new LRUCache<string, Project, { workspaceId: Uuid; id: Uuid }>({
    max: 10_000,
    ttl: 60_000,
    fetchMethod: (_key, _stale, { context }) => findProject(db, context.workspaceId, context.id),
  })
  return {
    find: (workspaceId, id) => cache.fetch(`${workspaceId} ${id}`, { context: { workspaceId, id } }),
  }
}

/** Looks projects up in a transaction, which must not wait for another connection. */
export function projectsWithin(trx: Knex.Transaction): ProjectStore {
  return { find: (workspaceId, id) => findProject(trx, workspaceId, id) }
}

/** Stores a new project. */
export async function insertProject(
  db: Knex,
  workspaceId: Uuid,
  fields: { name: string; environment: Environment },
): Promise<Project> {
  const project = { id: newUuid(), ...fields }
  await db('projects').insert({ ...project, workspace_id: workspaceId })
  return project
}

export function presentProject(project: Project): components['schemas']['Project'] {
  return {
    id: toTypeId('prj', project.id),
    name: project.name,
    environment: project.environment,
    created_at: timeOf(project.id).toISOString(),
  }
}
