import type { components } from '../../../../generated/api-types.js'
import type { components as ses, operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import { batchItems, detailsOfItem } from '../frame/batch.js'
import { sentenceOf } from '../../../platform/http/validation/sentence.js'
import type { WireOperations } from '../frame/wire.js'
import { headersOf, metadataOf, recipientsOf, replyToOf, senderOf, templatedOf } from './content.js'
import { jsonObject } from '../frame/texts/json-object.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Item = components['schemas']['BatchItemResult']
type Bulk = ses['schemas']['SendBulkEmailRequest']
type Result =
  operations['sendBulkEmail']['responses'][200]['content']['application/json']['BulkEmailEntryResults'][number]

/** The operation that sends a template to many. */
export const bulk = {
  sendBulkEmail: async ({ body, idempotencyKey }, { call, projectId }) => {
    const project = await projectId()
    const items = batchItems(
      body.BulkEmailEntries.map((_, index) => messageOf(body, index, project)),
      idempotencyKey,
    )
    const { data } = (
      await call('sendMessageBatch', { body: { items, all_or_nothing: false }, idempotencyKey })
    ).body
    return { status: 200, body: { BulkEmailEntryResults: data.map(resultOf) } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function messageOf(body: Bulk, index: number, project: string): SendRequest {
  const { DefaultContent, BulkEmailEntries, DefaultEmailTags } = body
  const { Template = {} } = DefaultContent
  const entry = BulkEmailEntries[index]
  const path = `/body/BulkEmailEntries/${index}/ReplacementEmailContent/ReplacementTemplate`
  const replacement = entry?.ReplacementEmailContent?.ReplacementTemplate?.ReplacementTemplateData
  const own = jsonObject(replacement, `${path}/ReplacementTemplateData`)
  const { template, ...content } = templatedOf(Template, '/body/DefaultContent/Template')
  return {
    project_id: project,
    ...senderOf(body.FromEmailAddress),
    ...recipientsOf(entry?.Destination ?? {}),
    ...replyToOf(body.ReplyToAddresses),
    ...metadataOf(DefaultEmailTags, entry?.ReplacementTags),
    ...content,
    ...headersOf(Template.Headers, entry?.ReplacementHeaders),
    template: { ...template, variables: { ...template?.variables, ...own } },
  }
}

const statuses: ReadonlyMap<string, Result['Status']> = new Map([
  ['validation_failed', 'INVALID_PARAMETER'],
  ['recipient_suppressed', 'MESSAGE_REJECTED'],
  ['recipient_complained', 'MESSAGE_REJECTED'],
  ['template_render_failed', 'MESSAGE_REJECTED'],
  ['template_not_published', 'MESSAGE_REJECTED'],
  ['template_not_found', 'TEMPLATE_NOT_FOUND'],
  ['sender_domain_not_verified', 'MAIL_FROM_DOMAIN_NOT_VERIFIED'],
  ['sender_at_mailbox_provider', 'MAIL_FROM_DOMAIN_NOT_VERIFIED'],
  ['quota_exceeded', 'ACCOUNT_DAILY_QUOTA_EXCEEDED'],
  ['sending_halted', 'ACCOUNT_SENDING_PAUSED'],
  ['rate_limited', 'ACCOUNT_THROTTLED'],
  ['unavailable', 'TRANSIENT_FAILURE'],
] as const)

function resultOf({ message, error }: Item): Result {
  if (message !== undefined) return { Status: 'SUCCESS', MessageId: message.id }
  const details = detailsOfItem({ error })
  const reason = details.length > 0 ? sentenceOf(details) : (error?.message ?? 'It was refused.')
  return { Status: statuses.get(error?.code ?? '') ?? 'FAILED', Error: reason }
}
