import { nodeStyle } from '../dns/node-style.js'
import type { DnsFailure, Resolver } from '../dns/resolver.js'
import type { CheckedAuth } from '../mime/parsed-mail.js'

/** Facts about the sender that SPF uses. */
interface SpfSender {
  /** Sender of the envelope, empty for `<>`. */
  readonly sender: string
  readonly helo: string
  /** Address of the client. */
  readonly ip: string
  /** Host that checks. */
  readonly mta: string
}

interface SpfEvaluation {
  readonly result: CheckedAuth['spf']['result']
  /** First look-up that had no answer. */
  readonly failure: DnsFailure | undefined
}

/** Evaluates SPF (RFC 7208) with mailauth. The library is loaded at the first call: that takes tenths of a second. */
export async function evaluateSpf(sender: SpfSender, resolver: Resolver): Promise<SpfEvaluation> {
  const { default: mailauth } = await import('mailauth/lib/spf/index.js')
  let failure: DnsFailure | undefined
  const lookUp = nodeStyle(resolver, { client: sender.ip, onFailure: (found) => (failure ??= found) })
  const { status } = await mailauth.spf({ ...sender, resolver: lookUp })
  return { result: status.result as CheckedAuth['spf']['result'], failure }
}
