import { inertToken, type SubscriptionLinks, type TopicUnsubscribeLink } from '../links/links.js'
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

/** What the link to unsubscribe shows: of a list, of a topic, of a project's campaigns, or of a preview. */
export async function askToLeave(options: LeaveOptions, token: string): Promise<PageReply> {
  if (token === inertToken) return { page: 'preview' }
  const { links } = options
  const link = links.readUnsubscribe(token)
  if (link !== 'invalid') {
    const shown = await options.find(link.workspaceId, link.subscriptionId)
    if (shown === undefined) return goneAsWanted
    return { page: shown.status === 'unsubscribed' ? 'unsubscribed' : 'unsubscribe', shown }
  }
  const ofTopic = links.readTopicUnsubscribe(token)
  if (ofTopic !== 'invalid') {
    const topic = await options.findTopic(ofTopic)
    if (topic !== undefined && !topic.unsubscribed) {
      return { page: topic.subscribed ? 'unsubscribe' : 'unsubscribed', shown: topic }
    }
  }
  // Where the topic is gone, its link is one of everything.
  const ofContact = ofTopic === 'invalid' ? links.readContactUnsubscribe(token) : ofTopic
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
  const ofTopic = links.readTopicUnsubscribe(token)
  if (ofTopic !== 'invalid') return endTopic(options, ofTopic, consent)
  const ofContact = links.readContactUnsubscribe(token)
  if (ofContact === 'invalid') return { page: 'invalid' }
  const { workspaceId, contactId } = ofContact
  const shown = toPerson ? await options.findContact(workspaceId, contactId) : undefined
  const outcome = await options.optOut({ ...ofContact, consent })
  return outcome === 'gone' ? { page: 'optOutGone' } : { page: 'optedOut', ...(shown && { shown }) }
}

async function endTopic(
  options: LeaveOptions,
  link: TopicUnsubscribeLink,
  consent: Consent<'page' | 'one_click'>,
): Promise<PageReply> {
  const toPerson = consent.source === 'page'
  const topic = toPerson ? await options.findTopic(link) : undefined
  const everything = toPerson && topic === undefined
  const contact = everything ? await options.findContact(link.workspaceId, link.contactId) : undefined
  const outcome = await options.endTopic({ ...link, consent })
  if (outcome === 'gone') return { page: 'optOutGone' }
  if (everything) return { page: 'optedOut', ...(contact && { shown: contact }) }
  return { page: 'unsubscribed', ...(topic && { shown: topic }) }
}
