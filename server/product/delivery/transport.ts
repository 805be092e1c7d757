import type { Capacity } from '../../platform/queue/limiter/capacity.js'
import type { SmtpResult } from './smtp/result.js'
import type { Source } from './sources/source-rows.js'
import type { AttemptTrace } from './smtp/trace.js'

/** The limits that all connections from one source to one provider have together. */
export interface ConnectionLimits {
  /** Of the source and the provider. */
  readonly key: string
  readonly connections?: number | undefined
  readonly mailsPerConnection?: number | undefined
}

/** A message on its way to one recipient. */
export interface OutgoingMail {
  /** The recipient's domain, or `sinkDestination`. */
  readonly destination: string
  /** The address that it leaves from; undefined: by whichever the system takes. */
  readonly source?: Pick<Source, 'address' | 'bind' | 'name'> | undefined
  /** What the provider that it goes to allows. Absent where nothing is known of that. */
  readonly limits?: ConnectionLimits | undefined
  /** The envelope (RFC 5321, section 2.3.1). */
  readonly from: string
  readonly to: string
  /** Composed and signed, with CRLF line ends. Its dots are stuffed on the way. */
  readonly message: Buffer
  /**
   * Asked before the envelope and before the data, each time as late as can be: a send may wait at a gate, for a
   * connection or for a slow server, and by then somebody else may send the message. If it resolves with false,
   * the result is the failure `not_begun`. Absent where the send may always begin.
   */
  readonly mayBegin?: () => Promise<boolean>
  /**
   * Gives the attempt up: it begins no more, and the connection that it is on is cut. A connection that is being
   * opened is not waited for by anybody, and ends as soon as it is open.
   */
  readonly signal?: AbortSignal
  /** Filled in with what the log keeps of the attempt. Absent where nobody keeps it. */
  readonly trace?: AttemptTrace
}

/** How many connections there are now, and how many of them wait for work. */
export interface SmtpConnectionCount {
  readonly open: number
  readonly idle: number
}

/**
 * What mail leaves by: the sink, a relay, or each domain's MX. It knows its connections and how much they
 * bear.
 */
export interface Transport {
  capacity(): Capacity
  /** Whether a destination still has to show that it answers. Absent where none has to. */
  isOnProbation?(destination: string): boolean
  /** Never throws: every failure is a result. */
  send(mail: OutgoingMail): Promise<SmtpResult>
  connections(): SmtpConnectionCount
  /** To how many destinations nothing is sent for a while, since they fail or say that they are overloaded. */
  stopped(): number
  /** Ends idle connections with QUIT and cuts the others. */
  close(): Promise<void>
}
