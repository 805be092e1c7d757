import type { components } from '../../../../../generated/api-types.js'
import { domainOf } from '../../../../../base/addresses/address.js'
import type { operations } from '../../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../../generated/wires/mailgun-calls.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { batchItems, detailsOfItem } from '../../frame/batch.js'
import { sentenceOf } from '../../../../platform/http/validation/sentence.js'
import type { WireOperations, WireService } from '../../frame/wire.js'
import { messageOf } from './message-request.js'
import { mimeMessageOf } from './mime.js'
import { messagesByRecipient } from './recipient-variables.js'

type BatchResult = components['schemas']['BatchItemResult']

type SendRequest = components['schemas']['SendMessageRequest']
type Sender = WireService<'sendMessage' | 'sendMessageBatch'>

/** The operations of Mailgun's messages. */
export const messages = {
  sendMessage: async ({ body, idempotencyKey }, { call, projectId }) => {
    const message = messageOf(body, await projectId())
    return sent({ message, variables: body['recipient-variables'], idempotencyKey }, call)
  },
  sendMime: async ({ body, idempotencyKey }, { call, projectId }) => {
    const message = await mimeMessageOf(body, await projectId())
    return sent({ message, variables: body['recipient-variables'], idempotencyKey }, call)
  },
} satisfies Partial<WireOperations<operations, Calls>>

interface ToSend {
  readonly message: SendRequest
  /** Values for each recipient, as JSON. */
  readonly variables: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Sends a message to all of its recipients, or to each of them a message of its own if they have variables. */
async function sent({ message, variables, idempotencyKey }: ToSend, call: Sender['call']) {
  const id =
    variables === undefined
      ? (await call('sendMessage', { body: message, idempotencyKey })).body.id
      : await sendEach(messagesByRecipient(message, variables))
  // The message has this id in its header (RFC 5322, section 3.6.4).
  const shown = `<${id}@${domainOf(message.from_email ?? '')}>`
  return { status: 200, body: { id: shown, message: 'Queued. Thank you.' } } as const

  async function sendEach(each: readonly SendRequest[]): Promise<string> {
    const items = batchItems(each, idempotencyKey)
    const { data } = (
      await call('sendMessageBatch', { body: { items, all_or_nothing: true }, idempotencyKey })
    ).body
    const refused = data.find(({ error }) => error !== undefined && error.code !== 'invalid_state')
    if (refused !== undefined) throw refusalOf(refused, each)
    return data[0]?.message?.id ?? ''
  }
}

/** Returns the error of the message to one recipient, which no message was sent for. */
function refusalOf({ index, error }: BatchResult, each: readonly SendRequest[]): ApiError {
  const details = detailsOfItem({ error })
  const reason = details.length > 0 ? sentenceOf(details) : (error?.message ?? '')
  const [recipient] = each[index]?.to ?? []
  const code = (error?.code ?? 'internal_error') as 'validation_failed'
  return new ApiError(code, `The message to ${recipient?.email ?? ''}: ${reason} No message was sent.`)
}
