import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import type { WireOperations, WireRequest, WireService } from '../frame/wire.js'
import { finding, notFound } from './codes.js'

type Domain = components['schemas']['Domain']
type OwnRecord = Domain['records'][number]

async function check(
  { path, idempotencyKey }: WireRequest<{ readonly id: string }, object, unknown>,
  { call }: WireService<'checkDomain'>,
) {
  const { body } = await finding(notFound.domain, call('checkDomain', { path, idempotencyKey }))
  return { status: 200, body: detailsOf(body) } as const
}

/** The operations of Postmark's domains. */
export const domains = {
  listDomains: async ({ query }, { call }) => {
    const { data, total } = await pageByOffset(
      query,
      async (page) => (await call('listDomains', { query: page })).body,
    )
    return { status: 200, body: { TotalCount: total, Domains: data.map(shown) } }
  },

  createDomain: async ({ body: { Name: name, ReturnPathDomain: returnPath }, idempotencyKey }, { call }) => {
    const label = returnPath === undefined ? undefined : labelBelow(name, returnPath)
    const body = { name, ed25519: false, ...(label !== undefined && { return_path_label: label }) }
    return { status: 200, body: detailsOf((await call('createDomain', { body, idempotencyKey })).body) }
  },

  getDomain: async ({ path }, { call }) => {
    const { body } = await finding(notFound.domain, call('retrieveDomain', { path }))
    return { status: 200, body: detailsOf(body) }
  },

  deleteDomain: async ({ path, idempotencyKey }, { call }) => {
    await finding(notFound.domain, call('deleteDomain', { path, idempotencyKey }))
    return { status: 200, body: { ErrorCode: 0, Message: `Domain ${path.id} removed.` } }
  },

  verifyDkim: check,
  verifyReturnPath: check,
} satisfies Partial<WireOperations<operations, Calls>>

/**
 * Returns the label of a return path below a domain.
 *
 * @throws ApiError 422 `validation_failed` if it is not directly below
 */
function labelBelow(name: string, returnPath: string): string {
  const suffix = `.${name.toLowerCase()}`
  const label = returnPath.toLowerCase().slice(0, -suffix.length)
  if (returnPath.toLowerCase().endsWith(suffix) && label !== '' && !label.includes('.')) return label
  throw refusedValue('/body/ReturnPathDomain', 'domain', `must be directly below ${name}`)
}

function recordOf({ records }: Domain, ...kinds: OwnRecord['kind'][]): OwnRecord | undefined {
  return records.find(({ kind, status }) => kinds.includes(kind) && status !== 'not_needed')
}

function shown(domain: Domain): postmark['schemas']['Domain'] {
  const isOk = (...kinds: OwnRecord['kind'][]) => recordOf(domain, ...kinds)?.status === 'ok'
  return {
    ID: domain.id,
    Name: domain.name,
    SPFVerified: isOk('spf'),
    DKIMVerified: isOk('dkim'),
    WeakDKIM: false,
    ReturnPathDomainVerified: domain.return_path.status === 'active',
  }
}

function detailsOf(domain: Domain): postmark['schemas']['Details'] {
  const spf = recordOf(domain, 'spf')
  const dkim = recordOf(domain, 'dkim')
  const cname = domain.records.find(({ kind, type }) => kind === 'return_path' && type === 'CNAME')
  const { status, domain: returnPath } = domain.return_path
  return {
    ...shown(domain),
    SPFHost: spf?.name ?? '',
    SPFTextValue: spf?.expected ?? '',
    DKIMHost: dkim?.name ?? '',
    DKIMTextValue: dkim?.expected ?? '',
    ReturnPathDomain: status === 'not_needed' ? '' : returnPath,
    ReturnPathDomainCNAMEValue: cname?.expected ?? '',
  }
}
