import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import type { Parsed } from '../parsing/jobs.js'
import type { ReceivingRoute } from '../routes/inbound-route-rows.js'
import { isBlocked, refusalOf } from '../routes/verdict.js'
import { automaticOf, fromAddressOf } from './new-mail.js'

/** Most hops. Real mail has fewer than ten; RFC 5321, section 6.3, asks for a limit. */
const maxHops = { all: 30, own: 3 }

/**
 * Refuses a message that loops.
 *
 * @throws SmtpRefusal 554
 */
export function refuseLoop(parsed: Parsed): void {
  if ('unreadable' in parsed) return
  const { all, own } = parsed.mail.hops
  if (all > maxHops.all || own >= maxHops.own)
    throw new SmtpRefusal(554, '5.4.6 The message is in a mail loop')
}

/**
 * Refuses a message that fails DMARC for a route that demands it, if the sender was authenticated at all.
 *
 * @throws SmtpRefusal 550 if the message does not pass, 451 if the DNS gave no answer
 */
export function requireDmarc(parsed: Parsed): void {
  const result = 'unreadable' in parsed ? 'permerror' : parsed.auth.dmarc.result
  if (result === 'pass' || result === 'not_checked') return
  if (result === 'temperror')
    throw new SmtpRefusal(451, '4.7.5 The DNS gave no answer by which to authenticate the message')
  throw new SmtpRefusal(550, '5.7.1 This address takes only mail that passes DMARC')
}

/** The properties of a message that the decision needs. */
interface Judged {
  readonly parsed: Parsed
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
}

/**
 * Returns the routes that keep a message: not those that drop automatic mail, nor those that block the address in its
 * From field. That address is known only now; the envelope's was checked before.
 *
 * @throws SmtpRefusal 550 if every route blocks it
 */
export function keepingRoutes<Route extends Pick<ReceivingRoute, 'automatic' | 'block'>>(
  mail: Judged,
  routes: readonly Route[],
): Route[] {
  const from = fromAddressOf(mail)
  const allowed = routes.filter(({ block }) => from === undefined || !isBlocked(block, from))
  if (allowed.length === 0) throw refusalOf('sender_blocked')
  const automatic = automaticOf(mail)
  return allowed.filter((route) => automatic === 'none' || route.automatic !== 'drop')
}
