import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import type { components } from '../../generated/api-types.js'
import { newUuid, toTypeId, type Uuid } from '../db/ids.js'
import { insertApiKey } from './api-keys.js'
import type { KeyRestrictions } from './principal.js'
import { insertProject } from './projects.js'

/** What the first start writes for its operator: enough to send at once. */
export interface FirstCredentials {
  base_url: string
  workspace_id: string
  project_id: string
  project_key: string
  workspace_key: string
  test_project_id: string
  test_project_key: string
}

const projectScopes = ['messages:send', 'reports:read', 'contacts:*'] as const
const workspaceScopes: components['schemas']['Scope'][] = [
  ...projectScopes,
  'domains:*',
  'webhooks:*',
  'suppressions:*',
]
const unrestricted: KeyRestrictions = { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null }

/** Any number, the same in every process: whoever holds the advisory lock of this name looks whether it is first. */
const lockName = 7_361_255

/** The first user of a workspace. Its sessions are minted by the command line. */
export const firstOwner = 'owner@localhost'

/**
 * On a database without a workspace: makes one with its owner, a live and a test project and a key for each,
 * and `credentials.json`. The file is complete on disk before the commit and gets its name after it, so a
 * crash in between leaves either an empty database or keys that the next start still hands over.
 */
export async function bootstrapWorkspace(db: Knex, dataDir: string, publicUrl: string): Promise<void> {
  const file = path.join(dataDir, 'credentials.json')
  const draft = `${file}.new`
  const handOver = await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [lockName])
    const existing = await trx<{ id: Uuid }>('workspaces').select('id')
    if (existing.length > 0) return existing.some(({ id }) => toTypeId('ws', id) === workspaceOf(draft))
    const credentials = await insertFirst(trx, publicUrl)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify(credentials, null, 2) + '\n', { mode: 0o600, flush: true })
    return true
  })
  if (handOver) renameSync(draft, file)
}

/** The workspace of a draft that a killed start has left, if there is one. */
function workspaceOf(draft: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(draft, 'utf8')) as FirstCredentials).workspace_id
  } catch {
    // None, or one that its start did not finish and so did not commit.
    return undefined
  }
}

async function insertFirst(trx: Knex.Transaction, publicUrl: string): Promise<FirstCredentials> {
  const workspaceId = newUuid()
  await trx('workspaces').insert({ id: workspaceId, name: 'Default' })
  await trx('users').insert({ id: newUuid(), workspace_id: workspaceId, email: firstOwner, role: 'owner' })
  const live = await insertProject(trx, workspaceId, { name: 'Live', environment: 'live' })
  const test = await insertProject(trx, workspaceId, { name: 'Test', environment: 'test' })
  const key = async (name: string, project?: typeof live) => {
    const scopes = project === undefined ? workspaceScopes : projectScopes
    const made = await insertApiKey(trx, workspaceId, {
      name,
      scopes,
      restrictions: unrestricted,
      ...(project && { project }),
    })
    return made.secret
  }
  return {
    base_url: publicUrl,
    workspace_id: toTypeId('ws', workspaceId),
    project_id: toTypeId('prj', live.id),
    project_key: await key('First live key', live),
    workspace_key: await key('First workspace key'),
    test_project_id: toTypeId('prj', test.id),
    test_project_key: await key('First test key', test),
  }
}
