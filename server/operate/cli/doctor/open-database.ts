import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { databaseNow } from '../../../platform/db/connection/database-clock.js'
import { findRunningEmbedded, openDatabase, type Database } from '../../../platform/db/connection/database.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { explainStartFailure } from '../../start-failure.js'
import { failed, ok, warning, type Finding } from './check.js'

/** Facts about the database and about the role that connects. */
export interface DatabaseFacts {
  readonly role: string
  readonly version: string
  /** Version as `server_version_num`, such as 160003. */
  readonly number: number
  /** Schema in which tables are made; null if there is none that the role may use. */
  readonly schema: string | null
  readonly may_create: boolean
  readonly read_only: boolean
  /** Number of connections that the database permits, without those that are kept for superusers; -1 is no limit. */
  readonly max_connections: number
  readonly max_of_role: number
  readonly max_of_database: number
  /** Present connections: all, those of Postseal as this role, and the processes of Postseal behind these. */
  readonly connected: number
  readonly own: number
  readonly processes: number
}

const askFacts = serviceStatement<[], DatabaseFacts>(
  'doctor_facts',
  `select current_user::text as role, current_setting('server_version') as version,
     current_setting('server_version_num')::int as number, current_schema()::text as schema,
     coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
     current_setting('transaction_read_only') = 'on' as read_only,
     current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0) as max_connections,
     (select rolconnlimit from pg_roles where rolname = current_user) as max_of_role,
     (select datconnlimit from pg_database where datname = current_database()) as max_of_database,
     (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as connected,
     own.connections as own, own.processes
   from (select count(*)::int as connections,
     (count(*) filter (where application_name = 'postseal wakes'))::int as processes
     from pg_stat_activity where usename = current_user and application_name like 'postseal%') own`,
)

/** The database while it is checked. */
export interface OpenedDatabase {
  readonly db: Knex
  readonly facts: DatabaseFacts
  /** Shortest time of an answer, in milliseconds. */
  readonly latencyMs: number
  /** Milliseconds by which this host's clock is ahead of the database's. */
  readonly aheadMs: number
}

/** The opened database, or the reason why it is not checked. */
export interface DatabaseProbe {
  readonly opened?: OpenedDatabase
  readonly finding: Finding
  /** Process of the service that holds an embedded database. */
  readonly holder?: number
  readonly close: () => Promise<void>
}

/** Seconds that a statement may take. */
const statementSeconds = 3
const looks = 5
/** Latency in milliseconds from which on the database counts as slow, because a send goes to and fro many times. */
const slowMs = 20
const oldest = 140_000

/**
 * Opens the database without changing anything: an embedded one through the service that runs on it, and not at all
 * if none runs, since opening it writes its files.
 */
export async function openForDoctor(config: Config): Promise<DatabaseProbe> {
  const closed = { close: () => Promise.resolve() }
  if (config.databaseUrl !== undefined) {
    const settings = { ...config, databaseConnections: 2, statementSeconds, ledger: undefined }
    return lookInto(await openDatabase(settings), config)
  }
  const running = await findRunningEmbedded(config.dataDir)
  if (running !== undefined)
    return { ...(await lookInto(running.database, config, running.pid)), holder: running.pid }
  const isThere = existsSync(path.join(config.dataDir, 'db'))
  const seen = isThere
    ? 'embedded; no service uses it now, so its content is not checked'
    : 'embedded; the first start creates it'
  return { ...closed, finding: ok(seen) }
}

async function lookInto(database: Database, config: Config, pid?: number): Promise<DatabaseProbe> {
  const { db } = database
  const close = () => database.close()
  try {
    const [facts] = await askFacts(db)
    if (facts === undefined) throw new Error('The database returned nothing about itself.')
    const opened = { db, facts, ...(await timed(db)) }
    return { opened, finding: findingOf(opened, pid), close }
  } catch (error) {
    const { sentence } = explainStartFailure(error, config) ?? { sentence: (error as Error).message }
    return { finding: failed(...inTwo(sentence)), close }
  }
}

/** Splits the sentences of a failed start into observation and advice. */
function inTwo(sentence: string): [string, string] {
  // Knex adds its own text if the server accepts the connection and is silent.
  const said = sentence.replace(/\(Knex: .*\)\./, '(no answer in time).')
  const [seen = '', advice] = said.split(/\. (?=See )/)
  const hint =
    'Check its host, port, database, user and password, and that the server runs and accepts this host'
  return [
    seen.replace(/\.$/, ''),
    advice === undefined ? `${hint}.` : `${hint}: ${advice.replace(/^See /, 'see ')}`,
  ]
}

/** Measures the time of some answers, and the clock of the database at the quickest. */
async function timed(db: Knex): Promise<Pick<OpenedDatabase, 'latencyMs' | 'aheadMs'>> {
  let best = { latencyMs: Infinity, aheadMs: 0 }
  for (let look = 0; look < looks; look += 1) {
    const [began, from] = [Date.now(), performance.now()]
    const theirs = await databaseNow(db)
    const latencyMs = performance.now() - from
    if (latencyMs < best.latencyMs) best = { latencyMs, aheadMs: began + latencyMs / 2 - theirs.getTime() }
  }
  return best
}

function findingOf({ facts, latencyMs }: OpenedDatabase, pid: number | undefined): Finding {
  const { version, number, read_only } = facts
  const answer = `an answer takes ${latencyMs.toFixed(1)} ms`
  if (pid !== undefined) return ok(`embedded, in use by the running service (process ${pid}); ${answer}`)
  const [short = version] = version.split(' ')
  const seen = `PostgreSQL ${short}; ${answer}`
  if (number < oldest) return failed(seen, 'Postseal needs PostgreSQL 14 or newer: upgrade it.')
  if (read_only)
    return failed(
      `${seen}; it is read-only`,
      'Set DATABASE_URL to the primary server, or end the read-only mode of this one.',
    )
  if (latencyMs > slowMs)
    return warning(
      seen,
      'Each send asks it several times: run the service near the database, in the same network.',
    )
  return ok(seen)
}
