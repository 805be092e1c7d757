import type { components } from '../../../../generated/api-types.js'
import type { components as ses } from '../../../../generated/wires/ses.js'
import { fileName } from '../frame/texts/file-name.js'
import { namedAddress, namedAddresses } from '../frame/texts/addresses.js'
import { templateNamed } from '../frame/templates.js'
import { jsonObject } from '../frame/texts/json-object.js'

type Schemas = ses['schemas']
type SendRequest = components['schemas']['SendMessageRequest']

/** Returns the recipients of a message. A sole recipient may stand in any list: the service wants it in `to`. */
export function recipientsOf({
  ToAddresses: to = [],
  CcAddresses: cc = [],
  BccAddresses: bcc = [],
}: Schemas['Destination']): Pick<SendRequest, 'to' | 'cc' | 'bcc'> {
  if (to.length + cc.length === 0 && bcc.length === 1) return { to: namedAddresses(bcc) }
  return {
    to: namedAddresses(to),
    ...(cc.length > 0 && { cc: namedAddresses(cc) }),
    ...(bcc.length > 0 && { bcc: namedAddresses(bcc) }),
  }
}

export function senderOf(from: string | undefined): Pick<SendRequest, 'from_email' | 'from_name'> {
  if (from === undefined) return {}
  const { email, name } = namedAddress(from)
  return { from_email: email, ...(name !== undefined && { from_name: name }) }
}

export function replyToOf(addresses: readonly string[] | undefined): Pick<SendRequest, 'reply_to'> {
  return addresses === undefined || addresses.length === 0 ? {} : { reply_to: namedAddresses(addresses) }
}

/** Returns tags as metadata. The later of two with one name counts. */
export function metadataOf(...tags: (Schemas['EmailTags'] | undefined)[]): Pick<SendRequest, 'metadata'> {
  const all = tags.flatMap((given) => given ?? [])
  if (all.length === 0) return {}
  return { metadata: Object.fromEntries(all.map(({ Name, Value }) => [Name, Value])) }
}

/**
 * Returns headers by their names. The service has each name once, so the values of a name that occurs more than once in
 * a list go into one field. A later list replaces the names of an earlier one.
 */
export function headersOf(...lists: (Schemas['Headers'] | undefined)[]): Pick<SendRequest, 'headers'> {
  const kept = new Map<string, readonly [name: string, value: string]>()
  for (const list of lists) {
    const own = new Map<string, readonly [name: string, value: string]>()
    for (const { Name, Value } of list ?? []) {
      const [name, before] = own.get(Name.toLowerCase()) ?? [Name]
      own.set(Name.toLowerCase(), [name, before === undefined ? Value : `${before}, ${Value}`])
    }
    for (const [lower, field] of own) kept.set(lower, field)
  }
  return kept.size === 0 ? {} : { headers: Object.fromEntries(kept.values()) }
}

function attachmentsOf(files: Schemas['Attachments'] | undefined): Pick<SendRequest, 'attachments'> {
  if (files === undefined || files.length === 0) return {}
  return {
    attachments: files.map((file) => ({
      filename: fileName(file.FileName),
      content: file.RawContent,
      ...(file.ContentType !== undefined && { content_type: file.ContentType }),
      ...(file.ContentId !== undefined && { content_id: file.ContentId }),
      ...(file.ContentDisposition !== undefined && {
        disposition: file.ContentDisposition === 'INLINE' ? ('inline' as const) : ('attachment' as const),
      }),
    })),
  }
}

/** Returns the content of a message whose texts are in the request. */
export function simpleOf({ Subject, Body, Headers, Attachments }: Schemas['Message']): Partial<SendRequest> {
  return {
    subject: Subject.Data,
    ...(Body.Text !== undefined && { text: Body.Text.Data }),
    ...(Body.Html !== undefined && { html: Body.Html.Data }),
    ...headersOf(Headers),
    ...attachmentsOf(Attachments),
  }
}

/**
 * Returns the content of a message that a template makes.
 *
 * @param path JSON Pointer to the template in the request
 * @throws ApiError 422 `validation_failed` if its values are no JSON object
 */
export function templatedOf(template: Schemas['Template'], path: string): Partial<SendRequest> {
  return {
    template: {
      ...templateNamed(template.TemplateName ?? ''),
      variables: jsonObject(template.TemplateData, `${path}/TemplateData`),
    },
    ...headersOf(template.Headers),
    ...attachmentsOf(template.Attachments),
  }
}
