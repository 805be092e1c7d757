import type { components } from '../../../../../generated/api-types.js'
import type { components as sendgrid } from '../../../../../generated/wires/sendgrid.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { withFurtherLabels } from '../../frame/further-labels.js'
import { fileName } from '../../frame/texts/file-name.js'
import { withLeave } from '../../frame/texts/list-unsubscribe.js'
import { templateNamed } from '../../frame/templates.js'
import { timeOf } from '../times.js'
import { trackingOf } from './settings.js'
import { substitution } from './substitutions.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Schemas = sendgrid['schemas']
type Mail = Schemas['Mail']

/**
 * Translates one personalization of a request to SendGrid into a send of this service. A personalization's own values
 * come before those of the request.
 *
 * @throws ApiError 422 `validation_failed` for what would be lost
 */
export function sendOf(mail: Mail, index: number, projectId: string): SendRequest {
  const own = mail.personalizations[index]
  if (own === undefined) throw new Error(`the request has no personalization ${index}`)
  const { cc, bcc } = own
  const from = own.from ?? mail.from
  const subject = own.subject ?? mail.subject
  const sendAt = own.send_at ?? mail.send_at
  const { reply_to: replyTo, reply_to_list: replies } = mail
  const headers = { ...mail.headers, ...own.headers }
  const [category, ...more] = mail.categories ?? []
  const metadata = withFurtherLabels({ ...mail.custom_args, ...own.custom_args }, more, {
    word: 'category',
    at: '/body/custom_args/',
  })
  const fill = substitution(own.substitutions)
  const tracking = trackingOf(mail)
  if (replyTo !== undefined && replies !== undefined)
    throw refusedValue('/body/reply_to_list', 'not_allowed', 'cannot be beside reply_to: use one of the two')
  if (own.dynamic_template_data !== undefined && mail.template_id === undefined)
    throw refusedValue(
      `/body/personalizations/${index}/dynamic_template_data`,
      'not_allowed',
      'needs a template_id',
    )
  if (own.substitutions !== undefined && mail.template_id !== undefined)
    throw refusedValue(
      `/body/personalizations/${index}/substitutions`,
      'not_allowed',
      'cannot go with a template: write its values into dynamic_template_data',
    )
  return {
    project_id: projectId,
    ...(from !== undefined && { from_email: from.email }),
    ...(from?.name !== undefined && from.name !== '' && { from_name: from.name }),
    to: own.to.map(addressOf),
    ...(cc !== undefined && { cc: cc.map(addressOf) }),
    ...(bcc !== undefined && { bcc: bcc.map(addressOf) }),
    ...(replyTo !== undefined && { reply_to: [filledAddress(replyTo, fill)] }),
    ...(replies !== undefined && { reply_to: replies.map((address) => filledAddress(address, fill)) }),
    ...(subject !== undefined && { subject: fill(subject) }),
    ...contentOf(mail.content, fill),
    ...withLeave(headers),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(category !== undefined && { category }),
    ...(mail.attachments !== undefined && { attachments: mail.attachments.map(attachmentOf) }),
    ...(mail.template_id !== undefined && {
      template: { ...templateNamed(mail.template_id), variables: own.dynamic_template_data ?? {} },
    }),
    // SendGrid sends at once what is late.
    ...(sendAt !== undefined && sendAt * 1000 > Date.now() && { scheduled_at: timeOf(sendAt) }),
    ...(tracking !== undefined && { tracking }),
  }
}

function addressOf({ email, name }: Schemas['Address']): components['schemas']['NamedAddress'] {
  return name === undefined || name === '' ? { email } : { email, name }
}

function filledAddress(
  { email, name = '' }: Schemas['Address'],
  fill: (text: string) => string,
): components['schemas']['NamedAddress'] {
  return addressOf({ email: fill(email), name: fill(name) })
}

function contentOf(
  content: Mail['content'] = [],
  fill: (text: string) => string,
): Pick<SendRequest, 'text' | 'html'> {
  const valuesOf = (type: Schemas['Content']['type']) =>
    content.filter((each) => each.type === type).map(({ value }) => value)
  const [text, secondText] = valuesOf('text/plain')
  const [html, secondHtml] = valuesOf('text/html')
  if (secondText !== undefined || secondHtml !== undefined)
    throw refusedValue('/body/content', 'not_allowed', 'must not have two parts of the same type')
  return { ...(text !== undefined && { text: fill(text) }), ...(html !== undefined && { html: fill(html) }) }
}

function attachmentOf({
  type,
  contentId,
  content_id: id = contentId,
  disposition = 'attachment',
  filename,
  content,
}: Schemas['Attachment']): NonNullable<SendRequest['attachments']>[number] {
  return {
    filename: fileName(filename),
    content,
    disposition,
    ...(type !== undefined && { content_type: type }),
    ...(id !== undefined && { content_id: id }),
  }
}
