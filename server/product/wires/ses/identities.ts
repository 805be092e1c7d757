import type { components } from '../../../../generated/api-types.js'
import type { components as ses, operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { WireOperations, WireService } from '../frame/wire.js'
import { pageOf, secondsOf, tokenOf } from './replies.js'

type Domain = components['schemas']['Domain']
type Status = ses['schemas']['Status']

const statuses: Readonly<Record<Domain['status'], Status>> = {
  verified: 'SUCCESS',
  degraded: 'TEMPORARY_FAILURE',
  pending: 'PENDING',
  failed: 'FAILED',
}

/** The operations of identities, which are domains. */
export const identities = {
  createEmailIdentity: async ({ body, idempotencyKey }, { call }) => {
    const name = body.EmailIdentity
    if (name.includes('@')) {
      const message =
        'must be a domain: Postseal verifies domains only, and then mail of all their addresses is sent'
      throw refusedValue('/body/EmailIdentity', 'domain', message)
    }
    const { body: domain } = await call('createDomain', { body: { name, ed25519: false }, idempotencyKey })
    return {
      status: 200,
      body: {
        IdentityType: 'DOMAIN',
        VerifiedForSendingStatus: maySend(domain),
        DkimAttributes: dkimOf(domain),
      },
    }
  },

  listEmailIdentities: ({ body = {} }, service) => listDomains(body, service),

  listEmailIdentitiesByGet: ({ query }, service) => listDomains(query, service),

  getEmailIdentity: async ({ path }, service) => {
    const domain = await domainNamed(path.EmailIdentity, service)
    return {
      status: 200,
      body: {
        IdentityType: 'DOMAIN',
        FeedbackForwardingStatus: false,
        VerifiedForSendingStatus: maySend(domain),
        VerificationStatus: statusOf(domain),
        DkimAttributes: dkimOf(domain),
        ...mailFromOf(domain),
        VerificationInfo: {
          ...(domain.checked_at !== null && { LastCheckedTimestamp: secondsOf(domain.checked_at) }),
          ...(domain.verified_at !== null && { LastSuccessTimestamp: secondsOf(domain.verified_at) }),
        },
      },
    }
  },

  deleteEmailIdentity: async ({ path, idempotencyKey }, service) => {
    const { id } = await domainNamed(path.EmailIdentity, service)
    await service.call('deleteDomain', { path: { id }, idempotencyKey })
    return { status: 200, body: {} }
  },
} satisfies Partial<WireOperations<operations, Calls>>

async function listDomains(query: Parameters<typeof pageOf>[0], { call }: WireService<'listDomains'>) {
  const { body: page } = await call('listDomains', { query: pageOf(query) })
  const EmailIdentities = page.data.map((domain) => ({
    IdentityType: 'DOMAIN' as const,
    IdentityName: domain.name,
    SendingEnabled: maySend(domain),
    VerificationStatus: statusOf(domain),
  }))
  return { status: 200, body: { EmailIdentities, ...tokenOf(page.next_cursor) } } as const
}

function maySend({ status, vouched }: Domain): boolean {
  return vouched || status === 'verified' || status === 'degraded'
}

function statusOf({ status, checked_at: checked }: Domain): Status {
  return status === 'pending' && checked === null ? 'NOT_STARTED' : statuses[status]
}

function dkimOf(domain: Domain): ses['schemas']['DkimAttributes'] {
  return {
    SigningEnabled: true,
    Status: statusOf(domain),
    Tokens: domain.dkim_keys.filter(({ status }) => status !== 'retiring').map(({ selector }) => selector),
    SigningAttributesOrigin: 'EXTERNAL',
  }
}

const mailFromStatuses = { active: 'SUCCESS', pending: 'PENDING', broken: 'FAILED' } as const

function mailFromOf({ return_path: { domain, status } }: Domain) {
  if (status === 'not_needed') return {}
  return {
    MailFromAttributes: {
      MailFromDomain: domain,
      MailFromDomainStatus: mailFromStatuses[status],
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' as const,
    },
  }
}

async function domainNamed(given: string, { call }: WireService<'listDomains'>): Promise<Domain> {
  const name = given.toLowerCase()
  const { body } = await call('listDomains', { query: { name, limit: 100 } })
  const found = body.data.find((domain) => domain.name === name)
  if (found === undefined) throw new ApiError('not_found', 'The workspace has no such domain.')
  return found
}
