import type { PageDesign } from '../../../workspace/page-design.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import type { ConfirmLink, ContactUnsubscribeLink, UnsubscribeLink } from '../links/links.js'

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
  /** Changes nothing. Undefined where there is no such contact, or none any more. */
  findContact(workspaceId: WorkspaceId, contactId: Uuid): Promise<ShownContact | undefined>
  optOut(
    optOut: ContactUnsubscribeLink & { readonly consent: Consent<'page' | 'one_click'> },
  ): Promise<UnsubscribeOutcome>
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

/** What the pages show of a contact. */
export interface ShownContact {
  readonly unsubscribed: boolean
  /** The name that the project has set for its pages, or else its own. */
  readonly senderName: string
  /** As it was given. */
  readonly email: string
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

export type UnsubscribeOutcome = 'unsubscribed' | 'already_unsubscribed' | 'gone'
