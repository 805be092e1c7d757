import type { Span } from '@opentelemetry/api'
import { failSpan } from '../../../platform/tracing/tracing.js'
import type { Source } from '../sources/source-rows.js'
import type { Peer } from './peer.js'
import type { SmtpResult } from './result.js'
import { Transcript } from './transcript.js'

/**
 * Collects what the log keeps of an attempt beside its outcome. The attempt fills it in on its way; a send without a
 * trace keeps nothing.
 */
export class AttemptTrace {
  /** The server that sent the result; undefined if there was no connection. */
  peer: Peer | undefined
  /** The address that the mail left from, if one was chosen. */
  source: Pick<Source, 'address' | 'name'> | undefined
  /** Duration in whole milliseconds, from when the send had its turn; null before the attempt has ended. */
  durationMs: number | null = null
  /** The dialogue with all servers that the attempt went to. */
  readonly transcript = new Transcript()
  /** The attempt's span, if it is traced. */
  span: Span | undefined

  /**
   * Ends the span of the attempt, if there is one.
   *
   * @param outcome status of the delivery after the attempt
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
