import type { components } from '../../../../generated/api-types.js'
import type { components as postmark } from '../../../../generated/wires/postmark.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { fileName } from '../frame/texts/file-name.js'
import { addressList, namedAddress } from '../frame/texts/addresses.js'
import { templateNamed } from '../frame/templates.js'
import { headersOf } from './headers.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Email = postmark['schemas']['Email']
type TemplatedEmail = postmark['schemas']['TemplatedEmail']
type Common = Omit<Email, 'Subject' | 'HtmlBody' | 'TextBody'>

/**
 * Translates an email of Postmark into a send of this service. A text that is empty counts as absent, as it does at
 * Postmark.
 *
 * @throws ApiError 422 `validation_failed` for a stream, a choice of tracking or headers that have no counterpart
 */
export function sendOf(email: Email, projectId: string): SendRequest {
  const { Subject: subject, HtmlBody: html, TextBody: text } = email
  return {
    ...commonOf(email, projectId),
    ...(subject !== undefined && { subject }),
    ...(isGiven(html) && { html }),
    ...(isGiven(text) && { text }),
  }
}

/**
 * Translates an email with a template.
 *
 * @throws ApiError 422 `validation_failed` as `sendOf` does, and if the template is named twice or not at all
 */
export function templatedSendOf(email: TemplatedEmail, projectId: string): SendRequest {
  const { TemplateId: id, TemplateAlias: alias, TemplateModel: variables = {} } = email
  if ((id === undefined) === (alias === undefined))
    throw refusedValue('/body/TemplateId', 'exclusive', 'or TemplateAlias must be given, and not both')
  const template = { ...templateNamed(String(id ?? alias)), variables }
  return { ...commonOf(email, projectId), template }
}

function commonOf(email: Common, projectId: string): SendRequest {
  const { From, To = '', Cc, Bcc, ReplyTo, Tag, Metadata, Headers, Attachments } = email
  const sender = isGiven(From) ? namedAddress(From) : undefined
  const tracking = trackingOf(email)
  const stream = isGiven(email.MessageStream)
    ? streamOf(email.MessageStream, '/body/MessageStream')
    : undefined
  return {
    project_id: projectId,
    ...(sender !== undefined && { from_email: sender.email }),
    ...(sender?.name !== undefined && { from_name: sender.name }),
    to: addressList(To),
    ...(isGiven(Cc) && { cc: addressList(Cc) }),
    ...(isGiven(Bcc) && { bcc: addressList(Bcc) }),
    ...(isGiven(ReplyTo) && { reply_to: addressList(ReplyTo) }),
    ...(isGiven(Tag) && { category: Tag }),
    ...(Metadata !== undefined && { metadata: textsOf(Metadata) }),
    ...(Headers !== undefined && headersOf(Headers, '/body/Headers')),
    ...(Attachments !== undefined && { attachments: Attachments.map(attachmentOf) }),
    ...(tracking !== undefined && { tracking }),
    ...(stream !== undefined && { stream }),
  }
}

function textsOf(pairs: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, String(value)]))
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

/**
 * Returns the stream of this service for one of Postmark.
 *
 * @throws ApiError 422 `validation_failed` for one that was made at Postmark
 */
function streamOf(name: string, path: string): SendRequest['stream'] {
  if (name === 'outbound') return 'transactional'
  if (name === 'broadcast') return 'bulk'
  const message =
    'must be outbound (transactional mail) or broadcast (bulk mail): Postseal has no other streams'
  throw refusedValue(path, 'enum', message)
}

function trackingOf({ TrackOpens: opens, TrackLinks: links }: Common): SendRequest['tracking'] {
  if (links === 'TextOnly') {
    const message = 'cannot be TextOnly: Postseal tracks the links of the HTML. Use HtmlOnly or None'
    throw refusedValue('/body/TrackLinks', 'enum', message)
  }
  if (opens === undefined && links === undefined) return undefined
  return {
    ...(opens !== undefined && { opens }),
    ...(links !== undefined && { clicks: links !== 'None' }),
  }
}

function attachmentOf({
  Name: name,
  Content: content = '',
  ContentType: type,
  ContentID: id,
  Disposition: disposition,
}: postmark['schemas']['Attachment']): NonNullable<SendRequest['attachments']>[number] {
  return {
    filename: fileName(name),
    content,
    ...(isGiven(type) && { content_type: type }),
    ...(isGiven(id) && { content_id: id.replace(/^cid:/i, ''), disposition: 'inline' }),
    ...(disposition !== undefined && { disposition }),
  }
}
