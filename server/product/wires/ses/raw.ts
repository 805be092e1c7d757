import type { components } from '../../../../generated/api-types.js'
import type { components as ses } from '../../../../generated/wires/ses.js'
import type { Principal } from '../../../platform/auth/principal.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { readAddresses } from '../../../mail/mime/header/addresses.js'
import { oneLine } from '../../submission/fields.js'
import { readSubmittedMail } from '../../submission/mail.js'
import { requestOf } from '../../submission/request.js'
import { namedAddress } from '../frame/texts/addresses.js'
import { headersOf, metadataOf, replyToOf, senderOf } from './content.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Email = ses['schemas']['SendEmailRequest']

const place = '/body/Content/Raw/Data'

/**
 * Translates a MIME message into a send, as a message that is submitted by SMTP is. The recipients are those of the
 * request, or else those that the message's header names.
 *
 * @param data the message in base64
 * @throws ApiError 422 `validation_failed` for a message that only SMTP can pass on unchanged
 */
export async function rawSendOf(
  email: Email,
  data: string,
  { principal, project }: { readonly principal: Principal; readonly project: string },
): Promise<SendRequest> {
  if (principal.kind === 'workspaceSession') throw new Error('a signed request has the principal of a key')
  const read = await readSubmittedMail(Buffer.from(data, 'base64'))
  const { ToAddresses: to = [], CcAddresses: cc = [], BccAddresses: bcc = [] } = email.Destination ?? {}
  const given = [...to, ...cc, ...bcc].map((address) => namedAddress(address).email)
  const blind = read.mail.headers.filter(({ name }) => name.toLowerCase() === 'bcc')
  const { addresses } = readAddresses(blind.map(({ value }) => value))
  const named = [...read.mail.to, ...read.mail.cc, ...addresses].map((address) => address.email)
  const envelope = { sender: '', recipients: given.length > 0 ? given : named }
  // The service makes the text of a message that has HTML only.
  const withoutText = () => Promise.resolve('')
  const { body, submitted } = await requestOf(read, envelope, principal, withoutText)
  if (submitted.entity !== undefined) {
    const reason =
      'is signed, encrypted or has parts that only a message submitted by SMTP keeps: send it by SMTP submission'
    throw refusedValue(place, 'not_allowed', reason)
  }
  const { text, headers = {}, ...others } = body
  const first = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }))
  return {
    ...others,
    ...headersOf(first, repeatedOf(read.mail.headers, headers)),
    ...(text !== '' && text !== undefined && { text }),
    ...(text === '' && body.html === undefined && body.template === undefined && { text }),
    ...unsubscribeOf(submitted.fields ?? {}),
    project_id: project,
    ...senderOf(email.FromEmailAddress),
    ...replyToOf(email.ReplyToAddresses),
    ...metadataOf(email.EmailTags),
  }
}

/** Returns the fields of a header whose name occurs in it more than once, as far as it is one of the kept names. */
function repeatedOf(
  fields: readonly { readonly name: string; readonly value: string }[],
  kept: Readonly<Record<string, string>>,
): ses['schemas']['Headers'] {
  const counts = new Map(Object.keys(kept).map((name) => [name.toLowerCase(), 0]))
  for (const { name } of fields) {
    const count = counts.get(name.toLowerCase())
    if (count !== undefined) counts.set(name.toLowerCase(), count + 1)
  }
  return fields
    .filter(({ name }) => (counts.get(name.toLowerCase()) ?? 0) > 1)
    .map(({ name, value }) => ({ Name: name, Value: oneLine(value) }))
}

/** Returns the way to leave a list that the message's header names. */
function unsubscribeOf(fields: Readonly<Record<string, string>>): Pick<SendRequest, 'list_unsubscribe'> {
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
