import type { KeySource } from '../../../platform/auth/key-source.js'
import { tokenKinds, tokenSigner } from '../../../platform/auth/signed-token.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { uuidAt, uuidBytes } from '../../../../base/text/uuid-bytes.js'

/** The kinds of things that links to an inbound message lead to. */
export type InboundLinkKind = 'content' | 'raw' | 'attachment'

/** The target of a link to a message, or to the message as it came. */
export interface MessageLink {
  readonly workspaceId: WorkspaceId
  readonly messageId: Uuid
  /** Time at which the link expires, to the millisecond. */
  readonly expiresAt: Date
}

/** The target of a link to an attachment. */
export interface AttachmentLink extends MessageLink {
  readonly attachmentId: Uuid
}

/** The target of a token of a kind. */
export type InboundLink<Kind extends InboundLinkKind> = Kind extends 'attachment'
  ? AttachmentLink
  : MessageLink

/**
 * Makes and reads the links by which a server without a session reads an inbound message that an event is about. Each
 * holds a signed token, so nothing has to be kept for it. The same link is always the same text.
 */
export interface InboundLinks {
  contentUrl(link: MessageLink): string
  rawUrl(link: MessageLink): string
  attachmentUrl(link: AttachmentLink): string
  /**
   * Reads a token; undefined if it was not made here, or not for this kind, or has expired: the caller cannot tell
   * which.
   */
  read<Kind extends InboundLinkKind>(kind: Kind, token: string, now: Date): InboundLink<Kind> | undefined
}

/**
 * The kind of each link's token, and the bytes that the token holds: two ids or three, and the time at which it
 * expires.
 */
const forms = {
  content: { token: tokenKinds.inboundContent, bytes: 38 },
  raw: { token: tokenKinds.inboundRaw, bytes: 38 },
  attachment: { token: tokenKinds.inboundAttachment, bytes: 54 },
} as const

/**
 * @param keys the keys that sign links
 * @param publicUrl URL by which the service is reached from outside, without a trailing slash
 */
export function inboundLinks(keys: KeySource, publicUrl: string): InboundLinks {
  const tokens = tokenSigner(keys)
  const signed = (kind: InboundLinkKind, expiresAt: Date, ...ids: readonly Uuid[]) => {
    const time = Buffer.alloc(6)
    time.writeUIntBE(expiresAt.getTime(), 0, 6)
    return tokens.sign(forms[kind].token, Buffer.concat([uuidBytes(...ids), time]))
  }
  const toMessage = (kind: 'content' | 'raw', { workspaceId, messageId, expiresAt }: MessageLink) =>
    `${publicUrl}/inbound/${kind}/${signed(kind, expiresAt, workspaceId, messageId)}`

  return {
    contentUrl: (link) => toMessage('content', link),
    rawUrl: (link) => toMessage('raw', link),
    attachmentUrl: ({ workspaceId, messageId, attachmentId, expiresAt }) =>
      `${publicUrl}/inbound/attachments/${signed('attachment', expiresAt, workspaceId, messageId, attachmentId)}`,

    read: <Kind extends InboundLinkKind>(kind: Kind, token: string, now: Date) => {
      const { token: tokenKind, bytes } = forms[kind]
      const content = tokens.read(tokenKind, bytes, token)
      if (content === undefined) return undefined
      const expiresAt = new Date(content.readUIntBE(bytes - 6, 6))
      if (now >= expiresAt) return undefined
      const link = { workspaceId: uuidAt(content, 0), messageId: uuidAt(content, 16), expiresAt }
      const whole = kind === 'attachment' ? { ...link, attachmentId: uuidAt(content, 32) } : link
      return whole as InboundLink<Kind>
    },
  }
}
