import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { furthestItem, pageByOffset } from '../frame/lists/offset-pages.js'
import { causes } from '../../webhooks/formats/postmark/causes.js'
import type { WireOperations } from '../frame/wire.js'
import { streamInPath } from './streams.js'
import { periodOf } from './times.js'

type Reason = components['schemas']['SuppressionReason']
type Shown = postmark['schemas']['Suppression']
/** The operations of Postmark's suppressions, which this service has for a workspace and both of its streams. */
export const suppressions = {
  listSuppressions: async ({ path, query }, { call }) => {
    await streamInPath(path.stream)
    const { suppressionReason: reason, origin, emailaddress: email } = query
    const reasons = (Object.keys(causes) as Reason[]).filter((name) => {
      const [ofCause, byWhom] = causes[name]
      const isAsked = ofCause === (reason ?? ofCause) && byWhom === (origin ?? byWhom)
      // An erased address is not shown.
      return isAsked && name !== 'erasure'
    })
    if (reasons.length === 0) return { status: 200, body: { Suppressions: [] } }
    const filter = { ...periodOf(query), reasons, ...(email !== undefined && { email }) }
    const { data } = await pageByOffset(
      { count: furthestItem },
      async (page) => (await call('listSuppressions', { query: { ...filter, ...page } })).body,
    )
    return { status: 200, body: { Suppressions: data.flatMap(shown) } }
  },

  createSuppressions: async ({ path, body }, { call }) => {
    await streamInPath(path.stream)
    const outcomes: Outcome[] = []
    for (const { EmailAddress: email } of body.Suppressions) {
      const adding = call('createSuppression', { body: { email, reason: 'manual' } })
      outcomes.push(await outcomeOf(email, 'Suppressed', adding))
    }
    return { status: 200, body: { Suppressions: outcomes } }
  },

  deleteSuppressions: async ({ path, body }, { call }) => {
    await streamInPath(path.stream)
    const outcomes: Outcome[] = []
    const remove = async (email: string) => {
      const [found] = (await call('listSuppressions', { query: { email, limit: 1 } })).body.data
      if (found !== undefined) await call('deleteSuppression', { path: { id: found.id } })
    }
    for (const { EmailAddress: email } of body.Suppressions)
      outcomes.push(await outcomeOf(email, 'Deleted', remove(email)))
    return { status: 200, body: { Suppressions: outcomes } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

interface Outcome {
  readonly EmailAddress: string
  readonly Status: 'Suppressed' | 'Deleted' | 'Failed'
  readonly Message: string | null
}

/**
 * Returns the outcome of a change for one address.
 *
 * @throws ApiError if the request as a whole is refused, such as for its key
 */
async function outcomeOf(
  email: string,
  status: Outcome['Status'],
  changing: Promise<unknown>,
): Promise<Outcome> {
  try {
    await changing
    return { EmailAddress: email, Status: status, Message: null }
  } catch (error) {
    const isOfAddress =
      error instanceof ApiError && ['validation_failed', 'invalid_state'].includes(error.code)
    if (!isOfAddress) throw error
    return { EmailAddress: email, Status: 'Failed', Message: error.message }
  }
}

function shown({ email, reason, created_at }: components['schemas']['Suppression']): Shown[] {
  if (email === null || reason === 'erasure') return []
  const [SuppressionReason, Origin] = causes[reason]
  return [{ EmailAddress: email, SuppressionReason, Origin, CreatedAt: created_at }]
}
