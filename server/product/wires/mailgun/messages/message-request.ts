import type { components } from '../../../../../generated/api-types.js'
import type { components as mailgun } from '../../../../../generated/wires/mailgun.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { fileName } from '../../frame/texts/file-name.js'
import { withLeave } from '../../frame/texts/list-unsubscribe.js'
import { templateNamed } from '../../frame/templates.js'
import { addressList, namedAddress } from '../../frame/texts/addresses.js'
import { jsonObject } from '../../frame/texts/json-object.js'
import { headerVariables, optionsOf } from './options.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Message = mailgun['schemas']['Message']

/**
 * Translates a message of Mailgun into a send of this service.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function messageOf(message: Message, projectId: string): SendRequest {
  const { from, to, cc = [], bcc = [], subject, text, html, template } = message
  const { replyTo, variables, headers } = headersOf(message['h:'] ?? {})
  const pairs = { ...variables, ...message['v:'] }
  const sender = namedAddress(from)
  const files = attachmentsOf(message)
  return {
    project_id: projectId,
    from_email: sender.email,
    ...(sender.name !== undefined && { from_name: sender.name }),
    to: to.flatMap(addressList),
    ...(cc.length > 0 && { cc: cc.flatMap(addressList) }),
    ...(bcc.length > 0 && { bcc: bcc.flatMap(addressList) }),
    ...(replyTo !== undefined && { reply_to: addressList(replyTo) }),
    // With a template, or with HTML, an empty text asks for what the other has.
    ...(subject !== undefined && (subject !== '' || template === undefined) && { subject }),
    ...(isGiven(text) && { text }),
    ...(isGiven(html) && { html }),
    ...(files.length > 0 && { attachments: files }),
    ...withLeave(headers),
    ...optionsOf({ ...message, 'v:': pairs }),
    ...(template !== undefined && {
      template: {
        ...templateNamed(template),
        variables: { ...pairs, ...templateVariables(message) },
      },
    }),
  }
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

function templateVariables(message: Message): Record<string, unknown> {
  return jsonObject(message['t:variables'], '/body/t:variables')
}

/** Headers that Mailgun reads itself. */
function headersOf(given: Readonly<Record<string, string>>) {
  const headers: Record<string, string> = {}
  let replyTo: string | undefined
  let variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (lower === 'reply-to') replyTo = value
    else if (lower === 'x-mailgun-variables') variables = headerVariables(value, `/body/h:${name}`)
    else headers[name] = value
  }
  return { replyTo, variables, headers }
}

function attachmentsOf({ attachment = [], inline = [] }: Message) {
  const inlined = inline.map((file, index) => {
    if (file.filename === '')
      throw refusedValue(`/body/inline/${index}`, 'required', 'needs a file name, which the HTML shows it by')
    return { ...file, content_id: file.filename, disposition: 'inline' as const }
  })
  const attached = attachment.map((file) => ({ ...file, filename: fileName(file.filename) }))
  return [...attached, ...inlined]
}
