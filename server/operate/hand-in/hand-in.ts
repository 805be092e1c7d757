import type { SendMailOptions } from 'nodemailer'
import { isNobodyThere, replyOf, sendBySmtp, type Sent, type SmtpTarget } from './smtp-client.js'

/** Milliseconds of silence, during which the receiver takes a large message apart before it answers. */
const idleMs = 60_000

/** Milliseconds after which the attempt ends, however slowly the receiver answers. */
const limitMs = 120_000

/** Result of handing mail in. */
export type HandedIn =
  | ({ readonly outcome: 'taken' } & Sent)
  | { readonly outcome: 'refused'; readonly reply: string }
  /** There was no answer. The reason is the rest of a sentence whose subject is the receiver. */
  | { readonly outcome: 'unanswered'; readonly reason: string }

/**
 * Hands mail in at the receiver of inbound mail, by SMTP as any mail server does.
 *
 * @throws an error about the message, such as a header that cannot be written
 */
export async function handIn(target: SmtpTarget, mail: SendMailOptions): Promise<HandedIn> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    return { outcome: 'taken', ...(await sendBySmtp(target, mail, { idleMs, signal: limit.signal })) }
  } catch (error) {
    const reply = replyOf(error)
    if (reply !== undefined) return { outcome: 'refused', reply }
    const reason = isNobodyThere(error) ? 'does not listen there' : reasonOf(error)
    if (reason === undefined) throw error
    return { outcome: 'unanswered', reason }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns why the connection failed, as the rest of a sentence.
 *
 * @returns undefined if the error is not the connection's failure
 */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return /^E(CONNECTION|SOCKET|TIMEDOUT|DNS|PIPE|CONN|HOST|NET|ADDR|AI_|NOTFOUND)|^ABORT_ERR/.test(error.code)
    ? `did not answer (${error.code})`
    : undefined
}
