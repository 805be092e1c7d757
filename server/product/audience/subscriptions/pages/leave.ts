import {
  inertToken,
  type ContactUnsubscribeLink,
  type SubscriptionLinks,
  type TopicUnsubscribeLink,
} from '../links/links.js'
import type { Consent, PreferenceChoice, SubscriptionActions } from './actions.js'
import { readPreferenceForm, type PreferenceForm } from './preferences.js'
import type { PageReply } from './reply.js'

export interface LeaveOptions extends SubscriptionActions {
  readonly links: SubscriptionLinks
}

/**
 * The reply to somebody who wants to leave and has already been deleted: they have what they want, and RFC 8058's
 * program is told of no failure.
 */
const goneAsWanted: PageReply = { page: 'gone', status: 200 }

/** Returns the page of a link to unsubscribe: from a list, from a sender's mail and its topics, or of a preview. */
export async function askToLeave(options: LeaveOptions, token: string): Promise<PageReply> {
  if (token === inertToken) return { page: 'preview' }
  const { links } = options
  const link = links.readUnsubscribe(token)
  if (link !== 'invalid') {
    const shown = await options.find(link.workspaceId, link.subscriptionId)
    if (shown === undefined) return goneAsWanted
    return { page: shown.status === 'unsubscribed' ? 'unsubscribed' : 'unsubscribe', shown }
  }
  const ofContact = contactLink(links, token)
  if (ofContact === 'invalid') return { page: 'invalid' }
  const shown = await options.findPreferences(ofContact)
  if (shown === undefined) return { page: 'optOutGone' }
  if (shown.topics.length > 0) return { preferences: shown, state: 'ask' }
  return { page: shown.unsubscribed ? 'optedOut' : 'optOut', shown }
}

/**
 * Does what the link to unsubscribe is for, or what was chosen on its page. The reply to a mail program names nobody,
 * since it reads no page.
 *
 * @param form the form that the page has sent
 */
export async function leave(
  options: LeaveOptions,
  token: string,
  consent: Consent<'page' | 'one_click'>,
  form: URLSearchParams,
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
  const ofContact = contactLink(links, token)
  if (ofContact === 'invalid') return { page: 'invalid' }
  const before = toPerson ? await options.findPreferences(ofContact) : undefined
  const chosen = before && readPreferenceForm(form, before.topics)
  const outcome = await (chosen !== undefined
    ? options.choose({ ...ofContact, ...choiceOf(chosen), consent: { ...consent, source: 'page' } })
    : 'topicId' in ofContact
      ? options.endTopic({ ...ofContact, consent })
      : options.optOut({ ...ofContact, consent }))
  if (outcome === 'gone') return { page: 'optOutGone' }
  const shown = before && (await options.findPreferences(ofContact))
  if (shown !== undefined && shown.topics.length > 0) return { preferences: shown, state: 'saved' }
  return { page: 'optedOut', ...(shown && { shown }) }
}

function contactLink(
  links: SubscriptionLinks,
  token: string,
): TopicUnsubscribeLink | ContactUnsubscribeLink | 'invalid' {
  const ofTopic = links.readTopicUnsubscribe(token)
  return ofTopic === 'invalid' ? links.readContactUnsubscribe(token) : ofTopic
}

/** Returns the choice of a form. Saving, and leaving a topic, change nothing about everything. */
function choiceOf({ action, choices }: PreferenceForm): Omit<PreferenceChoice, 'consent'> {
  if (action === 'unsubscribe_all') return { choices, unsubscribed: true }
  return action === 'resubscribe' ? { choices, unsubscribed: false } : { choices }
}
