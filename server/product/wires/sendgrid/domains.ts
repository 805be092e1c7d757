import type { components } from '../../../../generated/api-types.js'
import type { components as sendgrid, operations } from '../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../generated/wires/sendgrid-calls.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import type { WireOperations } from '../frame/wire.js'

type OwnDomain = components['schemas']['Domain']
type OwnRecord = OwnDomain['records'][number]
type Domain = sendgrid['schemas']['Domain']

/** The operations of SendGrid's domain authentication. */
export const domains = {
  listDomains: async ({ query: { limit = 50, offset = 0, domain } }, { call }) => {
    const name = domain?.toLowerCase()
    const { data: found } = await pageByOffset({ count: limit, offset }, async (page) => {
      const { body } = await call('listDomains', { query: { ...page, ...(name !== undefined && { name }) } })
      return body
    })
    return { status: 200, body: found.map(shown) }
  },

  createDomain: async ({ body: { domain: name, subdomain: label }, idempotencyKey }, { call }) => {
    const { body } = await call('createDomain', {
      body: { name, ed25519: false, ...(label !== undefined && { return_path_label: label }) },
      idempotencyKey,
    })
    return { status: 201, body: shown(body) }
  },

  getDomain: async ({ path: { domain_id: id } }, { call }) => {
    const { body } = await call('retrieveDomain', { path: { id } })
    return { status: 200, body: shown(body) }
  },

  deleteDomain: async ({ path: { domain_id: id }, idempotencyKey }, { call }) => {
    await call('deleteDomain', { path: { id }, idempotencyKey })
    return { status: 204, body: undefined }
  },

  validateDomain: async ({ path: { domain_id: id }, idempotencyKey }, { call }) => {
    const { body: domain } = await call('checkDomain', { path: { id }, idempotencyKey })
    const results = ownRecords(domain).map(([name, { status, advice }]) => {
      const valid = status === 'ok'
      return [name, { valid, reason: valid ? null : advice }] as const
    })
    return {
      status: 200,
      body: { id, valid: canSend(domain), validation_results: Object.fromEntries(results) },
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function canSend({ status }: OwnDomain): boolean {
  return status === 'verified' || status === 'degraded'
}

function shown(domain: OwnDomain): Domain {
  const dns = ownRecords(domain).map(([name, { type, name: host, expected, status }]) => {
    const record = { valid: status === 'ok', type: type.toLowerCase(), host, data: expected }
    return [name, record] as const
  })
  return {
    id: domain.id,
    domain: domain.name,
    subdomain: domain.return_path.label,
    valid: canSend(domain),
    legacy: false,
    default: false,
    automatic_security: false,
    custom_spf: false,
    ips: [],
    dns: Object.fromEntries(dns),
  }
}

/** The names that SendGrid has for kinds of records. */
const names: Partial<Record<OwnRecord['kind'], string>> = {
  dkim: 'dkim',
  spf: 'subdomain_spf',
  return_path_mx: 'mail_server',
  return_path: 'mail_cname',
}

type Published = OwnRecord & { readonly expected: string }

/**
 * Returns the records that the owner of a domain publishes, by SendGrid's names: `dkim`, then `dkim2`. Those of the
 * service's return path are the operator's, unless it is below the domain.
 */
function ownRecords({ name, records }: OwnDomain): [name: string, record: Published][] {
  const counts = new Map<string, number>()
  return records.flatMap((record): [string, Published][] => {
    const kind = names[record.kind]
    const { expected } = record
    const isOwn = record.name === name || record.name.endsWith(`.${name}`)
    if (kind === undefined || expected === null || record.status === 'not_needed' || !isOwn) return []
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return [[count === 1 ? kind : `${kind}${count}`, { ...record, expected }]]
  })
}
