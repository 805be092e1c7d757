import type { components } from '../../../../generated/api-types.js'
import type { components as ses, operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { WireOperations, WireService } from '../frame/wire.js'
import { pageOf, secondsOf, tokenOf } from './replies.js'

type Suppression = components['schemas']['Suppression']
type Reason = ses['schemas']['Reason']

/** The reasons in the names of SES. What people asked for themselves is a complaint. */
const reasons: Readonly<Record<Exclude<Suppression['reason'], 'erasure'>, Reason>> = {
  hard_bounce: 'BOUNCE',
  soft_bounce: 'BOUNCE',
  complaint: 'COMPLAINT',
  unsubscribe: 'COMPLAINT',
  manual: 'BOUNCE',
  import: 'BOUNCE',
}
type KnownReason = keyof typeof reasons

/** The operations of suppressed destinations. */
export const suppressions = {
  putSuppressedDestination: async ({ body, idempotencyKey }, { call }) => {
    const reason = body.Reason === 'BOUNCE' ? 'hard_bounce' : 'complaint'
    await call('createSuppression', { body: { email: body.EmailAddress, reason }, idempotencyKey })
    return { status: 200, body: {} }
  },

  listSuppressedDestinations: async ({ query }, { call }) => {
    const { Reason: given, StartDate: since, EndDate: until } = query
    const wanted = [given ?? ['BOUNCE' as const, 'COMPLAINT' as const]].flat()
    const names = Object.keys(reasons) as KnownReason[]
    const { body } = await call('listSuppressions', {
      query: {
        ...pageOf(query),
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
        reasons: names.filter((name) => wanted.includes(reasons[name])),
      },
    })
    return {
      status: 200,
      body: {
        SuppressedDestinationSummaries: body.data.flatMap(summariesOf),
        ...tokenOf(body.next_cursor),
      },
    }
  },

  getSuppressedDestination: async ({ path }, service) => {
    const [summary] = summariesOf(await byAddress(path.EmailAddress, service))
    if (summary === undefined) throw notSuppressed()
    return { status: 200, body: { SuppressedDestination: summary } }
  },

  deleteSuppressedDestination: async ({ path, idempotencyKey }, service) => {
    const { id } = await byAddress(path.EmailAddress, service)
    try {
      await service.call('deleteSuppression', { path: { id }, idempotencyKey })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
      const way = `DELETE /v1/suppressions/${id}?force=true of Postseal's own API`
      throw new ApiError(
        'invalid_state',
        `The recipient asked for no more mail. To send again anyway, use ${way}.`,
      )
    }
    return { status: 200, body: {} }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/** Returns a suppression as SES shows it; nothing for one whose address was erased. */
function summariesOf({ email, reason, suppressed_at: at }: Suppression): ses['schemas']['Summary'][] {
  if (email === null || reason === 'erasure') return []
  return [{ EmailAddress: email, Reason: reasons[reason], LastUpdateTime: secondsOf(at) }]
}

async function byAddress(email: string, { call }: WireService<'listSuppressions'>): Promise<Suppression> {
  const { body } = await call('listSuppressions', { query: { email, limit: 1 } })
  const [found] = body.data
  if (found === undefined) throw notSuppressed()
  return found
}

function notSuppressed(): ApiError {
  return new ApiError('not_found', 'The address is not suppressed.')
}
