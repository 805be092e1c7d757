import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { components } from '../../../../generated/api-types.js'
import {
  fromTypeId,
  newUuid,
  timeOf,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { presentDesign, type PageDesign } from './page-design.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

export interface Project {
  readonly id: Uuid
  readonly name: string
  readonly environment: Environment
  /** True if opens of its HTML mail are tracked; `track_clicks` says the same of clicks. */
  readonly track_opens: boolean
  readonly track_clicks: boolean
  /** Time since which nothing new is sent from it; null for a project in use. */
  readonly archived_at: Date | null
}

/** A project with its pages' design, which sends do not need. */
export interface DesignedProject extends Project {
  readonly page_design: PageDesign | null
}

/**
 * Milliseconds for which a project is cached. With the look-up itself, an archived project sends nothing after 5
 * seconds.
 */
const cachedMs = 3_000

const selectProject = statement<[workspaceId: WorkspaceId, projectId: Uuid], Project>(
  'select_project',
  `select id, name, environment, track_opens, track_clicks, archived_at
   from projects where workspace_id = $1 and id = $2`,
)

/** Returns one project of a workspace, or undefined. */
export async function findProject(
  db: Knex,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<Project | undefined> {
  return (await selectProject(db, workspaceId, id))[0]
}

/**
 * Returns the project that a request names.
 *
 * @param given external id
 * @throws ApiError 422 `validation_failed` if the workspace has no such project
 */
export async function namedProject(db: Knex, workspaceId: WorkspaceId, given: string): Promise<Project>
/** Returns the project that a request names, or undefined if it names none. */
export async function namedProject(
  db: Knex,
  workspaceId: WorkspaceId,
  given: string | null | undefined,
): Promise<Project | undefined>
export async function namedProject(
  db: Knex,
  workspaceId: WorkspaceId,
  given: string | null | undefined,
): Promise<Project | undefined> {
  if (given == null) return undefined
  const project = await findProject(db, workspaceId, fromTypeId('prj', given))
  if (project !== undefined) return project
  throw refusedValue('/body/project_id', 'unknown', 'must be a project of this workspace')
}

/** Looks up projects of any workspace. A project that is not found is looked up again each time. */
export interface ProjectStore {
  find(workspaceId: WorkspaceId, id: Uuid): Promise<Project | undefined>
}

/** A {@link ProjectStore} that remembers its results for some seconds. */
export interface CachedProjects extends ProjectStore {
  /** Makes this process look a project up again. Must be called after the commit of a change. */
  forget(workspaceId: WorkspaceId, id: Uuid): void
}

/** Makes a store that caches projects, since every send looks up its project. */
export function projectStore(db: Knex): CachedProjects {
  const cache = new LRUCache<string, Project, { workspaceId: WorkspaceId; id: Uuid }>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    // If `forget` is called during a look-up, its callers get the result, but it is not remembered.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => findProject(db, context.workspaceId, context.id),
  })
  const keyOf = (workspaceId: WorkspaceId, id: Uuid) => `${workspaceId} ${id}`
  return {
    find: async (workspaceId, id) => {
      const key = keyOf(workspaceId, id)
      // `fetch` leaves a kilobyte behind, even if it finds something.
      return cache.get(key) ?? cache.fetch(key, { context: { workspaceId, id } })
    },
    forget: (workspaceId, id) => void cache.delete(keyOf(workspaceId, id)),
  }
}

/** Makes a store that looks projects up in a transaction, which must not wait for another connection. */
export function projectsWithin(trx: Knex.Transaction): ProjectStore {
  return { find: (workspaceId, id) => findProject(trx, workspaceId, id) }
}

/** Stores a new project. */
export async function insertProject(
  db: Knex,
  workspaceId: WorkspaceId,
  fields: Pick<Project, 'name' | 'environment'> &
    Partial<Pick<DesignedProject, 'track_opens' | 'track_clicks' | 'page_design'>>,
): Promise<DesignedProject> {
  const asBegun = { track_opens: false, track_clicks: false, page_design: null }
  const project = { id: newUuid(), ...asBegun, ...fields, archived_at: null }
  await db('projects').insert({ ...project, workspace_id: workspaceId })
  return project
}

export function presentProject(project: DesignedProject): components['schemas']['Project'] {
  const listed = presentListedProject(project)
  return { ...listed, pages: { ...listed.pages, logo: project.page_design?.logo ?? null } }
}

/** Returns a project as lists show it: without the logo. */
export function presentListedProject(project: DesignedProject): components['schemas']['Project'] {
  return {
    id: toTypeId('prj', project.id),
    name: project.name,
    environment: project.environment,
    tracking: { opens: project.track_opens, clicks: project.track_clicks },
    created_at: timeOf(project.id).toISOString(),
    archived_at: project.archived_at?.toISOString() ?? null,
    pages: presentDesign(project.page_design),
  }
}
