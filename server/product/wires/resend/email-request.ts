import type { components } from '../../../../generated/api-types.js'
import type { components as resend } from '../../../../generated/wires/resend.js'
import { fromNow } from '../frame/texts/from-now.js'
import { fileName } from '../frame/texts/file-name.js'
import { withLeave } from '../frame/texts/list-unsubscribe.js'
import { namedAddress, namedAddresses } from '../frame/texts/addresses.js'
import { templateNamed } from '../frame/templates.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Email = resend['schemas']['Email']

/** Translates an email of Resend into a send of this service. */
export function sendOf(email: Email, projectId: string): SendRequest {
  const { from, to, cc, bcc, reply_to: replyTo, subject, html, text, headers, tags, template } = email
  const sender = from === undefined ? undefined : namedAddress(from)
  return {
    project_id: projectId,
    ...(sender !== undefined && { from_email: sender.email }),
    ...(sender?.name !== undefined && { from_name: sender.name }),
    to: namedAddresses(to),
    ...(cc !== undefined && { cc: namedAddresses(cc) }),
    ...(bcc !== undefined && { bcc: namedAddresses(bcc) }),
    ...(replyTo !== undefined && { reply_to: namedAddresses(replyTo) }),
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(headers !== undefined && withLeave(headers)),
    ...(tags !== undefined && { metadata: Object.fromEntries(tags.map(({ name, value }) => [name, value])) }),
    ...(email.attachments !== undefined && { attachments: email.attachments.map(attachmentOf) }),
    ...(template !== undefined && {
      template: { ...templateNamed(template.id), variables: template.variables ?? {} },
    }),
    ...(email.scheduled_at !== undefined && {
      scheduled_at: fromNow(email.scheduled_at, '/body/scheduled_at'),
    }),
  }
}

function attachmentOf({
  filename,
  content = '',
  content_type: type,
  content_id: id,
}: resend['schemas']['Attachment']): NonNullable<SendRequest['attachments']>[number] {
  return {
    filename: fileName(filename),
    content: typeof content === 'string' ? content : Buffer.from(bytesOf(content)).toString('base64'),
    ...(type !== undefined && { content_type: type }),
    ...(id !== undefined && { content_id: id, disposition: 'inline' }),
  }
}

function bytesOf(content: readonly number[] | { readonly data: readonly number[] }): readonly number[] {
  return 'data' in content ? content.data : content
}
