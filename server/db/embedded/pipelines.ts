import type { PGlite } from '@electric-sql/pglite'

// The first byte of the frontend messages that end a pipeline (PostgreSQL, "Message Formats"): a simple
// query, a sync, a function call and a termination. The start-up message has no type byte; its first byte is
// 0.
const ends = new Set(['Q', 'S', 'F', 'X'].map((letter) => letter.charCodeAt(0)).concat(0))

/**
 * Lets several clients use one PGlite through pglite-socket. That server takes turns by message and keeps a
 * client's turn only inside a transaction, but all clients share one session: a Parse of one between the
 * Parse and the Bind of another replaces the unnamed statement, and the wrong query runs. Here an extended
 * query that has not reached its Sync looks like a transaction, so that its client keeps the turn to the end.
 */
export function keepPipelinesWhole(db: PGlite): PGlite {
  let open = false
  return override(db, {
    isInTransaction: () => open || db.isInTransaction(),
    execProtocolRawStream: (message, options) => {
      open = !ends.has(message[0] ?? 0)
      return db.execProtocolRawStream(message, options)
    },
    // Called when a client leaves in the middle of its turn.
    exec: (query, options) => {
      open = false
      return db.exec(query, options)
    },
  })
}

/** Wraps a PGlite, with the methods in `own` in place of its own. */
export function override(db: PGlite, own: Partial<PGlite>): PGlite {
  return new Proxy(db, {
    get(target, key) {
      if (key in own) return Reflect.get(own, key) as unknown
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
