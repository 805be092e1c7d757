import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { advisoryLocks } from '../../platform/db/transaction/advisory-locks.js'
import { toTypeId, type Uuid } from '../../platform/db/ids.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { createWorkspace, insertKeys, presentKeys, type WorkspaceCredentials } from './create.js'

/** Credentials that the first start writes for its operator: enough to send at once. */
export interface FirstCredentials extends WorkspaceCredentials {
  base_url: string
}

/**
 * Address of a workspace's first user. The command line creates this user's sessions. No mail to it leaves the machine
 * (RFC 6761, section 6.3), and it is an address for the contract, so whoever tries the service can send mail to it.
 */
const firstOwner = 'owner@postseal.localhost'

/**
 * Bootstraps a database that has no workspace: creates a workspace with its owner, a live and a test project, a key
 * for each, and a draft of `credentials.json`. The draft is complete on disk before the commit, and is renamed once
 * the service has its address. So a crash in between leaves either an empty database, or a draft that the next start
 * renames.
 *
 * @returns whether the draft belongs to this database, so that {@link handOverCredentials} must rename it
 */
export async function bootstrapWorkspace(db: Knex, dataDir: string): Promise<boolean> {
  const { draft } = filesIn(dataDir)
  return inTransaction(db, async ({ sql: trx }) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.bootstrap])
    const existing = await trx<{ id: Uuid }>('workspaces').select('id')
    if (existing.length > 0) {
      const workspace = read(draft)?.workspace_id
      return existing.some(({ id }) => toTypeId('ws', id) === workspace)
    }
    const credentials = await insertFirst(trx)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    write(draft, credentials)
    return true
  })
}

/** Turns the draft from the first start into `credentials.json`, with the service's public URL. */
export function handOverCredentials(dataDir: string, publicUrl: string): void {
  const { draft, file } = filesIn(dataDir)
  const credentials = read(draft)
  if (credentials !== undefined) replace(file, { ...credentials, base_url: publicUrl })
  rmSync(draft, { force: true })
}

/**
 * Updates the address in `credentials.json`, because the port may differ at each start. If the file cannot be
 * written, leaves it unchanged and logs a warning.
 */
export function keepBaseUrl(dataDir: string, publicUrl: string, log: Logger): void {
  const { file } = filesIn(dataDir)
  const credentials = read(file)
  if (typeof credentials?.base_url !== 'string' || credentials.base_url === publicUrl) return
  try {
    replace(file, { ...credentials, base_url: publicUrl })
  } catch (error) {
    log.warn(
      { err: error },
      'could not update base_url in credentials.json, so it is not the current address',
    )
  }
}

/** Returns the address that the service had at its last start with this data folder; undefined if none is known. */
export function lastBaseUrl(dataDir: string): string | undefined {
  return read(filesIn(dataDir).file)?.base_url
}

function filesIn(dataDir: string) {
  const file = path.join(dataDir, 'credentials.json')
  return { file, draft: `${file}.new` }
}

/** Replaces the file atomically: it always has either the old or the new content. */
function replace(file: string, credentials: FirstCredentials): void {
  const complete = `${file}.complete`
  write(complete, credentials)
  renameSync(complete, file)
}

function write(file: string, credentials: FirstCredentials): void {
  writeFileSync(file, JSON.stringify(credentials, null, 2) + '\n', { mode: 0o600, flush: true })
}

/** Reads the credentials in a file; undefined if the file is missing, or incomplete because a start was killed. */
function read(file: string): FirstCredentials | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstCredentials
  } catch {
    return undefined
  }
}

async function insertFirst(trx: Knex.Transaction): Promise<FirstCredentials> {
  const made = await createWorkspace(trx, { name: 'Default', owner: firstOwner })
  // The address is filled in later, when the HTTP server has it.
  return { base_url: '', ...presentKeys(made, await insertKeys(trx, made, 'start')) }
}
