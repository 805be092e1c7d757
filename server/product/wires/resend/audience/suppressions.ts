import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import { pageById, type OwnPageQuery } from '../../frame/lists/pages.js'
import { orForced, placedAt } from '../../frame/outcomes.js'
import type { WireOperations, WireService } from '../../frame/wire.js'

type Suppression = components['schemas']['Suppression']
type Reason = Suppression['reason']
type Origin = resend['schemas']['SuppressionOrigin']

const origins: Readonly<Record<Reason, Origin>> = {
  hard_bounce: 'bounce',
  soft_bounce: 'bounce',
  complaint: 'complaint',
  unsubscribe: 'manual',
  manual: 'manual',
  import: 'manual',
  erasure: 'manual',
}

/** The operations of Resend's suppressions. */
export const suppressions = {
  createSuppression: async ({ body: { email }, idempotencyKey }, { call }) => {
    const { body } = await call('createSuppression', { body: { email, reason: 'manual' }, idempotencyKey })
    return { status: 201, body: { object: 'suppression', id: body.id } }
  },

  listSuppressions: async ({ query: { origin, ...query } }, { call }) => {
    const all = Object.keys(origins) as Reason[]
    const reasons = all.filter(
      (reason) => reason !== 'erasure' && origins[reason] === (origin ?? origins[reason]),
    )
    const list = async (page: OwnPageQuery) => {
      for (let next = page; ;) {
        const { body } = await call('listSuppressions', { query: { ...next, reasons } })
        const data = body.data.filter(hasAddress)
        // A page of erased addresses alone would have no id to go on from.
        if (data.length > 0 || body.next_cursor === null) return { ...body, data }
        next = { ...next, cursor: body.next_cursor }
      }
    }
    const { data, has_more } = await pageById(query, 'sup', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listed) } }
  },

  getSuppression: async ({ path }, service) => {
    const found = path.suppression.includes('@')
      ? await placedAt('/path/suppression', byAddress(path.suppression, service))
      : (await service.call('retrieveSuppression', { path: { id: path.suppression } })).body
    if (found === undefined || !hasAddress(found)) throw notFound()
    return { status: 200, body: { object: 'suppression', ...listed(found) } }
  },

  deleteSuppression: async ({ path: { suppression }, idempotencyKey }, service) => {
    const id = suppression.includes('@')
      ? (await placedAt('/path/suppression', byAddress(suppression, service)))?.id
      : suppression
    if (id === undefined) throw notFound()
    await orForced(id, service.call('deleteSuppression', { path: { id }, idempotencyKey }))
    return { status: 200, body: { object: 'suppression', id, deleted: true } }
  },

  addSuppressions: async ({ body: { emails } }, { call }) => {
    const data: resend['schemas']['SuppressionReference'][] = []
    for (const [index, email] of emails.entries()) {
      const adding = call('createSuppression', { body: { email, reason: 'manual' } })
      const { body } = await placedAt(`/body/emails/${index}`, adding)
      data.push({ object: 'suppression', id: body.id })
    }
    return { status: 201, body: { data } }
  },

  removeSuppressions: async ({ body: { emails, ids } }, service) => {
    if ((emails === undefined) === (ids === undefined))
      throw refusedValue('/body/emails', 'exclusive', 'or ids must be given, and not both')
    const data: resend['schemas']['RemovedSuppression'][] = []
    const remove = async (id: string | undefined) => {
      if (id === undefined) return
      const removing = orForced(id, service.call('deleteSuppression', { path: { id } }))
      if (await isFound(removing)) data.push({ object: 'suppression', id, deleted: true })
    }
    for (const id of ids ?? []) await remove(id)
    for (const [index, email] of (emails ?? []).entries()) {
      const found = await placedAt(`/body/emails/${index}`, byAddress(email, service))
      await remove(found?.id)
    }
    return { status: 200, body: { data } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

interface WithAddress extends Suppression {
  readonly email: string
}

/** Returns false for a suppression whose address was erased, as Resend has none. */
function hasAddress(suppression: Suppression): suppression is WithAddress {
  return suppression.email !== null
}

function listed({
  id,
  email,
  reason,
  log_id,
  created_at,
}: WithAddress): resend['schemas']['ListedSuppression'] {
  return { id, email, origin: origins[reason], source_id: log_id, created_at }
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such suppression.')
}

async function byAddress(
  email: string,
  { call }: WireService<'listSuppressions'>,
): Promise<Suppression | undefined> {
  const { body } = await call('listSuppressions', { query: { email, limit: 1 } })
  return body.data[0]
}

/** Returns true if the deletion succeeds, and false if there is nothing to delete. */
async function isFound(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}
