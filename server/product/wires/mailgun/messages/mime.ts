import type { components } from '../../../../../generated/api-types.js'
import type { components as mailgun } from '../../../../../generated/wires/mailgun.js'
import type { ParsedMail } from '../../../../mail/mime/parsed-mail.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { readSubmittedMail } from '../../../submission/mail.js'
import { mimeSendOf } from '../../frame/mime.js'
import { withLeave } from '../../frame/texts/list-unsubscribe.js'
import { addressList } from '../../frame/texts/addresses.js'
import { headerVariables, optionsOf, type Options } from './options.js'

type SendRequest = components['schemas']['SendMessageRequest']

const place = '/body/message'
const prefix = 'x-mailgun-'

/**
 * Translates a message in MIME into a send.
 *
 * @throws ApiError 422 `validation_failed` for a message that only SMTP can pass on unchanged, or a field that Mailgun
 *   reads and this service does not
 */
export async function mimeMessageOf(
  form: mailgun['schemas']['MimeMessage'],
  projectId: string,
): Promise<SendRequest> {
  const read = await readSubmittedMail(Buffer.from(form.message.content, 'base64'))
  const isOption = ({ name }: ParsedMail['headers'][number]) => name.toLowerCase().startsWith(prefix)
  const headers = read.mail.headers.filter((field) => !isOption(field))
  const given = addressList(form.to.join(','))
  const send = await mimeSendOf(
    { ...read, mail: { ...read.mail, headers } },
    { recipients: given.map(({ email }) => email), projectId, place },
  )
  const inHeader = optionsIn(read.mail.headers.filter(isOption))
  const added = withLeave({ ...send.headers, ...form['h:'] })
  return {
    ...send,
    ...optionsOf({ ...inHeader, ...form, 'v:': { ...inHeader['v:'], ...form['v:'] } }),
    ...added,
    // Each address gets a message of its own, so that the header names that address alone.
    ...(form['recipient-variables'] !== undefined && { to: given, cc: [], bcc: [] }),
  }
}

/** Reads the fields of a message's header that are meant for Mailgun. */
function optionsIn(fields: ParsedMail['headers']): Options {
  let options: Options = {}
  for (const { name, value } of fields) {
    const option = meanings.get(name.toLowerCase().slice(prefix.length))
    if (option === undefined) {
      const known = [...meanings.keys()].map((short) => `X-Mailgun-${short}`).join(', ')
      throw refusedValue(place, 'not_allowed', `has ${name} in its header; Postseal reads only ${known}`)
    }
    const more = option(value)
    const tags = [...(options['o:tag'] ?? []), ...(more['o:tag'] ?? [])]
    options = { ...options, ...more, ...(tags.length > 0 && { 'o:tag': tags }) }
  }
  return options
}

/** Readers of the fields, by their names without the prefix. */
const meanings: ReadonlyMap<string, (value: string) => Options> = new Map(
  Object.entries<(value: string) => Options>({
    tag: (value) => ({ 'o:tag': [value] }),
    variables: (value) => ({ 'v:': headerVariables(value, place) }),
    'deliver-by': (value) => ({ 'o:deliverytime': value }),
    track: (value) => ({ 'o:tracking': switchOf(value) }),
    'track-clicks': (value) => ({ 'o:tracking-clicks': switchOf(value) }),
    'track-opens': (value) => ({ 'o:tracking-opens': switchOf(value) }),
  }),
)

function switchOf(value: string): 'yes' | 'no' {
  const lower = value.trim().toLowerCase()
  if (lower === 'yes' || lower === 'true' || lower === 'htmlonly') return 'yes'
  if (lower === 'no' || lower === 'false') return 'no'
  throw refusedValue(place, 'not_allowed', 'has a field X-Mailgun-Track that is neither yes nor no')
}
