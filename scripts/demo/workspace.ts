import type { Knex } from 'knex'
import { fromTypeId, type WorkspaceId } from '../../server/platform/db/ids.js'
import { linkSeconds, makeLink } from '../../server/product/sign-in/links.js'
import { findProject } from '../../server/product/workspace/projects/projects.js'
import type { FirstCredentials } from '../../server/product/workspace/bootstrap.js'
import type { UserRow } from '../../server/product/workspace/users/user-rows.js'
import type { Api } from './api.js'
import type { ProjectName } from './mails.js'
import type { Sender } from './traffic.js'

/** The workspace with its people, projects and keys. */
export interface DemoWorkspace {
  readonly workspaceId: WorkspaceId
  readonly senders: Readonly<Record<ProjectName, Sender>>
  /** The API for the owner. */
  readonly owner: Api
}

/** The addresses of those who sign in. */
const people = {
  owner: 'olivia@shop.example',
  admin: 'adam@shop.example',
  member: 'mia@shop.example',
} as const

interface MadeKey {
  readonly api_key: { readonly id: string }
}

/** Signs a user in as a browser does, by a link. */
async function signIn(db: Knex, api: Api, workspaceId: WorkspaceId, email: string): Promise<Api> {
  const user = await db<UserRow>('users').where({ workspace_id: workspaceId, email }).first('id')
  if (user === undefined) throw new Error(`there is no user ${email}`)
  const expiresAt = new Date(Date.now() + linkSeconds * 1000)
  const link = await makeLink(db, { workspaceId, userId: user.id, email }, { publicUrl: '', expiresAt })
  const { token } = await api.call<{ token: string }>('POST', '/sessions', { token: link.split('#')[1] })
  return api.as(token)
}

/** Makes of what the first start has left a workspace that people work in. */
export async function seedWorkspace(db: Knex, api: Api, first: FirstCredentials): Promise<DemoWorkspace> {
  const workspaceId = fromTypeId('ws', first.workspace_id)
  const owner = await signIn(db, api, workspaceId, 'owner@postseal.localhost')
  await owner.call('PATCH', '/workspace', { name: 'Shop' })
  const { user } = await owner.call<{ user: { id: string } }>('GET', '/sessions/current')
  await owner.call('PATCH', `/users/${user.id}`, { email: people.owner, name: 'Olivia Owner' })

  const invite = (email: string, name: string, role: string) =>
    owner.call('POST', '/users', { email, name, role, send_link: false })
  await invite(people.admin, 'Adam Admin', 'admin')
  await invite(people.member, 'Mia Member', 'member')
  await invite('noor@shop.example', 'Noor Newcomer', 'member')

  await owner.call('PATCH', `/projects/${first.project_id}`, { name: 'Shop' })
  await owner.call('PATCH', `/projects/${first.test_project_id}`, { name: 'Shop test' })
  const accounts = await owner.call<{ id: string }>('POST', '/projects', {
    name: 'Accounts',
    environment: 'live',
  })
  const sender = async (projectId: string, name: string): Promise<Sender> => {
    const project = await findProject(db, workspaceId, fromTypeId('prj', projectId))
    if (project === undefined) throw new Error(`there is no project ${projectId}`)
    const scopes = ['messages:send', 'reports:read', 'contacts:*', 'templates:*', 'inbound:*', 'campaigns:*']
    const key = { kind: 'project', project_id: projectId, name, scopes }
    const { api_key } = await owner.call<MadeKey>('POST', '/api-keys', key)
    return { project, keyId: fromTypeId('key', api_key.id) }
  }
  return {
    workspaceId,
    owner,
    senders: {
      shop: await sender(first.project_id, 'Shop backend'),
      accounts: await sender(accounts.id, 'Accounts service'),
      test: await sender(first.test_project_id, 'Continuous integration'),
    },
  }
}

/**
 * Records the latest events of users and keys: a key that soon expires, one that was revoked, and a refused attempt.
 */
export async function seedLatest(db: Knex, api: Api, workspaceId: WorkspaceId): Promise<Api> {
  // The sessions from the beginning have ended: nobody used them for a week.
  const owner = await signIn(db, api, workspaceId, people.owner)
  const admin = await signIn(db, api, workspaceId, people.admin)
  await signIn(db, api, workspaceId, people.member)
  const reporting = { kind: 'workspace', scopes: ['reports:read'] }
  const expires = new Date(Date.now() + 5 * 86_400_000).toISOString()
  await owner.call('POST', '/api-keys', {
    ...{ ...reporting, name: 'Reporting' },
    restrictions: { expires_at: expires, ip_cidrs: ['203.0.113.0/24'] },
  })
  const old = await owner.call<MadeKey>('POST', '/api-keys', { ...reporting, name: 'Old reporting' })
  await owner.call('DELETE', `/api-keys/${old.api_key.id}`)
  // Only the owner may: it is in the audit log as refused.
  await admin.call('PATCH', '/workspace', { name: 'Renamed' }).catch(() => undefined)
  return owner
}
