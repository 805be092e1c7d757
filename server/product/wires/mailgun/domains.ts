import type { components } from '../../../../generated/api-types.js'
import type { components as mailgun, operations } from '../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../generated/wires/mailgun-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { WireOperations, WireReply, WireRequest, WireService } from '../frame/wire.js'

type OwnDomain = components['schemas']['Domain']
type Domain = mailgun['schemas']['Domain']
type WithRecords = mailgun['schemas']['DomainWithRecords']
type DnsRecord = mailgun['schemas']['DnsRecord']
type Reader = WireService<'listDomains'>
type Named = WireRequest<{ readonly name: string }, object, unknown>
type Listing = WireRequest<object, { limit?: number; skip?: number; search?: string }, unknown>
type Creating = WireRequest<object, object, mailgun['schemas']['NewDomain']>

const pageSize = 100
/** The max pages that are read to count domains, and to find those after `skip`. */
const maxPages = 11

async function list({ query }: Listing, { call }: Reader) {
  const { limit = pageSize, skip = 0, search } = query
  const all: OwnDomain[] = []
  let cursor: string | null = null
  for (let read = 0; read < maxPages; read += 1) {
    const page: { readonly data: readonly OwnDomain[]; readonly next_cursor: string | null } = (
      await call('listDomains', {
        query: {
          limit: pageSize,
          ...(search !== undefined && { name: search }),
          ...(cursor !== null && { cursor }),
        },
      })
    ).body
    all.push(...page.data)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  const items = all.slice(skip, skip + limit).map(shown)
  return { status: 200, body: { total_count: all.length, items } } as const
}

async function byName(name: string, { call }: Reader): Promise<OwnDomain> {
  const { body } = await call('listDomains', { query: { name: name.toLowerCase(), limit: 1 } })
  const [domain] = body.data
  if (domain === undefined) throw new ApiError('not_found', 'Domain not found.')
  return domain
}

async function get({ path: { name } }: Named, service: Reader) {
  return withRecords(await byName(name, service), 'Domain DNS records have been read')
}

async function create({ body: { name }, idempotencyKey }: Creating, { call }: WireService<'createDomain'>) {
  const { body } = await call('createDomain', { body: { name, ed25519: false }, idempotencyKey })
  return withRecords(body, 'Domain has been created')
}

async function verify(
  { path: { name }, idempotencyKey }: Named,
  service: WireService<'listDomains' | 'checkDomain'>,
) {
  const { id } = await byName(name, service)
  const { body } = await service.call('checkDomain', { path: { id }, idempotencyKey })
  return withRecords(body, 'Domain DNS records have been updated')
}

async function remove(
  { path: { name }, idempotencyKey }: Named,
  service: WireService<'listDomains' | 'deleteDomain'>,
) {
  const { id } = await byName(name, service)
  await service.call('deleteDomain', { path: { id }, idempotencyKey })
  return { status: 200, body: { message: 'Domain has been deleted' } } as const
}

/** The operations of Mailgun's domains. */
export const domains = {
  listDomains: list,
  listDomainsV3: list,
  getDomain: get,
  getDomainV3: get,
  createDomain: create,
  createDomainV3: create,
  verifyDomain: verify,
  verifyDomainV3: verify,
  deleteDomain: remove,
  deleteDomainV3: remove,
} satisfies Partial<WireOperations<operations, Calls>>

function shown({ id, name, status, created_at }: OwnDomain): Domain {
  return {
    id,
    name,
    state: status === 'verified' || status === 'degraded' ? 'active' : 'unverified',
    created_at: new Date(created_at).toUTCString(),
    type: 'custom',
    is_disabled: false,
    wildcard: false,
    spam_action: 'disabled',
  }
}

function withRecords(domain: OwnDomain, message: string): WireReply<200, WithRecords> {
  const sending_dns_records = domain.records.flatMap((record) => recordOf(record))
  return {
    status: 200,
    body: { message, domain: shown(domain), sending_dns_records, receiving_dns_records: [] },
  }
}

function recordOf({ type, name, expected, found, status }: OwnDomain['records'][number]): DnsRecord[] {
  if (expected === null || status === 'not_needed') return []
  const [, priority, host] = type === 'MX' ? (/^(\d+) (.*)$/.exec(expected) ?? []) : []
  const valid = status === 'ok' ? 'valid' : status === 'missing' || status === 'wrong' ? 'invalid' : 'unknown'
  return [
    {
      record_type: type,
      name,
      value: host ?? expected,
      ...(priority !== undefined && { priority }),
      valid,
      is_active: status === 'ok',
      cached: found,
    },
  ]
}
