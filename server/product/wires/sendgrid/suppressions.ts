import type { components } from '../../../../generated/api-types.js'
import type { components as sendgrid, operations } from '../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../generated/wires/sendgrid-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import { orForced, placedAt } from '../frame/outcomes.js'
import type { WireOperations, WireRequest, WireService } from '../frame/wire.js'
import { secondsOf, timeOf } from './times.js'

type Suppression = components['schemas']['Suppression']
type Reason = Suppression['reason']
type Schemas = sendgrid['schemas']

/** The reasons for which an address is on one of SendGrid's lists. */
const bounced: readonly Reason[] = ['hard_bounce', 'soft_bounce']
const complained: readonly Reason[] = ['complaint']
const unsubscribed: readonly Reason[] = ['unsubscribe', 'manual', 'import']

type Reader = WireService<'listSuppressions'>
type Remover = WireService<'listSuppressions' | 'deleteSuppression'>
interface ListQuery {
  readonly start_time?: number
  readonly end_time?: number
  readonly limit?: number
  readonly offset?: number
  readonly email?: string
}
type Listing = WireRequest<unknown, ListQuery, unknown>
type Looking = WireRequest<{ readonly email: string }, unknown, unknown>
type RemovingSeveral = WireRequest<unknown, unknown, Schemas['Removal']>

const defaultLimit = 500

interface WithAddress extends Suppression {
  readonly email: string
}

async function list(
  reasons: readonly Reason[],
  { query }: Listing,
  { call }: Reader,
): Promise<WithAddress[]> {
  const { start_time: start, end_time: end, limit = defaultLimit, offset = 0, email } = query
  const asked = {
    reasons: [...reasons],
    ...(start !== undefined && { since: timeOf(start) }),
    // The end is a whole second, which belongs to the list.
    ...(end !== undefined && { until: timeOf(end + 1) }),
    ...(email !== undefined && { email }),
  }
  const { data: found } = await pageByOffset({ count: limit, offset }, async (page) => {
    const { body } = await call('listSuppressions', { query: { ...asked, ...page } })
    return body
  })
  return found.filter(hasAddress)
}

/** Returns false for a suppression whose address was erased. */
function hasAddress(suppression: Suppression): suppression is WithAddress {
  return suppression.email !== null
}

async function find(reasons: readonly Reason[], email: string, { call }: Reader): Promise<WithAddress[]> {
  const { body } = await call('listSuppressions', { query: { email, reasons: [...reasons], limit: 1 } })
  return body.data.filter(hasAddress)
}

async function look(reasons: readonly Reason[], { path }: Looking, service: Reader): Promise<WithAddress[]> {
  return placedAt('/path/email', find(reasons, path.email, service))
}

const removed = { status: 204, body: undefined } as const

async function remove(reasons: readonly Reason[], request: Looking, service: Remover) {
  const [suppression] = await look(reasons, request, service)
  if (suppression === undefined) throw new ApiError('not_found', 'The list has no such address.')
  const { id } = suppression
  const { idempotencyKey } = request
  await orForced(id, service.call('deleteSuppression', { path: { id }, idempotencyKey }))
  return removed
}

async function removeSeveral(reasons: readonly Reason[], { body }: RemovingSeveral, service: Remover) {
  for (const [index, email] of body.emails.entries()) {
    const found = await placedAt(`/body/emails/${index}`, find(reasons, email, service))
    for (const { id } of found) await orForced(id, service.call('deleteSuppression', { path: { id } }))
  }
  return removed
}

/** The operations of SendGrid's lists of suppressed addresses. */
export const suppressions = {
  listBounces: async (...given) => ({ status: 200, body: (await list(bounced, ...given)).map(bounceOf) }),
  getBounce: async (...given) => ({ status: 200, body: (await look(bounced, ...given)).map(bounceOf) }),
  deleteBounce: (...given) => remove(bounced, ...given),
  deleteBounces: (...given) => removeSeveral(bounced, ...given),

  listSpamReports: async (...given) => ({
    status: 200,
    body: (await list(complained, ...given)).map(spamReportOf),
  }),
  getSpamReport: async (...given) => ({
    status: 200,
    body: (await look(complained, ...given)).map(spamReportOf),
  }),
  deleteSpamReport: (...given) => remove(complained, ...given),
  deleteSpamReports: (...given) => removeSeveral(complained, ...given),

  listUnsubscribes: async (...given) => ({
    status: 200,
    body: (await list(unsubscribed, ...given)).map(suppressedOf),
  }),
  addGlobalSuppressions: async ({ body: { recipient_emails: emails } }, { call }) => {
    for (const [index, email] of emails.entries()) {
      const adding = call('createSuppression', { body: { email, reason: 'unsubscribe' } })
      await placedAt(`/body/recipient_emails/${index}`, adding)
    }
    return { status: 201, body: { recipient_emails: emails } }
  },
  getGlobalSuppression: async (...given) => {
    const [suppression] = await look(unsubscribed, ...given)
    return { status: 200, body: suppression === undefined ? {} : { recipient_email: suppression.email } }
  },
  deleteGlobalSuppression: (...given) => remove(unsubscribed, ...given),
} satisfies Partial<WireOperations<operations, Calls>>

function suppressedOf({ email, created_at }: WithAddress): Schemas['Suppressed'] {
  return { created: secondsOf(created_at), email }
}

function bounceOf(suppression: WithAddress): Schemas['Bounce'] {
  const { reply, note } = suppression
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reply ?? '') ?? []
  return { ...suppressedOf(suppression), reason: reply ?? note ?? '', status }
}

function spamReportOf(suppression: WithAddress): Schemas['SpamReport'] {
  return { ...suppressedOf(suppression), ip: null }
}
