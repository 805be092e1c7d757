import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { commandEntry } from '../../platform/audit/other-entries.js'
import { recordAudit } from '../../platform/audit/record.js'
import type { KeyRestrictions } from '../../platform/auth/principal.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { insertApiKey } from './keys/api-keys.js'
import { checkKeyRequest } from './keys/issue-key.js'
import { insertProject, type Project } from './projects/projects.js'

/** A workspace that was just made, with its owner and a live and a test project. */
export interface NewWorkspace {
  readonly workspaceId: WorkspaceId
  readonly ownerId: Uuid
  readonly live: Project
  readonly test: Project
}

/** Makes a workspace. */
export async function createWorkspace(
  trx: Knex,
  { name, owner }: { readonly name: string; /** Folded address of the owner. */ readonly owner: string },
): Promise<NewWorkspace> {
  const workspaceId = newWorkspaceId()
  const ownerId = newUuid()
  await trx('workspaces').insert({ id: workspaceId, name })
  await trx('users').insert({ id: ownerId, workspace_id: workspaceId, email: owner, role: 'owner' })
  const live = await insertProject(trx, workspaceId, { name: 'Live', environment: 'live' })
  const test = await insertProject(trx, workspaceId, { name: 'Test', environment: 'test' })
  return { workspaceId, ownerId, live, test }
}

const projectScopes = [
  'messages:send',
  'reports:read',
  'contacts:*',
  'templates:*',
  'inbound:*',
  'campaigns:*',
] as const
const workspaceScopes: components['schemas']['Scope'][] = [
  ...projectScopes,
  'domains:*',
  'webhooks:*',
  'suppressions:*',
]
const unrestricted: KeyRestrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }

/** Secrets of a new workspace's keys. */
export interface NewKeys {
  readonly live: string
  readonly test: string
  readonly workspace: string
}

/**
 * Makes a key for each project and one for the workspace. The operator issues them: the workspace's key as a
 * privileged one, which `suppressions:*` requires by the same rule as for the API. The audit log has an entry of
 * each.
 *
 * @param command command that the operator has run, as the audit log names it
 */
export async function insertKeys(
  trx: Knex,
  { workspaceId, live, test }: NewWorkspace,
  command: 'start' | 'workspace create',
): Promise<NewKeys> {
  const key = async (name: string, project?: Project) => {
    const request = { name, scopes: [...(project === undefined ? workspaceScopes : projectScopes)] }
    checkKeyRequest(
      project === undefined
        ? { ...request, kind: 'workspace', privileged: true }
        : { ...request, kind: 'project', project_id: toTypeId('prj', project.id), privileged: false },
    )
    const fields = { ...request, restrictions: unrestricted, ...(project && { project }) }
    const { row, secret } = await insertApiKey(trx, workspaceId, fields)
    const resource = { type: 'api_key', id: toTypeId('key', row.id) }
    await recordAudit(trx, [commandEntry(workspaceId, command, { resource, projectId: row.project_id })])
    return secret
  }
  return {
    live: await key('First live key', live),
    workspace: await key('First workspace key'),
    test: await key('First test key', test),
  }
}

/** A new workspace with its keys, as operators get it. */
export interface WorkspaceCredentials {
  workspace_id: string
  project_id: string
  project_key: string
  workspace_key: string
  test_project_id: string
  test_project_key: string
}

export function presentKeys({ workspaceId, live, test }: NewWorkspace, keys: NewKeys): WorkspaceCredentials {
  return {
    workspace_id: toTypeId('ws', workspaceId),
    project_id: toTypeId('prj', live.id),
    project_key: keys.live,
    workspace_key: keys.workspace,
    test_project_id: toTypeId('prj', test.id),
    test_project_key: keys.test,
  }
}
