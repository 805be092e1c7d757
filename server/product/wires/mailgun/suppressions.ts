import type { components } from '../../../../generated/api-types.js'
import type { components as mailgun, operations } from '../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../generated/wires/mailgun-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { orForced, placedAt } from '../frame/outcomes.js'
import type { WireOperations, WireReply, WireRequest, WireService } from '../frame/wire.js'

type Suppression = components['schemas']['Suppression']
type Reason = Suppression['reason']
type Suppressed = mailgun['schemas']['Suppressed']

/** One of Mailgun's lists of suppressed addresses. */
interface Kind {
  readonly path: string
  /** Reasons for which an address is on the list. */
  readonly reasons: readonly Reason[]
  readonly added: 'hard_bounce' | 'complaint' | 'unsubscribe'
  readonly addedMessage: string
  readonly removedMessage: string
}

const kinds = {
  bounces: {
    path: 'bounces',
    reasons: ['hard_bounce', 'soft_bounce'],
    added: 'hard_bounce',
    addedMessage: 'Address has been added to the bounces table',
    removedMessage: 'Bounced address has been removed',
  },
  complaints: {
    path: 'complaints',
    reasons: ['complaint'],
    added: 'complaint',
    addedMessage: 'Address has been added to the complaints table',
    removedMessage: 'Spam complaint has been removed',
  },
  unsubscribes: {
    path: 'unsubscribes',
    reasons: ['unsubscribe', 'manual', 'import'],
    added: 'unsubscribe',
    addedMessage: 'Address has been added to the unsubscribes table',
    removedMessage: 'Unsubscribe event has been removed',
  },
} as const satisfies Record<string, Kind>

type Reader = WireService<'listSuppressions'>
interface ListQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly term?: string
  readonly address?: string
}
type Listing = WireRequest<{ readonly domain: string }, ListQuery, unknown>
type Looking = WireRequest<{ readonly address: string }, object, unknown>
type NewSuppression = mailgun['schemas']['NewSuppression']
type Adding = WireRequest<object, object, NewSuppression | NewSuppression[]>

/** Cursor of the page after the last one. It has no items, by which Mailgun's clients know the end. */
const end = 'end'
const noPage = { data: [] as readonly Suppression[], next_cursor: null }

async function list(kind: Kind, { path, query, base }: Listing, { call }: Reader) {
  const { limit = 100, cursor, term, address } = query
  const email = term ?? address
  const asked = {
    limit,
    reasons: [...kind.reasons],
    ...(cursor !== undefined && { cursor }),
    ...(email !== undefined && { email }),
  }
  const body =
    cursor === end ? noPage : (await placedAt('/query/term', call('listSuppressions', { query: asked }))).body
  const at = `${base}/v3/${encodeURIComponent(path.domain)}/${kind.path}?limit=${limit}`
  const narrowed = email === undefined ? '' : `&term=${encodeURIComponent(email)}`
  const page = (name: string, more = '') => `${at}${narrowed}&page=${name}${more}`
  return {
    status: 200,
    body: {
      items: body.data.flatMap((one) => (one.email === null ? [] : [suppressedOf(one, one.email)])),
      paging: {
        first: page('first'),
        last: page('last'),
        previous: page('previous'),
        next: page('next', `&cursor=${body.next_cursor ?? end}`),
      },
    },
  } as const
}

function suppressedOf({ reason, reply, note, suppressed_at }: Suppression, address: string): Suppressed {
  const created_at = new Date(suppressed_at).toUTCString()
  if (reason === 'hard_bounce' || reason === 'soft_bounce') {
    const text = reply ?? note ?? ''
    return { address, created_at, code: /^\d{3}/.exec(text)?.[0] ?? '', error: text }
  }
  return reason === 'complaint' ? { address, created_at } : { address, created_at, tags: ['*'] }
}

async function found(kind: Kind, { path: { address: email } }: Looking, { call }: Reader) {
  const query = { email, reasons: [...kind.reasons], limit: 1 }
  const { body } = await placedAt('/path/address', call('listSuppressions', { query }))
  const [suppression] = body.data
  if (suppression === undefined) throw new ApiError('not_found', 'Address not found.')
  return suppression
}

async function look(kind: Kind, request: Looking, service: Reader) {
  const suppression = await found(kind, request, service)
  return { status: 200, body: suppressedOf(suppression, suppression.email ?? '') } as const
}

async function remove(
  kind: Kind,
  request: Looking,
  service: WireService<'listSuppressions' | 'deleteSuppression'>,
) {
  const { id } = await found(kind, request, service)
  const { idempotencyKey } = request
  await orForced(id, service.call('deleteSuppression', { path: { id }, idempotencyKey }))
  return { status: 200, body: { message: kind.removedMessage, address: request.path.address } } as const
}

async function add(
  kind: Kind,
  { body, idempotencyKey }: Adding,
  { call }: WireService<'createSuppression'>,
): Promise<WireReply<200, mailgun['schemas']['Added']>> {
  const create = async ({ address, code, error }: NewSuppression, key?: string) => {
    const note = [code, error].filter((part) => part !== undefined && part !== '').join(' ')
    const given = { email: address, reason: kind.added, ...(note !== '' && { note }) }
    await call('createSuppression', { body: given, idempotencyKey: key })
  }
  if (!Array.isArray(body)) {
    await create(body, idempotencyKey)
    return { status: 200, body: { message: kind.addedMessage, address: body.address } }
  }
  for (const [index, one] of body.entries()) await placedAt(`/body/${index}/address`, create(one))
  const message = `${body.length} addresses have been added to the ${kind.path} table`
  return { status: 200, body: { message } }
}

/** The operations of Mailgun's lists of suppressed addresses. */
export const suppressions = {
  listBounces: (request, service) => list(kinds.bounces, request, service),
  addBounce: (request, service) => add(kinds.bounces, request, service),
  getBounce: (request, service) => look(kinds.bounces, request, service),
  deleteBounce: (request, service) => remove(kinds.bounces, request, service),
  listComplaints: (request, service) => list(kinds.complaints, request, service),
  addComplaint: (request, service) => add(kinds.complaints, request, service),
  getComplaint: (request, service) => look(kinds.complaints, request, service),
  deleteComplaint: (request, service) => remove(kinds.complaints, request, service),
  listUnsubscribes: (request, service) => list(kinds.unsubscribes, request, service),
  addUnsubscribe: (request, service) => add(kinds.unsubscribes, request, service),
  getUnsubscribe: (request, service) => look(kinds.unsubscribes, request, service),
  deleteUnsubscribe: (request, service) => remove(kinds.unsubscribes, request, service),
} satisfies Partial<WireOperations<operations, Calls>>
