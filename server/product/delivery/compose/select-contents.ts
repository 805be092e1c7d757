import type { RenderInput } from '../../content/render-stored.js'
import { erasedAddress } from '../../audience/erasure/redact.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Attachment, ListUnsubscribe } from '../../../mail/compose/content.js'

/** A recipient as PostgreSQL and the process exchange it in JSON, in the order of the message. */
interface RecipientJson {
  kind: 'to' | 'cc'
  email: string
  name: string | null
}

export interface ContentRow {
  message_id: Uuid
  project_id: Uuid
  from_email: string
  from_name: string | null
  subject: string
  category: string | null
  scheduled_at: Date | null
  /** The text body; null if the mail is rendered from a template. */
  text: string | null
  html: string | null
  entity: Buffer | null
  track_opens: boolean | null
  track_clicks: boolean | null
  reply_to: { email: string; name?: string }[]
  headers: Record<string, string>
  list_unsubscribe: ListUnsubscribe | null
  list_id: Uuid | null
  /** The list's name; null if the list was deleted. */
  list_name: string | null
  campaign_id: Uuid | null
  automation_id: Uuid | null
  /** The project's name, for mail of campaigns and automations only. */
  project_name: string | null
  template_id: Uuid | null
  template_version: number | null
  template_locale: string | null
  render_input: RenderInput | null
  /** The recipients that a header field names. */
  recipients: RecipientJson[]
  has_attachments: boolean
}

/**
 * Selects the contents of messages of one workspace, row by row by primary keys, whatever the planner thinks of the
 * tables' sizes: a campaign fills them faster than they are analyzed. The recipients are read in the order of the
 * index by message: while the table was empty, PostgreSQL took other indexes for as good (see mail/claim/claim.ts). A
 * recipient who was erased meanwhile is not named to the others. Attachments are large and rare, so they are asked
 * for by themselves.
 *
 * The barrier (`offset 0`) hides from the planner how many messages are asked for: else it would plan the statement
 * anew for each call with few, which takes longer than to read them.
 */
export const selectContents = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]], ContentRow>(
  'select_contents',
  `select content.message_id, message.project_id, message.from_email, message.from_name, message.subject,
     message.category, message.scheduled_at, message.track_opens, message.track_clicks, content.text,
     content.html, content.entity, content.reply_to, content.headers, content.list_unsubscribe, content.render_input,
     message.template_id, message.template_version,
     message.template_locale, message.list_id, message.campaign_id,
     case when message.automation_run_id is not null then
       (select automation_id from message_logs
        where workspace_id = $1 and message_id = asked.id order by message_id, id limit 1)
     end as automation_id,
     case when message.list_id is not null then
       (select name from subscriber_lists where workspace_id = $1 and id = message.list_id limit 1)
     end as list_name,
     case when message.campaign_id is not null or message.automation_run_id is not null then
       (select name from projects where id = message.project_id limit 1)
     end as project_name,
     coalesce((select json_agg(json_build_object('kind', kind, 'email', recipient, 'name', recipient_name) order by id)
       from (
         select id, kind, recipient, recipient_name from message_logs
         where workspace_id = $1 and message_id = content.message_id order by message_id, id
       ) log where kind <> 'bcc' and recipient <> '${erasedAddress}'),
       '[]') as recipients,
     exists(select from message_attachments where workspace_id = $1 and message_id = content.message_id)
       as has_attachments
   from (select $2::uuid[] as ids offset 0) given cross join lateral unnest(given.ids) as asked (id)
   cross join lateral (
     select * from message_contents where workspace_id = $1 and message_id = asked.id limit 1
   ) content
   cross join lateral (
     select * from messages where workspace_id = $1 and id = asked.id limit 1
   ) message`,
)

interface AttachmentRow {
  filename: string
  content_type: string
  content_id: string | null
  disposition: Attachment['disposition']
  content: Buffer
}

export const selectAttachments = statement<[workspaceId: WorkspaceId, messageId: Uuid], AttachmentRow>(
  'select_attachments',
  `select filename, content_type, content_id, disposition, content from message_attachments
   where workspace_id = $1 and message_id = $2 order by position`,
)
