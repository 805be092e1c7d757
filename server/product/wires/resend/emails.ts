import type { components } from '../../../../generated/api-types.js'
import type { operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { batchItems, detailsOfItem } from '../frame/batch.js'
import { sentenceOf } from '../../../platform/http/validation/sentence.js'
import { fromNow } from '../frame/texts/from-now.js'
import { atOwnPlace, type FieldNames } from '../frame/fields.js'
import { ifFound } from '../frame/outcomes.js'
import { pageById } from '../frame/lists/pages.js'
import type { WireOperations } from '../frame/wire.js'
import { emailOf, lastEventWith } from './email-reply.js'
import { sendOf } from './email-request.js'

type BatchResult = components['schemas']['BatchItemResult']

/** The operations of Resend's emails. */
export const emails = {
  sendEmail: async ({ body, idempotencyKey }, { call, projectId }) => {
    const reply = await call('sendMessage', { body: sendOf(body, await projectId()), idempotencyKey })
    return { status: 200, body: { id: reply.body.id } }
  },

  sendBatch: async ({ body, headers, idempotencyKey }, { call, projectId }) => {
    const project = await projectId()
    const strict = headers['x-batch-validation'] !== 'permissive'
    const items = batchItems(
      body.map((email) => sendOf(email, project)),
      idempotencyKey,
    )
    const { data } = (
      await call('sendMessageBatch', { body: { items, all_or_nothing: strict }, idempotencyKey })
    ).body
    const refused = data.filter((item) => item.status === 'rejected')
    const accepted = data.flatMap(({ message }) => (message === undefined ? [] : [{ id: message.id }]))
    const first = refused.find(({ error }) => error?.code !== 'invalid_state') ?? refused[0]
    if (first !== undefined && (strict || accepted.length === 0)) throw refusalOf(first, accepted.length)
    const errors = refused.map((item) => ({ index: item.index, message: refusalOf(item, 0).message }))
    return { status: 200, body: { data: accepted, ...(errors.length > 0 && { errors }) } }
  },

  listEmails: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listMessages', { query: page })).body
    const { data, has_more } = await pageById(query, 'msg', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map((message) => emailOf(message)) } }
  },

  getEmail: async ({ path: { email_id: id } }, { call }) => {
    const { body: message } = await call('retrieveMessage', { path: { id } })
    const content = await ifFound(call('retrieveMessageContent', { path: { id } }))
    const logs = await call('listMessageLogs', { query: { message_id: id, limit: 100 } })
    const tags = Object.entries(message.metadata).map(([name, value]) => ({ name, value }))
    return {
      status: 200,
      body: {
        object: 'email',
        ...emailOf(message, content?.body.reply_to),
        last_event: lastEventWith(message, logs.body.data),
        html: content?.body.html ?? null,
        text: content?.body.text ?? null,
        tags,
      },
    }
  },

  updateEmail: async ({ path: { email_id: id }, body, idempotencyKey }, { call }) => {
    const scheduled_at = fromNow(body.scheduled_at, '/body/scheduled_at')
    await call('rescheduleMessage', { path: { id }, body: { scheduled_at }, idempotencyKey })
    return { status: 200, body: { object: 'email', id } }
  },

  cancelEmail: async ({ path: { email_id: id }, idempotencyKey }, { call }) => {
    await call('cancelMessage', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'email', id } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

const names: FieldNames = new Map([
  ['from_email', 'from'],
  ['from_name', 'from'],
  ['metadata', 'tags'],
])

/**
 * Returns the error of a refused item of a batch, at its place in the request.
 *
 * @param accepted the number of other items that were accepted
 */
function refusalOf({ index, error }: BatchResult, accepted: number): ApiError {
  const code = error?.code ?? 'internal_error'
  const details = detailsOfItem({ error }).map((detail) => atOwnPlace(detail, names))
  const reason = details.length > 0 ? sentenceOf(details) : (error?.message ?? '')
  const others = accepted > 0 ? ` ${accepted} other emails of the batch were accepted.` : ''
  return new ApiError(code as 'validation_failed', `Email ${index} of the batch: ${reason}${others}`, {
    details,
  })
}
