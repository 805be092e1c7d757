import type { PGlite } from '@electric-sql/pglite'
import { letter, override, partsOf, type Part } from './pipelines.js'

const [parse, bind, close, query] = [letter('P'), letter('B'), letter('C'), letter('Q')]

/** The replies ParseComplete and CloseComplete: a type byte and a length of 4. */
const parseComplete = Uint8Array.of(letter('1'), 0, 0, 0, 4)
const closeComplete = Uint8Array.of(letter('3'), 0, 0, 0, 4)

/** Matches SQL that removes statements prepared by name. */
const forgets = /\b(discard|deallocate)\b/i

/**
 * Lets the clients of a PGlite prepare the same statement under the same name. They share one session, in which the
 * second client would get the error that the name is taken. Here the session prepares a statement once, and later
 * clients learn at once that it is prepared. So a statement is parsed and planned once in a process, instead of anew
 * each time.
 *
 * A statement that is gone from the session, because a client closed or discarded it, is prepared again when another
 * client uses it. Two different statements of one name are still refused.
 *
 * It needs whole pipelines: only the first message of one is looked at.
 */
export function shareStatements(db: PGlite): PGlite {
  /** The message that prepared the statement, by name. */
  const messages = new Map<string, Uint8Array>()
  /** The names that the session has. */
  const prepared = new Set<string>()

  return override(db, {
    execProtocolRawStream: async (message, options) => {
      const parts = [...partsOf(message)]
      const [first] = parts
      const name = first && nameOf(message, first)
      const known = name === undefined ? undefined : messages.get(name)
      if (mayForget(message, parts)) prepared.clear()
      if (name === undefined || first === undefined) return db.execProtocolRawStream(message, options)

      const asked = first.type === parse ? message.subarray(first.begin, first.end) : undefined
      const same = known !== undefined && (asked === undefined || Buffer.compare(known, asked) === 0)
      if (!same) return run(message, asked === undefined ? undefined : { name, asked: asked.slice() })
      const rest = asked === undefined ? message : message.subarray(first.end)
      if (prepared.has(name)) return run(rest, { name, prefix: asked && parseComplete })
      const again = Buffer.concat([closing(name), known, rest])
      return run(again, { name, asked: known, skips: true, prefix: asked && parseComplete })

      function run(pipeline: Uint8Array, what: Run | undefined): Promise<void> {
        let begun = false
        return db.execProtocolRawStream(pipeline, {
          ...options,
          onRawData: (data) => {
            options?.onRawData?.(begun || what === undefined ? data : opening(data, what))
            begun = true
          },
        })
      }
    },
  })

  interface Run {
    readonly name: string
    /** The message that prepares the statement; undefined if the session has the statement. */
    readonly asked?: Uint8Array | undefined
    /** True if the client did not ask for the statement to be closed and prepared. */
    readonly skips?: boolean
    /** Bytes that are sent to the client in place of the session's reply. */
    readonly prefix?: Uint8Array | undefined
  }

  /** Reads the first replies, and changes them to those that the client expects. */
  function opening(data: Uint8Array, { name, asked, skips = false, prefix }: Run): Uint8Array {
    let rest = data
    if (skips && startsWith(rest, closeComplete)) rest = rest.subarray(closeComplete.length)
    if (asked !== undefined && startsWith(rest, parseComplete)) {
      messages.set(name, asked)
      prepared.add(name)
      if (skips) rest = rest.subarray(parseComplete.length)
    } else if (rest[0] === letter('E')) {
      // Perhaps the session lost it, or it no longer fits its tables: it is prepared anew the next time.
      prepared.delete(name)
    }
    return prefix === undefined ? rest : Buffer.concat([prefix, rest])
  }
}

/**
 * Returns the name of the statement that a Parse or a Bind is about; undefined for the unnamed one, and for other
 * messages.
 */
function nameOf(pipeline: Uint8Array, { type, begin, end }: Part): string | undefined {
  if (type !== parse && type !== bind) return undefined
  const start = type === parse ? begin + 5 : pipeline.indexOf(0, begin + 5) + 1
  const stop = pipeline.indexOf(0, start)
  if (stop <= start || stop >= end) return undefined
  return Buffer.from(pipeline.buffer, pipeline.byteOffset + start, stop - start).toString('latin1')
}

/** Tells whether one of the messages may remove statements. */
function mayForget(pipeline: Uint8Array, parts: readonly Part[]): boolean {
  return parts.some(({ type, begin, end }) => {
    if (type === close) return pipeline[begin + 5] === letter('S')
    if (type !== query && type !== parse) return false
    return forgets.test(Buffer.from(pipeline.subarray(begin, end)).toString('latin1'))
  })
}

/** Returns the message that closes a statement, which is no error if there is none. */
function closing(name: string): Uint8Array {
  const message = Buffer.alloc(7 + name.length)
  message[0] = close
  message.writeInt32BE(6 + name.length, 1)
  message[5] = letter('S')
  message.write(name, 6, 'latin1')
  return message
}

function startsWith(data: Uint8Array, reply: Uint8Array): boolean {
  return reply.every((byte, index) => data[index] === byte)
}
