import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { uuidAt, uuidBytes } from '../../../../../base/text/uuid-bytes.js'
import type { KeySource } from '../../../../platform/auth/key-source.js'
import { linkBaseOf, type LinkBase } from '../../../../platform/http/connection/public-url.js'
import { tokenKinds, tokenSigner } from '../../../../platform/auth/signed-token.js'

/** Days for which the link in an opt-in mail can be used. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 60 * 60 * 1000

/** The content of a link to confirm. */
export interface ConfirmLink {
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  /**
   * Time when the mail was written, to the millisecond. It identifies the subscription's round to which the link
   * belongs.
   */
  readonly issuedAt: Date
}

/** The content of a link to unsubscribe. */
export interface UnsubscribeLink {
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  /** Id of the delivery whose mail contains the link; undefined for the link that the API shows. */
  readonly logId?: Uuid
}

/** The content of the link to unsubscribe in a campaign's mail to a contact, without a list. */
export interface ContactUnsubscribeLink {
  readonly workspaceId: WorkspaceId
  readonly contactId: Uuid
  /** Id of the delivery whose mail contains the link. */
  readonly logId: Uuid
}

/** The content of the link to unsubscribe in a mail of a topic. */
export interface TopicUnsubscribeLink extends ContactUnsubscribeLink {
  readonly topicId: Uuid
}

/** Placeholder for the token in the link that belongs to nobody. */
export const inertToken = 'preview'

/**
 * Returns the link to unsubscribe for previews, for tests, and for content as it is read: it does nothing.
 *
 * @param publicUrl the URL at which the service is reached from outside, without a trailing slash
 */
export function inertUnsubscribeUrl(publicUrl: string): string {
  return `${publicUrl}/subscriptions/unsubscribe/${inertToken}`
}

/**
 * Makes and reads the URLs by which people confirm and end subscriptions, and opt out of campaigns. Each holds a
 * signed token, so nobody can answer for another, and nothing has to be stored for it. The same link always has the
 * same text.
 */
export interface SubscriptionLinks {
  confirmUrl(link: ConfirmLink): string
  unsubscribeUrl(link: UnsubscribeLink): string
  /** Makes a link with the same path as that of `unsubscribeUrl`: the token tells its purpose. */
  contactUnsubscribeUrl(link: ContactUnsubscribeLink): string
  /** Makes a link with the same path as that of `unsubscribeUrl`, too. */
  topicUnsubscribeUrl(link: TopicUnsubscribeLink): string
  /**
   * Reads a token to confirm: 'expired' from {@link confirmDays} days after its mail on, 'invalid' if the token was
   * not made here.
   */
  readConfirm(token: string, now: Date): ConfirmLink | 'invalid' | 'expired'
  /**
   * Reads a token to unsubscribe. Such a link never expires: people may unsubscribe by old mail (CAN-SPAM asks for 30
   * days at least).
   */
  readUnsubscribe(token: string): UnsubscribeLink | 'invalid'
  /** Reads a token that opts a contact out; these links never expire either. */
  readContactUnsubscribe(token: string): ContactUnsubscribeLink | 'invalid'
  /** Returns the links as a host of a single workspace reads them: tokens of other workspaces are invalid there. */
  only(workspaceId: WorkspaceId): SubscriptionLinks
  readTopicUnsubscribe(token: string): TopicUnsubscribeLink | 'invalid'
}

/**
 * Makes the links.
 *
 * @param keys the keys that sign the links
 * @param base the beginning of the links
 * @param only the only workspace whose links are read; absent to read those of all
 */
export function subscriptionLinks(keys: KeySource, base: LinkBase, only?: WorkspaceId): SubscriptionLinks {
  const signer = tokenSigner(keys)
  const tokens: typeof signer = {
    sign: (kind, content) => signer.sign(kind, content),
    read: (kind, length, token) => {
      const content = signer.read(kind, length, token)
      return content === undefined || only === undefined || uuidAt(content, 0) === only ? content : undefined
    },
  }
  const begin = (workspaceId: WorkspaceId) => `${linkBaseOf(base, workspaceId)}/subscriptions`
  const { confirm, unsubscribe, unsubscribeDelivery, unsubscribeContact, unsubscribeTopic } = tokenKinds
  return {
    confirmUrl: ({ workspaceId, subscriptionId, issuedAt }) => {
      const time = Buffer.alloc(6)
      time.writeUIntBE(issuedAt.getTime(), 0, 6)
      const content = Buffer.concat([uuidBytes(workspaceId, subscriptionId), time])
      return `${begin(workspaceId)}/confirm/${tokens.sign(confirm, content)}`
    },

    unsubscribeUrl: ({ workspaceId, subscriptionId, logId }) => {
      const token =
        logId === undefined
          ? tokens.sign(unsubscribe, uuidBytes(workspaceId, subscriptionId))
          : tokens.sign(unsubscribeDelivery, uuidBytes(workspaceId, subscriptionId, logId))
      return `${begin(workspaceId)}/unsubscribe/${token}`
    },

    contactUnsubscribeUrl: ({ workspaceId, contactId, logId }) => {
      const token = tokens.sign(unsubscribeContact, uuidBytes(workspaceId, contactId, logId))
      return `${begin(workspaceId)}/unsubscribe/${token}`
    },

    topicUnsubscribeUrl: ({ workspaceId, contactId, logId, topicId }) => {
      const token = tokens.sign(unsubscribeTopic, uuidBytes(workspaceId, contactId, logId, topicId))
      return `${begin(workspaceId)}/unsubscribe/${token}`
    },

    readConfirm: (token, now) => {
      const content = tokens.read(confirm, 38, token)
      if (content === undefined) return 'invalid'
      const issuedAt = new Date(content.readUIntBE(32, 6))
      if (now.getTime() - issuedAt.getTime() >= confirmMs) return 'expired'
      return { workspaceId: uuidAt(content, 0), subscriptionId: uuidAt(content, 16), issuedAt }
    },

    readUnsubscribe: (token) => {
      const content = tokens.read(unsubscribe, 32, token) ?? tokens.read(unsubscribeDelivery, 48, token)
      if (content === undefined) return 'invalid'
      const link = { workspaceId: uuidAt(content, 0), subscriptionId: uuidAt(content, 16) }
      return content.length === 48 ? { ...link, logId: uuidAt(content, 32) } : link
    },

    readContactUnsubscribe: (token) => {
      const content = tokens.read(unsubscribeContact, 48, token)
      if (content === undefined) return 'invalid'
      return {
        workspaceId: uuidAt(content, 0),
        contactId: uuidAt(content, 16),
        logId: uuidAt(content, 32),
      }
    },

    only: (workspaceId) => subscriptionLinks(keys, base, workspaceId),

    readTopicUnsubscribe: (token) => {
      const content = tokens.read(unsubscribeTopic, 64, token)
      if (content === undefined) return 'invalid'
      return {
        workspaceId: uuidAt(content, 0),
        contactId: uuidAt(content, 16),
        logId: uuidAt(content, 32),
        topicId: uuidAt(content, 48),
      }
    },
  }
}
