import pg from 'pg'
import { ConfigError } from '../../config/config-error.js'
import { connectMs, heartbeatLimits } from './time-limits.js'

/** A connection of a client, as the probe uses it. */
export interface ProbeClient {
  /** The backend that answers for the connection, as the server named it when the connection was opened. */
  readonly processID: number
  query(text: string): Promise<{ readonly rows: readonly object[] }>
  end(): Promise<void>
}

/** The number of looks: a pooler that goes round its connections may give the same one by chance. */
const rounds = 4

/**
 * Refuses a pooler that gives a client another connection to the server with each transaction or statement: prepared
 * statements, advisory locks, LISTEN and settings of a session are lost there, or are those of other clients.
 *
 * A direct connection is recognized by its backend, so the check costs one query. Behind a pooler, two open clients
 * have one backend in turns, or one client has several, only if transactions share them. The first client has a
 * setting of its session and a prepared statement, so that poolers which hold on to a connection for those are let
 * through.
 *
 * @param open opens a connection of a client
 * @throws ConfigError if the pooler shares connections between transactions
 */
export async function refusePooler(open: () => Promise<ProbeClient>): Promise<void> {
  const clients: ProbeClient[] = []
  const opened = async () => {
    const client = await open()
    clients.push(client)
    return client
  }
  try {
    const first = await opened()
    const own = await pidOf(first)
    if (own === first.processID) return
    await first.query("set postseal.probe = 'on'")
    const held = await pidOf(first)
    for (let round = 0; round < rounds; round += 1) {
      // While its transaction lasts, the second client has its connection to the server for itself.
      const other = await opened()
      await other.query('begin')
      const others = await pidOf(other)
      if (others === held || (await pidOf(first)) !== held) throw pooled()
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    // Anything else, such as no further connection, proves nothing. PgBouncer says this of its statement mode.
    if (/statement pooling/.test((error as Error).message)) throw pooled()
  } finally {
    // A start does not wait for the server to hang up.
    for (const client of clients) client.end().catch(() => undefined)
  }
}

/** Opens connections for {@link refusePooler}. */
export function probeClients(url: string): () => Promise<ProbeClient> {
  return async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'postseal start',
      connectionTimeoutMillis: connectMs,
      query_timeout: heartbeatLimits.replyMs,
    })
    // A connection that breaks fails its query as well.
    client.on('error', () => undefined)
    await client.connect()
    return client as unknown as ProbeClient
  }
}

async function pidOf(client: ProbeClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return (rows[0] as { pid: number }).pid
}

function pooled(): ConfigError {
  return new ConfigError(
    'DATABASE_URL leads to a connection pooler that shares connections between transactions (PgBouncer: pool_mode = ' +
      'transaction or statement), which breaks prepared statements and locks of sessions. Set it to pool_mode = session, ' +
      'or DATABASE_URL to PostgreSQL itself (see docs/operate/database.md).',
  )
}
