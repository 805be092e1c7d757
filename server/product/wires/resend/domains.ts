import type { components } from '../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import { pageById } from '../frame/lists/pages.js'
import type { WireOperations } from '../frame/wire.js'

type Domain = components['schemas']['Domain']
type OwnRecord = Domain['records'][number]
type ListedDomain = resend['schemas']['ListedDomain']
type DomainRecord = resend['schemas']['DomainRecord']

/** The operations of Resend's domains. */
export const domains = {
  createDomain: async ({ body, idempotencyKey }, { call }) => {
    const { name, custom_return_path: label } = body
    const { body: domain } = await call('createDomain', {
      body: { name, ed25519: false, ...(label !== undefined && { return_path_label: label }) },
      idempotencyKey,
    })
    return { status: 201, body: { ...listed(domain), records: recordsOf(domain) } }
  },

  listDomains: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listDomains', { query: page })).body
    const { data, has_more } = await pageById(query, 'dom', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listed) } }
  },

  getDomain: async ({ path: { domain_id: id } }, { call }) => {
    const { body: domain } = await call('retrieveDomain', { path: { id } })
    return { status: 200, body: { object: 'domain', ...listed(domain), records: recordsOf(domain) } }
  },

  deleteDomain: async ({ path: { domain_id: id }, idempotencyKey }, { call }) => {
    await call('deleteDomain', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'domain', id, deleted: true } }
  },

  verifyDomain: async ({ path: { domain_id: id }, idempotencyKey }, { call }) => {
    await call('checkDomain', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'domain', id } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function listed(domain: Domain): ListedDomain {
  const { id, name, created_at } = domain
  return {
    id,
    name,
    status: statusOf(domain),
    created_at,
    region: 'self-hosted',
    capabilities: { sending: 'enabled', receiving: 'disabled' },
  }
}

function statusOf({ status, checked_at }: Domain): ListedDomain['status'] {
  if (status === 'degraded') return 'partially_failed'
  return status === 'pending' && checked_at === null ? 'not_started' : status
}

const kinds: Partial<Record<OwnRecord['kind'], DomainRecord['record']>> = {
  dkim: 'DKIM',
  spf: 'SPF',
  return_path_mx: 'SPF',
  return_path: 'SPF',
}

/**
 * Returns the records that the owner of a domain publishes. Those of the service's return path are the operator's,
 * unless it is below the domain.
 */
function recordsOf(domain: Domain): DomainRecord[] {
  return domain.records.flatMap((record): DomainRecord[] => {
    const kind = kinds[record.kind]
    const status = recordStatusOf(record, domain)
    const isOwn = record.name === domain.name || record.name.endsWith(`.${domain.name}`)
    if (kind === undefined || status === undefined || record.expected === null || !isOwn) return []
    const { name, type } = record
    const [, priority, host] = type === 'MX' ? (/^(\d+) (.*)$/.exec(record.expected) ?? []) : []
    const value = host ?? record.expected
    return [
      {
        record: kind,
        name,
        type,
        ttl: 'Auto',
        status,
        value,
        ...(priority !== undefined && { priority: Number(priority) }),
      },
    ]
  })
}

/** Returns the state of a record in Resend's words, or undefined for a record that is not needed. */
function recordStatusOf({ status }: OwnRecord, domain: Domain): DomainRecord['status'] | undefined {
  switch (status) {
    case 'ok':
      return 'verified'
    case 'unknown':
      return 'temporary_failure'
    case 'unchecked':
      return 'not_started'
    case 'not_needed':
      return undefined
    case 'missing':
    case 'wrong':
      return domain.status === 'degraded' || domain.status === 'failed' ? 'failed' : 'pending'
  }
}
