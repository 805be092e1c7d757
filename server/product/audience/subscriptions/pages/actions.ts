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
 * What the pages of subscriptions do, besides showing themselves. Each act is whole when its promise is
 * fulfilled. It rejects where the database cannot do it, and then nothing has changed.
 */
export interface SubscriptionActions {
  /** Changes nothing. Undefined where there is no such subscription, or none any more. */
  find(workspaceId: WorkspaceId, subscriptionId: Uuid): Promise<ShownSubscription | undefined>
  confirm(confirmation: ConfirmLink & { readonly consent: Consent<'page'> }): Promise<ConfirmOutcome>
  unsubscribe(
    unsubscription: UnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  optOut(
    optOut: ContactUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  /** Ends the topic alone; where it is gone, opts out of everything. */
  endTopic(
    end: TopicUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
  /**
   * What a contact can choose, by a link of a mail of a topic or of everything. Changes nothing. Undefined where there
   * is no such contact, or none any more.
   */
  findPreferences(link: ContactLink): Promise<ShownPreferences | undefined>
  /**
   * Sets each topic that the contact does not have so already, and opts out of everything or back in, together.
   * Topics that there are not, or not any more, are left out.
   */
  choose(choice: ContactUnsubscribeLink & PreferenceChoice): Promise<ChooseOutcome>
}

/** A link of a mail to a contact: of one topic, or of everything. */
export type ContactLink = Pick<ContactUnsubscribeLink, 'workspaceId' | 'contactId'> & {
  readonly topicId?: Uuid
}

/** What a person has chosen. */
export interface PreferenceChoice {
  /** Whether they want each topic, by its key. */
  readonly choices: Readonly<Record<string, boolean>>
  /** Whether they want nothing at all; undefined where that stays as it is. */
  readonly unsubscribed?: boolean
  readonly consent: Consent<'page'>
}

/** What the pages show of a subscription. */
export interface ShownSubscription {
  readonly status: 'pending' | 'confirmed' | 'unsubscribed'
  readonly listName: string
  /** The name that the project has set for its pages, or else its own. */
  readonly senderName: string
  /** As it was given. */
  readonly email: string
  /**
   * When it was asked for, after the last unsubscription if there was one. Older links to confirm have ended.
   */
  readonly roundStartedAt: Date
  /** What the project has set of its pages; null where nothing is set. */
  readonly design: PageDesign | null
}

/** How somebody said yes or no: what is kept as the proof of it. */
export interface Consent<Source extends string> {
  readonly at: Date
  /**
   * Of who asked, behind the proxies that are trusted: an address without a zone; null where it is not known.
   */
  readonly ip: string | null
  /** As the browser says, cut to {@link maxUserAgent} characters; null where it says nothing. */
  readonly userAgent: string | null
  /** A person on the page, or a mail program for them (RFC 8058). */
  readonly source: Source
}

/** The max number of characters of a User-Agent that are kept. */
export const maxUserAgent = 500

/** 'ended': its round is over, by an unsubscription since. 'gone': there is no such subscription or contact. */
export type ConfirmOutcome = 'confirmed' | 'already_confirmed' | 'ended' | 'gone'

/** 'unchanged': everything was chosen so before. */
export type ChooseOutcome = 'changed' | 'unchanged' | 'gone'

export type UnsubscribeOutcome = 'unsubscribed' | 'already_unsubscribed' | 'gone'
