import type { PGlite } from '@electric-sql/pglite'
import type { ServerInternals } from '../pglite/private-parts.js'
import { override } from './pipelines.js'

export interface IdleTransactionTimeout {
  /** The wrapped database, which the server must use. */
  readonly db: PGlite
  /** Starts watching the server's clients. */
  watch(server: ServerInternals): void
  stop(): void
}

/** The number of checks within the max pause. */
const looks = 5

/**
 * Implements PostgreSQL's `idle_in_transaction_session_timeout`, which PGlite lacks because it has no timers.
 * A client that is idle in a transaction holds the session, and no other client is served meanwhile. After
 * the time-out the client is disconnected and its transaction is rolled back. A transaction may set a longer
 * time-out for itself.
 *
 * @param idleMs the max pause, in milliseconds
 * @param tell receives a sentence for each disconnected client
 */
export function timeOutIdleTransactions(
  db: PGlite,
  idleMs: number,
  tell: (notice: string) => void,
): IdleTransactionTimeout {
  /** The time at which the session's transaction became idle, by `performance.now()`; undefined if it is not idle. */
  let idleSince: number | undefined
  let timer: NodeJS.Timeout | undefined

  const watched = override(db, {
    execProtocolRawStream: async (message, options) => {
      idleSince = undefined
      try {
        await db.execProtocolRawStream(message, options)
      } finally {
        idleSince = db.isInTransaction() ? performance.now() : undefined
      }
    },
    exec: (query, options) => {
      idleSince = undefined
      return db.exec(query, options)
    },
  })

  async function look(server: ServerInternals): Promise<void> {
    const since = idleSince
    if (since === undefined || performance.now() - since < idleMs) return
    const limit = Math.max(idleMs, await ownLimit(db))
    if (since !== idleSince || performance.now() - since < limit) return
    await endTurn(server)
    tell(`A client of the embedded database was idle in a transaction for ${limit / 1000} seconds: cut off.`)
  }

  return {
    db: watched,
    watch: (server) => {
      let looking = false
      timer = setInterval(() => {
        if (looking) return
        looking = true
        void look(server).finally(() => (looking = false))
      }, idleMs / looks)
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Returns the transaction's own time-out in milliseconds; 0 if it has none, or has failed and takes no query.
 */
async function ownLimit(db: PGlite): Promise<number> {
  const setting = `select setting from pg_settings where name = 'idle_in_transaction_session_timeout'`
  try {
    const { rows } = await db.query<{ setting: string }>(setting)
    return Number(rows[0]?.setting ?? 0)
  } catch {
    return 0
  }
}

async function endTurn({ handlers, queryQueue }: ServerInternals): Promise<void> {
  const { lastHandlerId } = queryQueue
  if (lastHandlerId === null) return
  const holder = [...handlers].find(({ handlerId }) => handlerId === lastHandlerId)
  // The event makes the server forget the client. `detach` then releases the session and closes the
  // connection.
  holder?.dispatchEvent(new Event('close'))
  await holder?.detach(true)
  // A client that disconnected while its last statement ran may have left a transaction open.
  await queryQueue.clearTransactionIfNeeded(lastHandlerId)
}
