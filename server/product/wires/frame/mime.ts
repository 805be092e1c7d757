import type { components } from '../../../../generated/api-types.js'
import { readAddresses } from '../../../mail/mime/header/addresses.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { SubmittedMail } from '../../submission/mail.js'
import { requestOf } from '../../submission/request.js'

type SendRequest = components['schemas']['SendMessageRequest']

/** The request that a MIME message is part of. */
interface AroundMime {
  /** Address of the sender for a message whose header names none. */
  readonly sender?: string
  /** Addresses that get the message; empty for those that its header names. */
  readonly recipients: readonly string[]
  readonly projectId: string
  /** JSON Pointer to the message in the request. */
  readonly place: string
}

/**
 * Translates a MIME message into a send, as a message that is submitted by SMTP is.
 *
 * @throws ApiError 422 `validation_failed` for a message without a sender, or one that only SMTP can pass on unchanged
 */
export async function mimeSendOf(
  read: SubmittedMail,
  { sender = '', recipients, projectId, place }: AroundMime,
): Promise<SendRequest> {
  if (read.mail.from.length === 0 && sender === '')
    throw refusedValue(place, 'required', 'has no From in its header')
  const envelope = { sender, recipients: recipients.length > 0 ? recipients : namedIn(read) }
  // The service makes the text of a message that has HTML only.
  const withoutText = () => Promise.resolve('')
  const { body, submitted } = await requestOf(read, envelope, projectId, withoutText)
  if (submitted.entity !== undefined) {
    const reason =
      'is signed, encrypted or has parts that only a message submitted by SMTP keeps: send it by SMTP submission'
    throw refusedValue(place, 'not_allowed', reason)
  }
  const { text, ...others } = body
  const isTextLess = text === '' && (body.html !== undefined || body.template !== undefined)
  return {
    ...others,
    ...(text !== undefined && !isTextLess && { text }),
    ...unsubscribeOf(submitted.fields ?? {}, place),
  }
}

/** Returns the addresses in To, Cc and Bcc. */
function namedIn({ mail: { to, cc, headers } }: SubmittedMail): string[] {
  const blind = headers.filter(({ name }) => name.toLowerCase() === 'bcc')
  const { addresses } = readAddresses(blind.map(({ value }) => value))
  return [...to, ...cc, ...addresses].map(({ email }) => email)
}

/** Returns the way to leave a list that the message's header names. */
function unsubscribeOf(
  fields: Readonly<Record<string, string>>,
  place: string,
): Pick<SendRequest, 'list_unsubscribe'> {
  const ways = fields['List-Unsubscribe']
  if (ways === undefined) return {}
  const uris = ways.split(', ').map((way) => way.slice(1, -1))
  const url = uris.find((uri) => uri.startsWith('https://'))
  if (url === undefined || fields['List-Unsubscribe-Post'] === undefined) {
    const reason = 'has List-Unsubscribe without an https address for one click: add List-Unsubscribe-Post'
    throw refusedValue(place, 'url', reason)
  }
  const email = uris.find((uri) => uri.startsWith('mailto:') && !uri.includes('?'))?.slice('mailto:'.length)
  return { list_unsubscribe: { url, ...(email !== undefined && { email: decodeURIComponent(email) }) } }
}
