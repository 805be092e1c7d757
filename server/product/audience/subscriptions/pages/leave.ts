import { inertToken, type SubscriptionLinks } from '../links/links.js'
import type { Consent, SubscriptionActions } from './actions.js'
import type { PageReply } from './reply.js'

export interface LeaveOptions extends SubscriptionActions {
  readonly links: SubscriptionLinks
}

/**
 * Who wants to leave and is not there any more has what they want, and RFC 8058's program hears of no
 * failure.
 */
const goneAsWanted: PageReply = { page: 'gone', status: 200 }

/** What the link to unsubscribe shows: of a list, of a project's campaigns, or of a preview. */
export async function askToLeave(options: LeaveOptions, token: string): Promise<PageReply> {
  if (token === inertToken) return { page: 'preview' }
  const { links } = options
  const link = links.readUnsubscribe(token)
  if (link !== 'invalid') {
    const shown = await options.find(link.workspaceId, link.subscriptionId)
    if (shown === undefined) return goneAsWanted
    return { page: shown.status === 'unsubscribed' ? 'unsubscribed' : 'unsubscribe', shown }
  }
  const ofContact = links.readContactUnsubscribe(token)
  if (ofContact === 'invalid') return { page: 'invalid' }
  const shown = await options.findContact(ofContact.workspaceId, ofContact.contactId)
  if (shown === undefined) return { page: 'optOutGone' }
  return { page: shown.unsubscribed ? 'optedOut' : 'optOut', shown }
}

/** Does what the link to unsubscribe is for. A mail program is shown nobody: it reads no page. */
export async function leave(
  options: LeaveOptions,
  token: string,
  consent: Consent<'page' | 'one_click'>,
): Promise<PageReply> {
  if (token === inertToken) return { page: 'preview' }
  const { links } = options
  const link = links.readUnsubscribe(token)
  const toPerson = consent.source === 'page'
  if (link !== 'invalid') {
    const shown = toPerson ? await options.find(link.workspaceId, link.subscriptionId) : undefined
    const outcome = await options.unsubscribe({ ...link, consent })
    return outcome === 'gone' ? goneAsWanted : { page: 'unsubscribed', ...(shown && { shown }) }
  }
  const ofContact = links.readContactUnsubscribe(token)
  if (ofContact === 'invalid') return { page: 'invalid' }
  const { workspaceId, contactId } = ofContact
  const shown = toPerson ? await options.findContact(workspaceId, contactId) : undefined
  const outcome = await options.optOut({ ...ofContact, consent })
  return outcome === 'gone' ? { page: 'optOutGone' } : { page: 'optedOut', ...(shown && { shown }) }
}
