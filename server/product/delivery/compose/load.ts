import type { Knex } from 'knex'
import { batcher, batcherBy } from '../../../platform/db/batching/batcher.js'
import type { RenderStored } from '../../content/render-stored.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { Attachment } from '../../../mail/compose/content.js'
import type { ListIdentity, MessageContent, Program } from './content.js'
import { selectAttachments, selectContents, type ContentRow } from './select-contents.js'

export interface MessageKey {
  readonly workspaceId: WorkspaceId
  readonly messageId: Uuid
}

/** Loads a message's content; undefined if it is gone. */
export type LoadContent = (message: MessageKey) => Promise<MessageContent | undefined>

/** Most texts in one query, because a few of them can be megabytes. */
const maxTogether = 50

/**
 * Returns a loader of contents. Contents that are asked for at the same time come in one query for each workspace.
 * Attachments come one message after another, so that a process never holds more than it must. Mail of campaigns and
 * automations is rendered.
 */
export function contentLoader(db: Knex, render: RenderStored): LoadContent {
  const rowOf = batcherBy(
    async (workspaceId: WorkspaceId, messageIds: Uuid[]) => {
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
    const bodies = await bodiesOf(message, row, render)
    if (bodies === undefined) return undefined
    return contentOf(message, { ...row, ...bodies }, row.has_attachments ? await attachmentsOf(message) : [])
  }
}

/** Returns the bodies of a message; undefined if they are rendered from a template that was deleted. */
async function bodiesOf(
  { workspaceId }: MessageKey,
  row: ContentRow,
  render: RenderStored,
): Promise<Bodies | undefined> {
  const { text, html, subject, template_id: templateId, template_version: version, render_input: input } = row
  if (text !== null) return { subject, text, html }
  if (templateId === null || version === null || input === null) return undefined
  const unsubscribeUrl = row.list_unsubscribe?.url
  return render({ workspaceId, templateId, version, locale: row.template_locale, input, unsubscribeUrl })
}

interface Bodies {
  readonly subject: string
  readonly text: string
  readonly html: string | null
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
  row: ContentRow & Bodies,
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
    entity: row.entity,
    tracking: { opens: row.track_opens === true, clicks: row.track_clicks === true },
    headers: row.headers,
    listUnsubscribe: row.list_unsubscribe,
    listIdentity: listIdentityOf(row),
    program: programOf(row),
    attachments: attached,
  }
}

/**
 * Returns the list of mail to a list, and for other mail that a campaign or an automation sends to many its project:
 * the unsubscribe link is for all of these at once. Mail that an automation sends because it was asked for has no
 * such link.
 */
function listIdentityOf(row: ContentRow): ListIdentity | null {
  if (row.list_id !== null) return { prefix: 'lst', id: row.list_id, name: row.list_name }
  if (programOf(row) === null || row.list_unsubscribe === null) return null
  return { prefix: 'prj', id: row.project_id, name: row.project_name }
}

function programOf({ campaign_id: campaign, automation_id: automation }: ContentRow): Program | null {
  if (campaign !== null) return { prefix: 'cmp', id: campaign }
  return automation === null ? null : { prefix: 'aut', id: automation }
}
