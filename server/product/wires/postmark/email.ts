import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { batchItems, detailsOfItem } from '../frame/batch.js'
import { sentenceOf } from '../../../platform/http/validation/sentence.js'
import { atOwnPlace, type FieldNames } from '../frame/fields.js'
import type { WireOperations, WireService } from '../frame/wire.js'
import { sendOf, templatedSendOf } from './email-request.js'
import { shapeError } from './errors.js'
import { recipientError, toRecipients, type Recipients } from './recipients.js'

type SendRequest = components['schemas']['SendMessageRequest']
type BatchResult = components['schemas']['BatchItemResult']
type Outcome = postmark['schemas']['Outcome']

/** The most emails of a batch of Postmark. */
const mostEmails = 500
/** The most messages of a batch of this service. */
const batchSize = 100

/** The operations of Postmark's emails. */
export const email = {
  sendEmail: async ({ body, idempotencyKey }, { call, projectId }) => {
    const message = sendOf(body, await projectId())
    const reply = await toRecipients(body, call('sendMessage', { body: message, idempotencyKey }))
    return { status: 200, body: accepted(body, reply.body) }
  },

  sendEmailWithTemplate: async ({ body, idempotencyKey }, { call, projectId }) => {
    const message = templatedSendOf(body, await projectId())
    const reply = await toRecipients(body, call('sendMessage', { body: message, idempotencyKey }))
    return { status: 200, body: accepted(body, reply.body) }
  },

  sendEmailBatch: async ({ body, idempotencyKey }, service) => {
    const translate = (project: string) => body.map((one) => () => sendOf(one, project))
    return { status: 200, body: await sendAll(body, translate, { idempotencyKey, service }) }
  },

  sendEmailBatchWithTemplates: async ({ body: { Messages: messages }, idempotencyKey }, service) => {
    const translate = (project: string) => messages.map((one) => () => templatedSendOf(one, project))
    return { status: 200, body: await sendAll(messages, translate, { idempotencyKey, service }) }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function accepted(
  { To = '', Cc, Bcc }: Recipients,
  { id, created_at }: Pick<components['schemas']['AcceptedMessage'], 'id' | 'created_at'>,
): postmark['schemas']['Accepted'] {
  return {
    To,
    ...(Cc !== undefined && Cc !== '' && { Cc }),
    ...(Bcc !== undefined && Bcc !== '' && { Bcc }),
    SubmittedAt: created_at,
    MessageID: id,
    ErrorCode: 0,
    Message: 'OK',
  }
}

interface Sending {
  readonly idempotencyKey: string | undefined
  readonly service: WireService<'sendMessageBatch' | 'listProjects'>
}

/**
 * Sends emails, a hundred at a time. An email that is refused has its error in its place; so have all emails behind
 * the first hundred if the service refuses their batch, since the first were accepted.
 *
 * @throws ApiError 422 `validation_failed` for more emails than Postmark takes, and if the service refuses the first
 *   batch as a whole
 */
async function sendAll(
  given: readonly Recipients[],
  translate: (project: string) => readonly (() => SendRequest)[],
  { idempotencyKey, service: { call, projectId } }: Sending,
): Promise<Outcome[]> {
  if (given.length > mostEmails)
    throw refusedValue('/body', 'maxItems', `must have at most ${mostEmails} emails`)
  const outcomes: Outcome[] = given.map(() => ({ ErrorCode: 0, Message: 'OK' }))
  const items: { readonly at: number; readonly message: SendRequest }[] = []
  for (const [at, message] of translate(await projectId()).entries()) {
    try {
      items.push({ at, message: message() })
    } catch (error) {
      outcomes[at] = outcomeOf(error)
    }
  }
  const keyed = batchItems(
    items.map(({ message }) => message),
    idempotencyKey,
  )
  for (let start = 0; start < items.length; start += batchSize) {
    const part = items.slice(start, start + batchSize)
    try {
      const body = { items: keyed.slice(start, start + batchSize), all_or_nothing: false }
      const { data } = (await call('sendMessageBatch', { body })).body
      for (const result of data) {
        const at = part[result.index]?.at ?? 0
        const { message } = result
        const to = given[at] ?? {}
        outcomes[at] =
          message === undefined ? outcomeOf(recipientError(refusalOf(result), to)) : accepted(to, message)
      }
    } catch (error) {
      if (start === 0) throw error
      for (const { at } of part) outcomes[at] = outcomeOf(error)
    }
  }
  return outcomes
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error
  return shapeError(error).body as Outcome
}

const names: FieldNames = new Map([
  ['from_email', 'From'],
  ['from_name', 'From'],
  ['to', 'To'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
  ['reply_to', 'ReplyTo'],
  ['subject', 'Subject'],
  ['html', 'HtmlBody'],
  ['text', 'TextBody'],
  ['category', 'Tag'],
  ['metadata', 'Metadata'],
  ['headers', 'Headers'],
  ['list_unsubscribe', 'Headers'],
  ['attachments', 'Attachments'],
  ['tracking', 'TrackLinks'],
  ['template', 'TemplateModel'],
])

/** Returns the error of a refused item of a batch, at its place in the email. */
function refusalOf({ error }: BatchResult): ApiError {
  const details = detailsOfItem({ error }).map((detail) => atOwnPlace(detail, names))
  const message = details.length > 0 ? sentenceOf(details) : (error?.message ?? '')
  return new ApiError((error?.code ?? 'internal_error') as 'validation_failed', message, { details })
}
