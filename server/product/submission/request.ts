import { createHash } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'
import { foldAddress } from '../../../base/addresses/address.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'
import type { Submitted } from '../messages/admit/new-message.js'
import { furtherFields, readServiceFields } from './fields.js'
import type { SubmittedFile, SubmittedMail } from './mail.js'
import { unsubscribeFields } from './unsubscribe.js'

type Schemas = components['schemas']

/** The envelope of a message (RFC 5321, section 2.3.1). */
export interface Envelope {
  /** Sender; empty for `<>`. */
  readonly sender: string
  readonly recipients: readonly string[]
}

/** A request to the API that a submitted message amounts to. */
export interface SubmittedRequest {
  /** Body that has yet to be validated against the contract. */
  readonly body: Schemas['SendMessageRequest']
  readonly submitted: Submitted
  /** Undefined for a message that has neither a key nor a Message-ID. */
  readonly idempotencyKey: string | undefined
}

/**
 * Returns the request that a submitted message amounts to. The recipients are those of the envelope: one named in Cc
 * is in `cc`, and one named in no field is in `bcc`.
 *
 * @param ownProject id of the project for a message that names none
 * @param textOf makes the plain text of a message that has HTML only
 * @throws ApiError 422 `validation_failed`
 */
export async function requestOf(
  submitted: SubmittedMail,
  envelope: Envelope,
  ownProject: string | undefined,
  textOf: (html: string) => Promise<string>,
): Promise<SubmittedRequest> {
  const { mail, files, entity } = submitted
  const { send, idempotencyKey } = readServiceFields(mail.headers)
  const projectId = send.project_id ?? ownProject
  if (projectId === undefined) {
    throw refusedValue('/headers/x-postseal-project', 'required', 'is required with the key of a workspace')
  }
  const content = send.template === undefined ? await contentOf(submitted, textOf) : {}
  const headers = furtherFields(mail.headers)
  const body: Schemas['SendMessageRequest'] = {
    project_id: projectId,
    ...senderOf(submitted, envelope),
    ...recipientsOf(submitted, envelope),
    ...(mail.replyTo.length > 0 &&
      send.reply_route_id === undefined && { reply_to: mail.replyTo.map(named) }),
    ...content,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    ...send,
  }
  return {
    body,
    submitted: {
      ...(entity !== undefined && send.template === undefined && { entity }),
      // The service writes these fields of mail to a list.
      ...(send.list_id === undefined && { fields: unsubscribeFields(mail.headers) }),
    },
    idempotencyKey: idempotencyKey ?? keyOf(submitted, body),
  }
}

/** Subject of a message that has none, since the API requires one. */
const noSubject = '(no subject)'

async function contentOf({ mail }: SubmittedMail, textOf: (html: string) => Promise<string>) {
  const { subject, text, html } = mail
  return {
    subject: subject.replace(/[\p{Cc}\s]+/gu, ' ').trim() || noSubject,
    text: text ?? (html === null ? '' : await textOf(html)),
    ...(html !== null && { html }),
  }
}

/** Returns the author, or the envelope's sender if no field names one. */
function senderOf({ mail }: SubmittedMail, { sender }: Envelope) {
  const [author, ...others] = mail.from
  if (others.length > 0) throw refusedValue('/headers/from', 'too_many', 'must have one address')
  const { email, name } = author === undefined ? { email: sender } : named(author)
  return { from_email: email, ...(name !== undefined && { from_name: name }) }
}

/** Longest name that the contract permits. */
const longestName = 200

function named({ email, name }: Schemas['InboundAddress']): Schemas['NamedAddress'] {
  const shown = (name ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
  return { email, ...(shown !== '' && { name: shown }) }
}

function recipientsOf({ mail }: SubmittedMail, { recipients }: Envelope) {
  const shown = new Map<
    string,
    { readonly kind: 'to' | 'cc'; readonly name: Pick<Schemas['NamedAddress'], 'name'> }
  >()
  for (const kind of ['cc', 'to'] as const) {
    for (const address of mail[kind]) {
      const { email: _, ...name } = named(address)
      shown.set(foldAddress(address.email), { kind, name })
    }
  }
  const unique = new Map(recipients.map((email) => [foldAddress(email), email]))
  const of = (wanted: 'to' | 'cc' | 'bcc') =>
    [...unique].flatMap(([folded, email]) => {
      const found = shown.get(folded)
      return (found?.kind ?? 'bcc') === wanted ? [{ email, ...found?.name }] : []
    })
  const [to, cc, bcc] = [of('to'), of('cc'), of('bcc')]
  // A sole recipient may appear in To: it is an alias, or a copy that somebody's server forwards.
  if (to.length + cc.length === 0 && bcc.length === 1) return { to: bcc }
  return { to, ...(cc.length > 0 && { cc }), ...(bcc.length > 0 && { bcc }) }
}

/** Content id that the contract permits, for a name within HTML. */
const contentId = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.@-]{1,128}$/
/** Types that a file of the API may not have: the service has to write their inside itself. */
const composite = /^(multipart|message)\//

function attachmentOf(
  file: SubmittedFile,
  index: number,
  files: readonly SubmittedFile[],
): Schemas['Attachment'] {
  const isMessage = composite.test(file.contentType)
  const id = file.contentId
  const hasId =
    id !== null && contentId.test(id) && files.findIndex((other) => other.contentId === id) === index
  return {
    filename: file.filename ?? (isMessage ? 'message.eml' : 'attachment'),
    content_type: isMessage ? 'application/octet-stream' : file.contentType,
    disposition: file.disposition,
    content: file.content,
    ...(hasId && { content_id: id }),
  }
}

/**
 * Returns the key of a message that names none. A client that has lost our reply submits the message again, to the
 * same recipients; a server may submit one message in parts, to some recipients each, and a program may use a
 * Message-ID twice.
 */
function keyOf({ mail }: SubmittedMail, body: object): string | undefined {
  if (mail.messageId === null) return undefined
  const digest = createHash('sha256')
    .update(mail.messageId)
    .update('\n')
    .update(JSON.stringify(body))
    .digest('base64url')
  return `smtp:${digest}`
}
