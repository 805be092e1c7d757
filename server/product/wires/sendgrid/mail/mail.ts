import type { components } from '../../../../../generated/api-types.js'
import type { components as sendgrid, operations } from '../../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../../generated/wires/sendgrid-calls.js'
import { ApiError, validationFailed, type ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { batchItems, batchSize, detailsOfItem } from '../../frame/batch.js'
import { atOwnPlace, type FieldNames } from '../../frame/fields.js'
import type { WireOperations } from '../../frame/wire.js'
import { sendOf } from './mail-request.js'
import { checkSettings } from './settings.js'

type BatchResult = components['schemas']['BatchItemResult']
type Mail = sendgrid['schemas']['Mail']

/** The operation of SendGrid's mail. */
export const mail = {
  sendMail: async ({ body, idempotencyKey }, { call, projectId }) => {
    checkSettings(body)
    const project = await projectId()
    const sends = body.personalizations.map((_, index) => sendOf(body, index, project))
    const [only, another] = sends
    if (only !== undefined && another === undefined) {
      const reply = await ofPersonalization(body, call('sendMessage', { body: only, idempotencyKey }))
      return accepted(reply.body.id)
    }
    sends.forEach(batchSize('to all personalizations'))
    const items = batchItems(sends, idempotencyKey)
    const { data } = (
      await call('sendMessageBatch', { body: { items, all_or_nothing: true }, idempotencyKey })
    ).body
    const refused = data.filter((item) => item.status === 'rejected')
    const first = refused.find(({ error }) => error?.code !== 'invalid_state') ?? refused[0]
    if (first !== undefined) throw refusalOf(body, first, data.length - refused.length)
    return accepted(data[0]?.message?.id ?? '')
  },
} satisfies Partial<WireOperations<operations, Calls>>

function accepted(id: string) {
  return { status: 202, body: undefined, headers: { 'X-Message-Id': id } } as const
}

const names: FieldNames = new Map([
  ['from_email', 'from'],
  ['from_name', 'from'],
  ['text', 'content'],
  ['html', 'content'],
  ['template', 'template_id'],
  ['category', 'categories'],
  ['metadata', 'custom_args'],
  ['scheduled_at', 'send_at'],
  ['tracking', 'tracking_settings'],
])

const ofEachPersonalization = new Set(['to', 'cc', 'bcc'])

/** Returns a mistake in a message at the place where the request has the value. */
function inRequest(body: Mail, index: number, detail: ErrorDetail): ErrorDetail {
  const own = atOwnPlace(detail, names)
  const [, part, field = '', ...rest] = own.path.split('/')
  if (part !== 'body') return own
  const given = body.personalizations[index] ?? {}
  if (!ofEachPersonalization.has(field) && !Object.hasOwn(given, field)) return own
  return { ...own, path: ['', part, 'personalizations', index, field, ...rest].join('/') }
}

/** Names the mistakes of a single message where its personalization has the values. */
async function ofPersonalization<Reply>(body: Mail, sending: Promise<Reply>): Promise<Reply> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    throw validationFailed((error.details ?? []).map((detail) => inRequest(body, 0, detail)))
  }
}

/**
 * Returns the error of a refused message.
 *
 * @param others the number of other messages that were accepted, which a limit reached meanwhile can cause
 */
function refusalOf(body: Mail, { index, error }: BatchResult, others: number): ApiError {
  const code = (error?.code ?? 'internal_error') as 'validation_failed'
  const details = detailsOfItem({ error }).map((detail) => inRequest(body, index, detail))
  if (code === 'validation_failed' && details.length > 0 && others === 0) return validationFailed(details)
  const also = others > 0 ? ` ${others} other messages of the request were accepted.` : ''
  return new ApiError(code, `Personalization ${index}: ${error?.message ?? ''}${also}`, {
    ...(others === 0 && { details }),
  })
}
