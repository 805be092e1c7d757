import type { components } from '../../../../generated/api-types.js'
import type { components as ses, operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { WireOperations } from '../frame/wire.js'
import { metadataOf, recipientsOf, replyToOf, senderOf, simpleOf, templatedOf } from './content.js'
import { rawSendOf } from './raw.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Email = ses['schemas']['SendEmailRequest']

/** The operation that sends one email. */
export const emails = {
  sendEmail: async ({ body, idempotencyKey }, { call, projectId }) => {
    const { Simple, Raw, Template } = body.Content
    const given = [Simple, Raw, Template].filter((content) => content !== undefined)
    if (given.length !== 1)
      throw refusedValue('/body/Content', 'exclusive', 'must have one of Simple, Raw and Template')
    const project = await projectId()
    const message =
      Raw === undefined
        ? { ...envelopeOf(body, project), ...contentOf(body.Content) }
        : await rawSendOf(body, Raw.Data, project)
    const listed = body.ListManagementOptions
    const { body: sent } = await call('sendMessage', {
      body: { ...message, ...(listed !== undefined && { list_id: listed.ContactListName }) },
      idempotencyKey,
    })
    return { status: 200, body: { MessageId: sent.id } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function envelopeOf(body: Email, project: string): SendRequest {
  return {
    project_id: project,
    ...senderOf(body.FromEmailAddress),
    ...recipientsOf(body.Destination ?? {}),
    ...replyToOf(body.ReplyToAddresses),
    ...metadataOf(body.EmailTags),
  }
}

function contentOf({ Simple, Template }: Email['Content']): Partial<SendRequest> {
  if (Simple !== undefined) return simpleOf(Simple)
  return Template === undefined ? {} : templatedOf(Template, '/body/Content/Template')
}
