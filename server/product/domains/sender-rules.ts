import type { Knex } from 'knex'
import type { Config } from '../../platform/config/config.js'
import { ApiError, type ErrorCode } from '../../platform/http/errors/api-error.js'
import type { WorkspaceId } from '../../platform/db/ids.js'
import { domainOf } from '../../../base/addresses/address.js'
import { mailboxProviderOf } from '../../mail/mailbox-domains.js'
import { restrictionsOn, type Environment, type Principal } from '../../platform/auth/principal.js'
import type { DomainStatus } from './lifecycle.js'
import { maySend, verifiedDomains, type VerifiedDomains } from './verified-domains.js'

/** Checks which domains a workspace may send from. */
export interface SenderRules {
  /**
   * Admits the sender of a message.
   *
   * @throws ApiError 422 `sender_domain_not_verified` if a live project sends from a domain that is not a
   *   verified domain of the workspace; 422 `sender_at_mailbox_provider` if its mail leaves this installation and the
   *   domain is one of gmail.com and the like
   */
  admitSender(workspaceId: WorkspaceId, environment: Environment, fromEmail: string): Promise<void>
}

/** @throws ApiError 403 `sender_not_allowed` if the key is restricted to other domains */
export function refuseOtherDomains(principal: Principal, fromEmail: string): void {
  const { senderDomains } = restrictionsOn(principal)
  const domain = domainOf(fromEmail)
  if (senderDomains.length === 0 || senderDomains.includes(domain)) return
  throw new ApiError('sender_not_allowed', `This key cannot send from ${domain}.`)
}

/**
 * Admits a change to mail from an address: rescheduling or cancelling a message, or the change of a list.
 *
 * @throws ApiError 403 `sender_not_allowed` if the key is restricted to other domains
 */
export function refuseOthersMail(principal: Principal, fromEmail: string): void {
  const { senderDomains } = restrictionsOn(principal)
  const domain = domainOf(fromEmail)
  if (senderDomains.length === 0 || senderDomains.includes(domain)) return
  throw new ApiError('sender_not_allowed', `This key cannot change mail sent from ${domain}.`)
}

/**
 * Admits making, removing or re-keying a domain, which live mail depends on. Test mail does not: a key for test
 * projects has nothing to change there.
 *
 * @param name in the form of `domainName`
 * @throws ApiError 403 `environment_not_allowed`, `sender_not_allowed` if the key is restricted to other domains
 */
export function admitDomainChange(principal: Principal, name: string): void {
  const { environment, senderDomains } = restrictionsOn(principal)
  if (environment === 'test') {
    throw new ApiError(
      'environment_not_allowed',
      'Domains belong to the whole workspace, and this key is for test projects only.',
    )
  }
  if (senderDomains.length === 0 || senderDomains.includes(name)) return
  throw new ApiError('sender_not_allowed', `This key cannot change ${name}: it is for other domains.`)
}

/** Error codes of a sender that may not be used until somebody has fixed something. */
export const senderRefusals: ReadonlySet<ErrorCode> = new Set([
  'sender_domain_not_verified',
  'sender_at_mailbox_provider',
])

/** Settings of the rules. */
export interface SenderRulesOptions {
  /** The domains that live projects may send from; undefined if the operator lets them send from any domain. */
  readonly domains: VerifiedDomains | undefined
  /** True if all mail goes to the sink. */
  readonly staysHere: boolean
}

export function senderRules({ domains, staysHere }: SenderRulesOptions): SenderRules {
  return {
    admitSender: async (workspaceId, environment, fromEmail) => {
      const domain = domainOf(fromEmail)
      // Mail of a test project goes to the sink, so a forged sender deceives nobody.
      if (environment === 'test') return
      if (!staysHere && mailboxProviderOf(domain) !== undefined) {
        throw new ApiError(
          'sender_at_mailbox_provider',
          `${domain} belongs to a mailbox provider, whose DMARC policy makes receivers refuse mail that it did not send ` +
            'itself. Send from a domain of your own, and put this address into reply_to.',
        )
      }
      if (domains === undefined) return
      const status = await domains.statusOf(workspaceId, domain)
      if (maySend(status)) return
      throw new ApiError(
        'sender_domain_not_verified',
        `${domain} is not a verified domain of this workspace, and live projects can only send from those. ${adviceOn(status)}`,
      )
    },
  }
}

function adviceOn(status: DomainStatus | undefined): string {
  if (status === undefined) return 'Verify the domain, or send from a verified one.'
  const records = 'GET /v1/domains says what each of its DNS records should be and is.'
  if (status === 'failed')
    return `The domain has failed: a required DNS record was missing for 24 hours. ${records}`
  return `It is pending: publish its DNS records, then have the domain verified. ${records}`
}

/** Returns the rules that the operator has configured. */
export function configuredSenderRules(
  { requireVerifiedDomains, transport }: Pick<Config, 'requireVerifiedDomains' | 'transport'>,
  db: Knex,
): SenderRules {
  return senderRules({
    domains: requireVerifiedDomains ? verifiedDomains(db) : undefined,
    staysHere: transport.kind === 'sink',
  })
}
