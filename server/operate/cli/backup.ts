import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config/config.js'
import { backUp } from '../backup/back-up.js'
import { restore } from '../backup/restore.js'
import type { Database } from '../../platform/db/connection/database.js'
import { knownMigrations } from '../../platform/db/schema/migrate.js'
import { shellQuoted } from '../../../base/text/shell-quoted.js'
import type { Leftover } from '../../../base/files/drafts.js'
import type { Invocation } from './invocation.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'

/** Milliseconds between two lines of progress. */
const tellMs = 5000

/** Backs up the embedded database and everything else that a restored service needs. */
export async function backUpEmbedded(
  invocation: Invocation,
  config: Config,
  { db }: Database,
  file: string,
): Promise<string> {
  const tell = every(tellMs, (copied: number, total: number) =>
    invocation.console.error(`${megabytes(copied)} of ${megabytes(total)} copied`),
  )
  await backUp(db, config.dataDir, path.resolve(file), {
    migrations: knownMigrations,
    progress: tell,
    onRemoved: tellRemoved(invocation, 'backup'),
  })
  const secret =
    config.secretKey === undefined
      ? 'It contains secrets (secret.key, credentials.json, all messages)'
      : 'It contains secrets (credentials.json, all messages) but not POSTSEAL_SECRET_KEY, which you must keep as well'
  return `${file} is complete. ${secret}: store it accordingly.`
}

/** Explains how to back up a PostgreSQL. */
export function explainPostgresBackup(databaseUrl: string, file: string): string {
  const { url, hasPassword } = withoutPassword(databaseUrl)
  return [
    'This service uses PostgreSQL. Back it up with its own tools, while the service runs:',
    '',
    `  pg_dump --format=custom --no-owner --file=${shellQuoted(file)} ${shellQuoted(url)}`,
    '',
    ...(hasPassword ? ['Give its password in PGPASSWORD or ~/.pgpass.'] : []),
    'Keep POSTSEAL_SECRET_KEY as well, apart from the dump: without it the dump is useless.',
  ].join('\n')
}

/** Restores a backup into the data folder, which must have no database. */
export async function restoreEmbedded(invocation: Invocation, config: Config, file: string): Promise<string> {
  let bytes = 0
  const tell = every(tellMs, () => invocation.console.error(`${megabytes(bytes)} restored`))
  const progress = (more: number) => {
    bytes += more
    tell()
  }
  const removed = tellRemoved(invocation, 'restore')
  const manifest = await restore(path.resolve(file), config.dataDir, {
    migrations: knownMigrations,
    progress,
    onRemoved: removed,
  })
  return (
    `The backup of ${manifest.created_at} is restored to ${config.dataDir}. When the service is started, it ` +
    'holds what was queued then. Send it with "postseal queue release", or drop it with "postseal queue drop --held". ' +
    ledgerHint(config.ledger)
  )
}

/** Explains how to restore a PostgreSQL, and how to start on it. */
export function explainPostgresRestore(databaseUrl: string, file: string): string {
  const { url, hasPassword } = withoutPassword(databaseUrl)
  const today = new Date().toISOString().slice(0, 10)
  return [
    'This service uses PostgreSQL. Stop every process of the service, and restore into an empty database:',
    '',
    `  pg_restore --no-owner --exit-on-error --dbname=${shellQuoted(url)} ${shellQuoted(file)}`,
    '',
    ...(hasPassword ? ['Give its password in PGPASSWORD or ~/.pgpass.'] : []),
    'Then start every process with the POSTSEAL_SECRET_KEY of that time, and with a new name for this restore:',
    '',
    `  POSTSEAL_START_HELD=${today}`,
    '',
    'Set POSTSEAL_LEDGER to the ledger of the service: the start then repeats the removals since ' +
      'the dump, such as revoked keys and suppressions. Without it, they are undone.',
    '',
    'The service then holds what was queued in the dump, once for each name. Send it with ' +
      '"postseal queue release", or drop it with "postseal queue drop --held".',
  ].join('\n')
}

/** Returns a hint whether the service, after a restore, will repeat the removals and revocations since the backup. */
function ledgerHint(ledger: string | undefined): string {
  return ledger !== undefined && existsSync(ledger)
    ? `It removes again what the ledger in ${ledger} says.`
    : 'There is no ledger at POSTSEAL_LEDGER: what was removed since the backup, such as revoked keys and ' +
        'suppressions, is back. If the service had a ledger, set POSTSEAL_LEDGER to its folder before the start.'
}

/**
 * Separates the password from a database URL, since passwords on a command line are readable by every user of the
 * machine.
 */
function withoutPassword(databaseUrl: string): { url: string; hasPassword: boolean } {
  const url = parseUrl(databaseUrl)
  if (url === undefined) return { url: '$DATABASE_URL', hasPassword: false }
  const hasPassword = url.password !== '' || url.searchParams.has('password')
  url.password = ''
  url.searchParams.delete('password')
  return { url: url.href, hasPassword }
}

function tellRemoved({ console }: Invocation, what: string): (left: Leftover) => void {
  return ({ path: left, bytes }) =>
    console.error(`Removed ${left} (${megabytes(bytes)}), which an earlier ${what} that was killed had left.`)
}

function every<Args extends unknown[]>(ms: number, tell: (...args: Args) => void): (...args: Args) => void {
  let last = performance.now()
  return (...args) => {
    if (performance.now() - last < ms) return
    last = performance.now()
    tell(...args)
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
}
