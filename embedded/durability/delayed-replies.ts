import type { PGlite } from '@electric-sql/pglite'
import { override } from '../clients/pipelines.js'
import type { ServerInternals } from '../pglite/private-parts.js'
import type { WalFlush } from './wal-flush.js'

interface DelayedReply {
  /** The flush that the reply waits for; 0 if it only waits for the replies before it. */
  readonly flush: number
  write: () => void
}

export interface DelayedReplies {
  /** The wrapped database, which the server must use. */
  readonly db: PGlite
  /** Starts to delay the replies of the server that has the queue. */
  delay: (queryQueue: Pick<ServerInternals['queryQueue'], 'enqueue'>) => void
}

/**
 * Delays the replies of the embedded database until all commits before them are flushed, while it goes on with other
 * clients' statements. A reply that has no commit of its own can reveal the result of one, so it waits as well, if
 * there is any to wait for. Within a transaction nothing waits: what a client learns there counts once the
 * transaction has ended, and the end waits. Replies of one client stay in order.
 */
export function delayReplies(db: PGlite, wal: WalFlush): DelayedReplies {
  /** Delayed replies by client, in the order in which they came. */
  const lines = new Map<number, DelayedReply[]>()
  /** The flush that the replies which are being handed out wait for. */
  let flush = 0

  function put(client: number, write: () => void): void {
    const line = lines.get(client)
    if (line !== undefined) line.push({ flush, write })
    else if (flush > wal.flushed) lines.set(client, [{ flush, write }])
    else write()
  }

  wal.onFlushed(() => {
    for (const [client, line] of lines) {
      const end = line.findIndex((reply) => reply.flush > wal.flushed)
      const free = end === -1 ? line.splice(0) : line.splice(0, end)
      if (line.length === 0) lines.delete(client)
      for (const { write } of free) write()
    }
  })

  return {
    db: override(db, {
      execProtocolRawStream: async (message, options) => {
        const before = wal.requested
        const replies: Uint8Array[] = []
        await db.execProtocolRawStream(message, {
          ...options,
          onRawData: (data) => replies.push(data.slice()),
        })
        const waits = wal.requested > before || !db.isInTransaction()
        flush = waits ? wal.requested : 0
        for (const reply of replies) options?.onRawData?.(reply)
        wal.start()
      },
    }),
    delay: (queryQueue) => {
      const enqueue = queryQueue.enqueue.bind(queryQueue)
      queryQueue.enqueue = (client, message, onData) =>
        enqueue(client, message, (data) => put(client, () => onData(data)))
    },
  }
}
