import type { Knex } from 'knex'
import { batcher, batcherBy } from '../../db/batcher.js'
import type { Uuid } from '../../db/ids.js'
import type { Attachment, MessageContent } from './content.js'
import { selectAttachments, selectContents, type ContentRow } from './select-contents.js'

export interface MessageKey {
  readonly workspaceId: Uuid
  readonly messageId: Uuid
}

/** Loads a message's content, or undefined where it is there no more. */
export type LoadContent = (message: MessageKey) => Promise<MessageContent | undefined>

/** The max number of texts in one query: a few of them can be megabytes. */
const maxTogether = 50

/**
 * Contents that are asked for at the same time come in one query for each workspace. Attachments come one
 * message after another, so that a process never holds more than it must.
 */
export function contentLoader(db: Knex): LoadContent {
  const rowOf = batcherBy(
    async (workspaceId: Uuid, messageIds: Uuid[]) => {
      const rows = await selectContents(db, workspaceId, messageIds)
      const byMessage = new Map(rows.map((row) => [row.message_id, row]))
      return messageIds.map((id) => byMessage.get(id))
    },
    { max: maxTogether },
  )
  const attachmentsOf = batcher(async ([message]: MessageKey[]) => [await attachments(db, message)], {
    max: 1,
  })
  return async (message) => {
    const row = await rowOf(message.workspaceId, message.messageId)
    if (row === undefined) return undefined
    return contentOf(message, row, row.has_attachments ? await attachmentsOf(message) : [])
  }
}

async function attachments(db: Knex, message: MessageKey | undefined): Promise<Attachment[]> {
  if (message === undefined) return []
  const rows = await selectAttachments(db, message.workspaceId, message.messageId)
  return rows.map((row) => ({
    filename: row.filename,
    contentType: row.content_type,
    contentId: row.content_id,
    disposition: row.disposition,
    content: row.content,
  }))
}

function contentOf(
  { workspaceId, messageId }: MessageKey,
  row: ContentRow,
  attached: readonly Attachment[],
): MessageContent {
  const named = (kind: 'to' | 'cc') => row.recipients.filter((recipient) => recipient.kind === kind)
  return {
    messageId,
    workspaceId,
    projectId: row.project_id,
    from: { name: row.from_name, email: row.from_email },
    to: named('to'),
    cc: named('cc'),
    replyTo: row.reply_to.map(({ email, name }) => ({ email, name: name ?? null })),
    subject: row.subject,
    category: row.category,
    scheduledAt: row.scheduled_at,
    text: row.text,
    html: row.html,
    headers: row.headers,
    listUnsubscribe: row.list_unsubscribe,
    attachments: attached,
  }
}
