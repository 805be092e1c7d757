import type { components } from '../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { ApiError, refusedValue, validationFailed } from '../../../platform/http/errors/api-error.js'
import { pageById, type OwnPageQuery } from '../frame/pages.js'
import type { WireOperations, WireService } from '../frame/wire.js'

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

  getSuppression: async ({ path }, { call }) => {
    const found = path.suppression.includes('@')
      ? await byAddress(path.suppression, { call })
      : (await call('retrieveSuppression', { path: { id: path.suppression } })).body
    if (found === undefined || !hasAddress(found)) throw notFound()
    return { status: 200, body: { object: 'suppression', ...listed(found) } }
  },

  deleteSuppression: async ({ path, idempotencyKey }, { call }) => {
    const id = await idOf(path.suppression, { call })
    if (id === undefined) throw notFound()
    await call('deleteSuppression', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'suppression', id, deleted: true } }
  },

  addSuppressions: async ({ body: { emails } }, { call }) => {
    const data: resend['schemas']['SuppressionReference'][] = []
    for (const [index, email] of emails.entries()) {
      const { body } = await at(
        `/body/emails/${index}`,
        call('createSuppression', { body: { email, reason: 'manual' } }),
      )
      data.push({ object: 'suppression', id: body.id })
    }
    return { status: 201, body: { data } }
  },

  removeSuppressions: async ({ body: { emails, ids } }, { call }) => {
    if ((emails === undefined) === (ids === undefined))
      throw refusedValue('/body/emails', 'exclusive', 'or ids must be given, and not both')
    const field = emails === undefined ? 'ids' : 'emails'
    const data: resend['schemas']['RemovedSuppression'][] = []
    for (const [index, given] of (emails ?? ids ?? []).entries()) {
      const place = `/body/${field}/${index}`
      const id = field === 'ids' ? given : (await at(place, byAddress(given, { call })))?.id
      if (id === undefined) continue
      if (await isDeleted(at(place, call('deleteSuppression', { path: { id } }))))
        data.push({ object: 'suppression', id, deleted: true })
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
  { call }: WireService<'listSuppressions'> | Pick<WireService<'listSuppressions'>, 'call'>,
): Promise<Suppression | undefined> {
  const { body } = await call('listSuppressions', { query: { email, limit: 1 } })
  return body.data[0]
}

async function idOf(
  idOrAddress: string,
  service: Pick<WireService<'listSuppressions'>, 'call'>,
): Promise<string | undefined> {
  if (!idOrAddress.includes('@')) return idOrAddress
  return (await byAddress(idOrAddress, service))?.id
}

/** Returns true if the deletion succeeds, and false if there is nothing to delete. */
async function isDeleted(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

/** Names the item of a list whose call is refused, as the call knows only the one. */
async function at<Reply>(path: string, calling: Promise<Reply>): Promise<Reply> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed' || error.details === undefined)
      throw error
    throw validationFailed(error.details.map(({ code, message }) => ({ path, code, message })))
  }
}
