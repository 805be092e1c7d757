import { hash, randomUUID } from 'node:crypto'
import type { components } from '../../../../../generated/api-types.js'
import { domainOf } from '../../../../../base/addresses/address.js'
import type { operations } from '../../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../../generated/wires/mailgun-calls.js'
import { ApiError, type ErrorDetail } from '../../../../platform/http/errors/api-error.js'
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
      // Without a key of its own, a repeated request is another one. A digest leaves room for the place of a message.
      const key = idempotencyKey === undefined ? randomUUID() : hash('sha256', idempotencyKey)
      const items = each.map((one, index) => ({ idempotency_key: `${key}/${index}`, message: one }))
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
  const details = (error?.details ?? []).map(({ rule: _, ...detail }) => ({
    ...detail,
    code: detail.code as ErrorDetail['code'],
    // `/body/items/3/message/to/0` is at `/body/to/0` of the message.
    path: `/body/${detail.path.split('/').slice(5).join('/')}`,
  }))
  const reason = details.length > 0 ? sentenceOf(details) : (error?.message ?? '')
  const [recipient] = each[index]?.to ?? []
  const code = (error?.code ?? 'internal_error') as 'validation_failed'
  return new ApiError(code, `The message to ${recipient?.email ?? ''}: ${reason} No message was sent.`)
}
