import type { Span } from '@opentelemetry/api'
import { failSpan } from '../../../platform/tracing/tracing.js'
import type { Source } from '../sources/source-rows.js'
import type { Peer } from './peer.js'
import type { SmtpResult } from './result.js'
import { Transcript } from './transcript.js'

/**
 * What the log keeps of an attempt beside its outcome. The attempt fills it in on its way; a send without one
 * keeps nothing.
 */
export class AttemptTrace {
  /** The server that the result is of. Undefined where there was no connection. */
  peer: Peer | undefined
  /** The address that the mail left from, where it was chosen. */
  source: Pick<Source, 'address' | 'name'> | undefined
  /** In whole milliseconds, from when the send had its turn. Null before it has ended. */
  durationMs: number | null = null
  /** What was said, to all servers that the attempt went to. */
  readonly transcript = new Transcript()
  /** The span of the attempt, in a trace. */
  span: Span | undefined

  /**
   * Ends the span of the attempt, if there is one.
   *
   * @param outcome what became of the delivery
   */
  endSpan(result: SmtpResult | undefined, outcome: string): void {
    const { span, peer } = this
    if (span === undefined) return
    span.setAttribute('postseal.delivery.outcome', outcome)
    if (result !== undefined) span.setAttribute('postseal.smtp.step', result.step)
    if (result?.reply !== undefined) span.setAttribute('postseal.smtp.reply_code', result.reply.code)
    if (peer !== undefined) {
      span.setAttributes({
        'server.address': peer.server.name,
        'server.port': peer.server.port,
        'network.peer.address': peer.server.address ?? '',
        'tls.established': peer.tls !== null,
        ...(peer.tls && { 'tls.protocol.version': peer.tls.version, 'tls.cipher': peer.tls.cipher }),
      })
    }
    if (outcome !== 'delivered') failSpan(span, errorTypeOf(result) ?? outcome)
    span.end()
    this.span = undefined
  }
}

function errorTypeOf(result: SmtpResult | undefined): string | undefined {
  return result?.reply === undefined ? result?.failure : String(result.reply.code)
}
