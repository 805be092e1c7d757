import { fromTypeId, newWorkspaceId, toTypeId, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { insertApiKey } from '../../../server/product/workspace/keys/api-keys.js'
import type { KeyRestrictions, UserRole } from '../../../server/platform/auth/principal.js'
import { findProject, insertProject } from '../../../server/product/workspace/projects/projects.js'
import type { components } from '../../../generated/api-types.js'
import type { TestService } from '../service/service.js'
import { rememberAwsKey } from './aws-keys.js'
import { signIn } from './sessions.js'

export type Scope = components['schemas']['Scope']

export const projectScopes: Scope[] = [
  'messages:send',
  'reports:read',
  'contacts:*',
  'templates:*',
  'inbound:*',
  'campaigns:*',
]
export const workspaceScopes: Scope[] = [...projectScopes, 'domains:*', 'webhooks:*', 'suppressions:*']

/** A workspace of the service, with what it takes to act in it whatever the API would allow. */
export interface Tenant {
  readonly workspaceId: WorkspaceId
  readonly liveProject: string
  readonly testProject: string
  /** A new key: of a project where one is named, else of the workspace. It has every scope unless told otherwise. */
  key(options?: KeyOptions): Promise<string>
  /** A session of a new user. */
  session(role: UserRole, lifetimeSeconds?: number): Promise<string>
  /** A new project. */
  project(environment?: 'live' | 'test'): Promise<string>
}

interface KeyOptions {
  readonly project?: string
  readonly scopes?: readonly Scope[]
  readonly restrictions?: Partial<KeyRestrictions>
}

/** The workspace that the first start has made. */
export function firstTenant(service: TestService): Tenant {
  const { workspace_id, project_id, test_project_id } = service.credentials
  return tenantOf(service, fromTypeId('ws', workspace_id), project_id, test_project_id)
}

/** A new workspace with a live and a test project. */
export async function addTenant(
  service: TestService,
  options: { readonly retentionDays?: number } = {},
): Promise<Tenant> {
  const workspaceId = newWorkspaceId()
  await service.sql.query('insert into workspaces (id, name, retention_days) values ($1, $2, $3)', [
    workspaceId,
    'Another',
    options.retentionDays ?? 30,
  ])
  const add = (environment: 'live' | 'test') => addProject(service, workspaceId, environment)
  return tenantOf(service, workspaceId, await add('live'), await add('test'))
}

function tenantOf(service: TestService, workspaceId: WorkspaceId, live: string, test: string): Tenant {
  return {
    workspaceId,
    liveProject: live,
    testProject: test,
    key: async ({ project, scopes, restrictions } = {}) => {
      const found = project && (await findProject(service.db, workspaceId, fromTypeId('prj', project)))
      const { row, secret } = await insertApiKey(service.db, workspaceId, {
        name: 'Test key',
        scopes: scopes ?? (found ? projectScopes : workspaceScopes),
        restrictions: {
          environment: null,
          ipCidrs: [],
          senderDomains: [],
          expiresAt: null,
          ...restrictions,
        },
        ...(found && { project: found }),
      })
      rememberAwsKey(service, row.id, secret)
      return secret
    },
    session: async (role, lifetimeSeconds) =>
      (await signIn(service, workspaceId, role, lifetimeSeconds)).token,
    project: (environment = 'live') => addProject(service, workspaceId, environment),
  }
}

async function addProject(
  service: TestService,
  workspaceId: WorkspaceId,
  environment: 'live' | 'test',
): Promise<string> {
  const project = await insertProject(service.db, workspaceId, { name: 'Test project', environment })
  return toTypeId('prj', project.id)
}
