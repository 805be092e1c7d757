import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { readParameterized } from '../../../mail/mime/header/parameters.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { contentSha256 } from '../../content/content-hash.js'
import type { RenderInput, RenderStored } from '../../content/render-stored.js'
import { findRow, recipientsOf, type MessageRow, type RecipientRow } from './read-messages.js'

type Schemas = components['schemas']

interface ContentRow {
  workspace_id: WorkspaceId
  message_id: Uuid
  /** Null if the text is rendered from a template. */
  text: string | null
  html: string | null
  entity: Buffer | null
  render_input: RenderInput | null
  reply_to: Schemas['NamedAddress'][]
  headers: Record<string, string>
  list_unsubscribe: Schemas['ListUnsubscribe'] | null
}

interface AttachmentRow {
  workspace_id: WorkspaceId
  message_id: Uuid
  position: number
  filename: string
  content_type: string
  content_id: string | null
  disposition: Schemas['Disposition']
  content: Buffer
}

/** Renders mails whose bodies are not stored. */
export interface StoredRendering {
  readonly render: RenderStored
  /** URL that renderings show in place of the recipient's own link to unsubscribe, which works for whoever has it. */
  readonly inertUnsubscribeUrl: string
}

/**
 * Returns a message's content as it was sent or rendered, or undefined as for `findMessage`.
 *
 * @throws ApiError 422 `template_render_failed`, 503 `unavailable`
 */
export async function findContent(
  db: Knex,
  visibility: Visibility,
  id: Uuid,
  { retainedSince, rendering }: { readonly retainedSince: Date; readonly rendering: StoredRendering },
): Promise<Schemas['MessageContent'] | undefined> {
  const row = await findRow(db, visibility, id, retainedSince)
  if (row === undefined) return undefined
  const ofMessage = { workspace_id: visibility.workspaceId, message_id: id }
  const [content, attachments, recipients] = await Promise.all([
    db<ContentRow>('message_contents').where(ofMessage).first(),
    db<AttachmentRow>('message_attachments').where(ofMessage).orderBy('position').select(),
    recipientsOf(db, visibility.workspaceId, [id]),
  ])
  const bodies = content && (await bodiesOf(row, content, rendering))
  if (content === undefined || bodies === undefined) return undefined
  const { subject, text, html } = bodies
  const { list_unsubscribe: link } = content
  return {
    message_id: toTypeId('msg', id),
    from_email: row.from_email,
    from_name: row.from_name,
    to: addresses(recipients, 'to'),
    cc: addresses(recipients, 'cc'),
    bcc: addresses(recipients, 'bcc'),
    reply_to: content.reply_to,
    subject,
    text,
    html,
    headers: content.headers,
    list_unsubscribe: hasOwnLink(row) || link === null ? null : { url: link.url, email: link.email ?? null },
    mime_entity: content.entity?.toString('base64') ?? null,
    attachments: attachments.map((attachment) => ({
      filename: attachment.filename,
      ...typeOf(attachment),
      content_id: attachment.content_id,
      disposition: attachment.disposition,
      size: attachment.content.length,
      content: attachment.content.toString('base64'),
    })),
    content_sha256: contentSha256(subject, text, html),
  }
}

function typeOf({ content_type: type }: AttachmentRow) {
  const { value, parameters } = readParameterized(type)
  return { content_type: value, content_type_parameters: Object.fromEntries(parameters) }
}

/** Returns a message's bodies; undefined if the template no longer exists. */
async function bodiesOf(
  row: MessageRow,
  { text, html, render_input: input, list_unsubscribe: link }: ContentRow,
  { render, inertUnsubscribeUrl }: StoredRendering,
): Promise<{ subject: string; text: string; html: string | null } | undefined> {
  if (text !== null) return { subject: row.subject, text, html }
  const { workspace_id: workspaceId, template_id: templateId, template_version: version } = row
  if (templateId === null || version === null || input === null) return undefined
  const mail = { workspaceId, templateId, version, locale: row.template_locale, input }
  return render({ ...mail, ...(link !== null && { unsubscribeUrl: inertUnsubscribeUrl }) })
}

/**
 * Returns whether a message's link to unsubscribe is the service's own, which unsubscribes whoever has it: mail to a
 * list, of a campaign or of an automation has such a link. Other links are the sender's.
 */
function hasOwnLink(row: MessageRow): boolean {
  return row.list_id !== null || row.campaign_id !== null || row.automation_run_id !== null
}

function addresses(
  recipients: readonly RecipientRow[],
  kind: Schemas['RecipientKind'],
): Schemas['NamedAddress'][] {
  return recipients
    .filter((recipient) => recipient.kind === kind)
    .map(({ recipient, recipient_name: name }) => ({ email: recipient, ...(name !== null && { name }) }))
}
