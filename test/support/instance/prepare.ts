import { randomBytes, randomUUID } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'
import { call } from '../api/api.js'
import { allRows, doneIn } from './all-rows.js'
import type { Instance } from './instance.js'

type Project = components['schemas']['Project']

/** The address and the credentials that a run begins with. */
export type Access = Pick<Instance, 'url' | 'workspaceKey' | 'session' | 'suppressionsKey'>

/** Projects cannot be deleted, so a run takes those that an earlier one has made. */
const projectNames = ['Contract tests', 'Contract tests, another project'] as const

/**
 * Makes what the tests of any instance need: two test projects, unless they are there, and a key for each.
 *
 * @throws Error in one sentence, where the workspace key does not do or a reply breaks the contract
 */
export async function prepareInstance(access: Access): Promise<Instance> {
  const run = `contract-tests-${randomBytes(5).toString('hex')}`
  const present = await testProjects(access)
  const project = await projectNamed(projectNames[0], present, access)
  const otherProject = await projectNamed(projectNames[1], present, access)
  const first = await keyOf(project, run, access)
  const other = await keyOf(otherProject, run, access)
  const suppressionsKey = access.suppressionsKey ?? (await unheldKey(access))
  return {
    ...access,
    ...(suppressionsKey !== undefined && { suppressionsKey }),
    run,
    firstKey: first.id,
    project,
    projectKey: first.secret,
    otherProject,
    otherKey: other.secret,
  }
}

/** The workspace key, unless it is held to an environment: then suppressions are none of its business. */
async function unheldKey({ url, workspaceKey }: Access): Promise<string | undefined> {
  const { status } = await call(url, 'GET', '/v1/suppressions/export?limit=1', { key: workspaceKey })
  return status === 200 ? workspaceKey : undefined
}

async function testProjects({ url, workspaceKey }: Access): Promise<Project[]> {
  const projects = await allRows<Project>({ url, key: workspaceKey, path: '/v1/projects' })
  return projects.filter(({ environment }) => environment === 'test')
}

async function projectNamed(
  name: string,
  present: readonly Project[],
  { url, workspaceKey }: Access,
): Promise<string> {
  const found = present.find((project) => project.name === name)
  if (found !== undefined) return found.id
  const reply = await call(url, 'POST', '/v1/projects', {
    key: workspaceKey,
    body: { name, environment: 'test' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  const { id, environment } = doneIn(reply, 'No test project was made') as Project
  // Nothing may be sent from a live one.
  if (environment !== 'test') throw new Error(`A test project was asked for, and ${id} is ${environment}.`)
  return id
}

/** A domain of this run, and what those that it adds end with. There cannot be one (RFC 6761, section 6.5). */
export function domainOf(run: string): string {
  return `${run}.example`
}

/** Milliseconds until the keys of a killed run end by themselves: a day, since a slow run takes more than an hour. */
const keysLastMs = 86_400_000

/** The fields that make it a key of this run: recognisable, and of no use for long. */
export function keyFields(run: string): { name: string; restrictions: { expires_at: string } } {
  return { name: run, restrictions: { expires_at: new Date(Date.now() + keysLastMs).toISOString() } }
}

async function keyOf(
  project: string,
  run: string,
  { url, workspaceKey }: Access,
): Promise<{ id: string; secret: string }> {
  const scopes = ['messages:send', 'reports:read', 'contacts:*', 'templates:*', 'inbound:*', 'campaigns:*']
  const body = { kind: 'project', project_id: project, scopes, ...keyFields(run) }
  const reply = await call(url, 'POST', '/v1/api-keys', { key: workspaceKey, body })
  const { api_key, secret } = doneIn(reply, 'No project key was issued')
  return { id: (api_key as { id: string }).id, secret: secret as string }
}
