import type { PageDesign } from '../../../workspace/projects/page-design.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type {
  ConfirmLink,
  ContactUnsubscribeLink,
  TopicUnsubscribeLink,
  UnsubscribeLink,
} from '../links/links.js'
import type { ShownPreferences } from './preferences.js'

/**
 * The actions of the pages of subscriptions. Each action is complete when its promise is fulfilled. The promise
 * rejects if the database cannot do the action, and then nothing has changed.
 */
export interface SubscriptionActions {
  /** Finds a subscription, and changes nothing. Undefined if there is no such subscription, or it was deleted. */
  find(workspaceId: WorkspaceId, subscriptionId: Uuid): Promise<ShownSubscription | undefined>
  confirm(confirmation: ConfirmLink & { readonly consent: Consent<'page'> }): Promise<ConfirmOutcome>
  unsubscribe(
    unsubscription: UnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  optOut(
    optOut: ContactUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  /** Ends the topic alone; if the topic was deleted, opts out of everything. */
  endTopic(
    end: TopicUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  /**
   * Returns a contact's choices, by a link of a mail of a topic or of everything, and changes nothing. Undefined if
   * there is no such contact, or it was deleted.
   */
  findPreferences(link: ContactLink): Promise<ShownPreferences | undefined>
  /**
   * Sets each topic whose choice differs, and opts out of everything or back in, together. Topics that do not exist,
   * or were deleted, are left out.
   */
  choose(choice: ContactUnsubscribeLink & PreferenceChoice): Promise<ChooseOutcome>
}

/** A link of a mail to a contact: of one topic, or of everything. */
export type ContactLink = Pick<ContactUnsubscribeLink, 'workspaceId' | 'contactId'> & {
  readonly topicId?: Uuid
}

/** The choice of a person. */
export interface PreferenceChoice {
  /** True for each topic that the person wants, false for each that they do not want, by its key. */
  readonly choices: Readonly<Record<string, boolean>>
  /** True to opt out of everything, false to opt back in; undefined leaves that as it is. */
  readonly unsubscribed?: boolean
  readonly consent: Consent<'page'>
}

/** The data of a subscription that the pages show. */
export interface ShownSubscription {
  readonly status: 'pending' | 'confirmed' | 'unsubscribed'
  readonly listName: string
  /** The name that the project has set for its pages, or else the project's own. */
  readonly senderName: string
  /** The address as it was last written. */
  readonly email: string
  /**
   * Time of the request, or of the first one since the last unsubscription. Older links to confirm are no longer
   * valid.
   */
  readonly roundStartedAt: Date
  /** The project's design for its pages; null if it has set none. */
  readonly design: PageDesign | null
}

/** Circumstances of a yes or no, which are stored as its proof. */
export interface Consent<Source extends string> {
  readonly at: Date
  /** IP address of the person, behind the trusted proxies and without a zone; null if it is not known. */
  readonly ip: string | null
  /** User-Agent of the browser, cut to {@link maxUserAgent} characters; null if it sends none. */
  readonly userAgent: string | null
  /** The origin of the request: a person on the page, or a mail program for them (RFC 8058). */
  readonly source: Source
}

/** The most characters of a User-Agent that are stored. */
export const maxUserAgent = 500

/**
 * Outcome of a confirmation. 'ended': its round is over, by a later unsubscription. 'gone': there is no such
 * subscription or contact.
 */
export type ConfirmOutcome = 'confirmed' | 'already_confirmed' | 'ended' | 'gone'

/** Outcome of a choice. 'unchanged': everything had been chosen like that before. */
export type ChooseOutcome = 'changed' | 'unchanged' | 'gone'

export type UnsubscribeOutcome = 'unsubscribed' | 'already_unsubscribed' | 'gone'
