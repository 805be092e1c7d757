import type { components } from '../../../../../generated/api-types.js'
import { domainOf } from '../../../../../base/addresses/address.js'
import type { operations } from '../../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../../generated/wires/mailgun-calls.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { batchItems, detailsOfItem } from '../../frame/batch.js'
import { sentenceOf } from '../../../../platform/http/validation/sentence.js'
import type { WireOperations } from '../../frame/wire.js'
import { messageOf } from './message-request.js'
import { messagesByRecipient } from './recipient-variables.js'

type BatchResult = components['schemas']['BatchItemResult']

/** The operations of Mailgun's messages. */
export const messages = {
  sendMessage: async ({ body, idempotencyKey }, { call, projectId }) => {
    const message = messageOf(body, await projectId())
    const variables = body['recipient-variables']
    const id =
      variables === undefined
        ? (await call('sendMessage', { body: message, idempotencyKey })).body.id
        : await sendEach(messagesByRecipient(message, variables))
    // The message has this id in its header (RFC 5322, section 3.6.4).
    const shown = `<${id}@${domainOf(message.from_email ?? '')}>`
    return { status: 200, body: { id: shown, message: 'Queued. Thank you.' } }

    async function sendEach(each: readonly components['schemas']['SendMessageRequest'][]): Promise<string> {
      const items = batchItems(each, idempotencyKey)
      const { data } = (
        await call('sendMessageBatch', { body: { items, all_or_nothing: true }, idempotencyKey })
      ).body
      const refused = data.find(({ error }) => error !== undefined && error.code !== 'invalid_state')
      if (refused !== undefined) throw refusalOf(refused, each)
      return data[0]?.message?.id ?? ''
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/** Returns the error of the message to one recipient, which no message was sent for. */
function refusalOf(
  { index, error }: BatchResult,
  each: readonly components['schemas']['SendMessageRequest'][],
): ApiError {
  const details = detailsOfItem({ error })
  const reason = details.length > 0 ? sentenceOf(details) : (error?.message ?? '')
  const [recipient] = each[index]?.to ?? []
  const code = (error?.code ?? 'internal_error') as 'validation_failed'
  return new ApiError(code, `The message to ${recipient?.email ?? ''}: ${reason} No message was sent.`)
}
