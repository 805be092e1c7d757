import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { uuidAt, uuidBytes } from '../../../../../base/text/uuid-bytes.js'
import type { KeySource } from '../../../../platform/auth/key-source.js'
import { linkBaseOf, type LinkBase } from '../../../../platform/http/connection/public-url.js'
import { tokenKinds, tokenSigner } from '../../../../platform/auth/signed-token.js'

/** How long the link in an opt-in mail can be used. */
export const confirmDays = 7
const confirmMs = confirmDays * 24 * 60 * 60 * 1000

/** What a link to confirm stands for. */
export interface ConfirmLink {
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  /**
   * When its mail was written, to the millisecond. It tells the round of the subscription that it belongs to.
   */
  readonly issuedAt: Date
}

/** What a link to unsubscribe stands for. */
export interface UnsubscribeLink {
  readonly workspaceId: WorkspaceId
  readonly subscriptionId: Uuid
  /** The delivery whose mail it stands in; the link that the API shows belongs to none. */
  readonly logId?: Uuid
}

/** What the link to unsubscribe in a campaign's mail to a contact, without a list, stands for. */
export interface ContactUnsubscribeLink {
  readonly workspaceId: WorkspaceId
  readonly contactId: Uuid
  /** The delivery whose mail it stands in. */
  readonly logId: Uuid
}

/** What the link to unsubscribe in a mail of a topic stands for. */
export interface TopicUnsubscribeLink extends ContactUnsubscribeLink {
  readonly topicId: Uuid
}

/** What stands in place of a token in the link that belongs to nobody. */
export const inertToken = 'preview'

/**
 * The link to unsubscribe that stands in previews, in tests, and in content as it is read: it does nothing.
 *
 * @param publicUrl how the service is reached from outside, without a trailing slash
 */
export function inertUnsubscribeUrl(publicUrl: string): string {
  return `${publicUrl}/subscriptions/unsubscribe/${inertToken}`
}

/**
 * The addresses by which people confirm and end subscriptions, and opt out of campaigns. Each holds a signed token, so
 * nobody can answer for another, and nothing has to be kept for it. The same link is always the same text.
 */
export interface SubscriptionLinks {
  confirmUrl(link: ConfirmLink): string
  unsubscribeUrl(link: UnsubscribeLink): string
  /** Its path is that of the links of subscriptions: the token says what it is for. */
  contactUnsubscribeUrl(link: ContactUnsubscribeLink): string
  /** Its path is the same, too. */
  topicUnsubscribeUrl(link: TopicUnsubscribeLink): string
  /**
   * 'expired' from {@link confirmDays} days after its mail on, 'invalid' where the token was not made here.
   */
  readConfirm(token: string, now: Date): ConfirmLink | 'invalid' | 'expired'
  /** Such a link does not end: who has old mail may still leave (CAN-SPAM asks for 30 days at least). */
  readUnsubscribe(token: string): UnsubscribeLink | 'invalid'
  /** Nor do these links end. */
  readContactUnsubscribe(token: string): ContactUnsubscribeLink | 'invalid'
  /** The same, as a host of one workspace's own reads them: those of others were not made here. */
  only(workspaceId: WorkspaceId): SubscriptionLinks
  readTopicUnsubscribe(token: string): TopicUnsubscribeLink | 'invalid'
}

/**
 * @param keys the keys that sign these links
 * @param base what they begin with
 * @param only the workspace whose links alone are read; absent for those of all
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
