import type { components } from '../../../../generated/api-types.js'
import { domainOf, foldAddress } from '../../../../base/addresses/address.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import type { RouteRow } from './inbound-route-rows.js'
import type { Stored } from './stored.js'

/** The decision about mail when its recipient is named. */
export type RouteVerdict = components['schemas']['InboundRouteTest']['reason']

/** The receiver's replies: the code of SMTP, and the text with the enhanced code (RFC 3463). */
export const routeReplies: Readonly<Record<RouteVerdict, { readonly code: number; readonly text: string }>> =
  {
    accepted: { code: 250, text: '2.1.5 Accepted' },
    no_route: { code: 550, text: '5.1.1 No such address here' },
    route_disabled: { code: 550, text: '5.2.1 This address takes no mail at present' },
    sender_blocked: { code: 550, text: '5.7.1 This address takes no mail from this sender' },
    storage_full: { code: 452, text: '4.2.2 The mailbox is full' },
  }

/** Returns the refusal of a verdict, which the receiver throws. */
export function refusalOf(verdict: Exclude<RouteVerdict, 'accepted'>): SmtpRefusal {
  const { code, text } = routeReplies[verdict]
  return new SmtpRefusal(code, text)
}

/**
 * Decides about mail to a route.
 *
 * @param route the most specific one for the recipient
 * @param sender the envelope sender, empty for `<>`
 * @param stored bytes that the messages of the route's workspace take
 */
export function verdictOn(
  route: Pick<RouteRow, 'enabled' | 'block'> | undefined,
  sender: string,
  stored: Pick<Stored, 'bytes' | 'maxBytes'>,
): RouteVerdict {
  if (route === undefined) return 'no_route'
  if (!route.enabled) return 'route_disabled'
  if (isBlocked(route.block, sender)) return 'sender_blocked'
  return stored.bytes >= stored.maxBytes ? 'storage_full' : 'accepted'
}

/**
 * Returns whether a route refuses the mail of a sender.
 *
 * @param block addresses, and domains behind an `@`, which count with those below them; folded
 * @param sender an address in any form, empty for `<>`
 */
export function isBlocked(block: readonly string[], sender: string): boolean {
  if (block.length === 0 || sender === '') return false
  const address = foldAddress(sender)
  const domain = `.${domainOf(sender)}`
  return block.some((each) =>
    each.startsWith('@') ? domain.endsWith(`.${each.slice(1)}`) : each === address,
  )
}
