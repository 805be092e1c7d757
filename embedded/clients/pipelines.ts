import type { PGlite } from '@electric-sql/pglite'
import type { ServerInternals } from '../pglite/private-parts.js'

/** Returns the first byte of a frontend message (PostgreSQL, "Message Formats"). */
export const letter = (name: string): number => name.charCodeAt(0)

// The frontend messages that end a pipeline: a simple query, a sync, a function call and a termination. The
// start-up message has no type byte; its first byte is 0.
const ends = new Set(['Q', 'S', 'F', 'X'].map(letter).concat(0))

/** The frontend messages that get no reply before the end of their pipeline or a flush. */
const gathered = new Set(['P', 'B', 'D', 'E', 'C'].map(letter))

/** The max number of bytes that are gathered for a client. A longer pipeline goes to PGlite in parts. */
const maxGathered = 262_144

/**
 * Sends the messages of a pipeline to PGlite together. pglite-socket sends each message and each reply by itself,
 * which takes as long as a small statement does.
 */
export function gatherPipelines(
  queryQueue: Pick<ServerInternals['queryQueue'], 'enqueue' | 'clearQueueForHandler'>,
): void {
  const enqueue = queryQueue.enqueue.bind(queryQueue)
  const clear = queryQueue.clearQueueForHandler.bind(queryQueue)
  const pipelines = new Map<number, { parts: Uint8Array[]; bytes: number }>()

  queryQueue.enqueue = (client, message, onData) => {
    const pipeline = pipelines.get(client) ?? { parts: [], bytes: 0 }
    pipeline.parts.push(message)
    pipeline.bytes += message.length
    if (gathered.has(message[0] ?? 0) && pipeline.bytes < maxGathered) {
      pipelines.set(client, pipeline)
      return Promise.resolve(0)
    }
    pipelines.delete(client)
    const [first] = pipeline.parts
    const together = pipeline.parts.length === 1 && first ? first : Buffer.concat(pipeline.parts)
    return enqueue(client, together, onData)
  }
  queryQueue.clearQueueForHandler = (client) => {
    pipelines.delete(client)
    clear(client)
  }
}

/** A frontend message within a pipeline: its type byte, and the offsets of its begin and end. */
export interface Part {
  readonly type: number
  readonly begin: number
  readonly end: number
}

/** Yields the messages of a pipeline, which are whole. */
export function* partsOf(pipeline: Uint8Array): Generator<Part> {
  const view = new DataView(pipeline.buffer, pipeline.byteOffset, pipeline.byteLength)
  for (let begin = 0; begin + 5 <= pipeline.length;) {
    const type = pipeline[begin] ?? 0
    // The start-up message is alone, and its first byte is 0.
    const end = type === 0 ? pipeline.length : begin + 1 + Math.max(4, view.getInt32(begin + 1))
    yield { type, begin, end }
    begin = end
  }
}

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
      open = !ends.has(lastTypeOf(message))
      return db.execProtocolRawStream(message, options)
    },
    // Called when a client leaves in the middle of its turn.
    exec: (query, options) => {
      open = false
      return db.exec(query, options)
    },
  })
}

function lastTypeOf(pipeline: Uint8Array): number {
  let last = pipeline[0] ?? 0
  for (const { type } of partsOf(pipeline)) last = type
  return last
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
