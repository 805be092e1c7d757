import { newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { compose } from '../../../server/mail/compose/compose.js'
import type { Attachment } from '../../../server/mail/compose/content.js'
import { mailOf, type MessageContent } from '../../../server/product/delivery/compose/content.js'
import type { TrackingLinks } from '../../../server/product/tracking/links.js'

const ids = { messageId: newUuid(), workspaceId: newWorkspaceId(), projectId: newUuid() }

/** A message's content as it is composed: the least there is, and what a test wants of it. */
export function contentOf(more: Partial<MessageContent> = {}): MessageContent {
  return {
    ...ids,
    from: { name: null, email: 'no-reply@shop.example' },
    to: [{ name: null, email: 'ada@example.com' }],
    cc: [],
    replyTo: [],
    subject: 'Hello',
    category: null,
    scheduledAt: null,
    text: 'It works.',
    html: null,
    headers: {},
    listUnsubscribe: null,
    listIdentity: null,
    program: null,
    tracking: { opens: false, clicks: false },
    attachments: [],
    ...more,
  }
}

/** An attachment of it. */
export function fileOf(more: Partial<Attachment> = {}): Attachment {
  return {
    filename: 'a.bin',
    contentType: 'application/octet-stream',
    contentId: null,
    disposition: 'attachment',
    content: Buffer.from('content'),
    ...more,
  }
}

/** The bytes of a message. */
export const composeMessage = (content: MessageContent): Buffer => compose(mailOf(content))

/** For messages that are not tracked. */
export const noLinks: TrackingLinks = {
  clickUrl: notTracked,
  openUrl: notTracked,
  readClick: notTracked,
  readOpen: notTracked,
}

function notTracked(): never {
  throw new Error('nothing is tracked')
}
