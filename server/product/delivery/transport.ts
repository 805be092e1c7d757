import type { Capacity } from '../../platform/queue/limiter/capacity.js'
import type { SmtpResult } from './smtp/result.js'
import type { Source } from './sources/source-rows.js'
import type { AttemptTrace } from './smtp/trace.js'

/** The limits that all connections from one source to one provider have together. */
export interface ConnectionLimits {
  /** Key of the source and the provider. */
  readonly key: string
  readonly connections?: number | undefined
  readonly mailsPerConnection?: number | undefined
}

/** A message on its way to one recipient. */
export interface OutgoingMail {
  /** The recipient's domain, or `sinkDestination`. */
  readonly destination: string
  /** The address that the mail leaves from; undefined leaves the choice to the system. */
  readonly source?: Pick<Source, 'address' | 'bind' | 'name'> | undefined
  /** The provider's limits. Absent if none are known. */
  readonly limits?: ConnectionLimits | undefined
  /** The envelope sender (RFC 5321, section 2.3.1). */
  readonly from: string
  readonly to: string
  /** The mail, composed and signed, with CRLF line ends. Its dots are stuffed on the way. */
  readonly message: Buffer
  /**
   * Asked before the envelope and before the data, each time as late as can be: a send may wait at a gate, for a
   * connection or for a slow server, and by then another process may send the message. If it resolves with false, the
   * result is the failure `not_begun`. Absent if the send may always begin.
   */
  readonly mayBegin?: () => Promise<boolean>
  /**
   * Gives the attempt up: it does not begin any more, and the connection that it is on is cut. Nobody waits for a
   * connection that is being opened, and it ends as soon as it is open.
   */
  readonly signal?: AbortSignal
  /** Collects what the log keeps of the attempt. Absent if nothing is kept. */
  readonly trace?: AttemptTrace
}

/** Number of all connections, and of the connections that wait for work. */
export interface SmtpConnectionCount {
  readonly open: number
  readonly idle: number
}

/** Sends mail to the sink, a relay, or each domain's MX. It knows its connections and how much they bear. */
export interface Transport {
  capacity(): Capacity
  /** Returns whether a destination still has to show that it answers. Absent if none has to. */
  isOnProbation?(destination: string): boolean
  /** Sends a mail. Never throws: every failure is a result. */
  send(mail: OutgoingMail): Promise<SmtpResult>
  connections(): SmtpConnectionCount
  /**
   * Returns the number of destinations that get no mail for a while, since they fail or say that they are overloaded.
   */
  stopped(): number
  /** Ends idle connections with QUIT and cuts the others. */
  close(): Promise<void>
}
