import type { Peer } from './peer.js'
import { Transcript } from './transcript.js'

/**
 * What the log keeps of an attempt beside its outcome. The attempt fills it in on its way; a send without one
 * keeps nothing.
 */
export class AttemptTrace {
  /** The server that the result is of. Undefined where there was no connection. */
  peer: Peer | undefined
  /** In whole milliseconds, from when the send had its turn. Null before it has ended. */
  durationMs: number | null = null
  /** What was said, to all servers that the attempt went to. */
  readonly transcript = new Transcript()
}
