import { ApiError } from '../../platform/http/errors.js'
import type { WorkspaceId } from '../../platform/db/ids.js'
import { domainOf } from '../../mail/address.js'
import { restrictionsOn, type Environment, type Principal } from '../../platform/auth/principal.js'
import type { DomainStatus } from './lifecycle.js'
import { maySend, type VerifiedDomains } from './verified-domains.js'

/** Checks which domains a workspace may send from. */
export interface SenderRules {
  /**
   * Admits the sender of a message.
   *
   * @throws ApiError 422 `sender_domain_not_verified` if a live project sends from a domain that is not a
   *   verified domain of the workspace
   */
  admitSender(workspaceId: WorkspaceId, environment: Environment, fromEmail: string): Promise<void>
}

/** @throws ApiError 403 `sender_not_allowed` if the key is restricted to other domains */
export function refuseOtherDomains(principal: Principal, fromEmail: string): void {
  const { senderDomains } = restrictionsOn(principal)
  const domain = domainOf(fromEmail)
  if (senderDomains.length === 0 || senderDomains.includes(domain)) return
  throw new ApiError('sender_not_allowed', `This key may not send from ${domain}.`)
}

/**
 * Admits a change of what is sent from an address: another time for a message, its end, or a list.
 *
 * @throws ApiError 403 `sender_not_allowed` if the key is restricted to other domains
 */
export function refuseOthersMail(principal: Principal, fromEmail: string): void {
  const { senderDomains } = restrictionsOn(principal)
  const domain = domainOf(fromEmail)
  if (senderDomains.length === 0 || senderDomains.includes(domain)) return
  throw new ApiError('sender_not_allowed', `This key may not change what is sent from ${domain}.`)
}

/**
 * Admits the making, the removal and the re-keying of a domain, which live mail depends on. Test mail does not:
 * a key for test projects has nothing to change there.
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
  throw new ApiError('sender_not_allowed', `This key may not change ${name}: it is for other domains.`)
}

/** @param domains undefined where the operator lets live projects send from any domain */
export function senderRules(domains: VerifiedDomains | undefined): SenderRules {
  return {
    admitSender: async (workspaceId, environment, fromEmail) => {
      const domain = domainOf(fromEmail)
      // Mail of a test project goes to the sink, so a forged sender deceives nobody.
      if (domains === undefined || environment === 'test') return
      const status = await domains.statusOf(workspaceId, domain)
      if (maySend(status)) return
      throw new ApiError(
        'sender_domain_not_verified',
        `${domain} is not a verified domain of this workspace, and live projects send from those only. ${adviceOn(status)}`,
      )
    },
  }
}

function adviceOn(status: DomainStatus | undefined): string {
  if (status === undefined) return 'Have the domain verified, or send from one that is.'
  const records = 'GET /v1/domains says what each of its DNS records should be and is.'
  if (status === 'failed')
    return `It has failed: for 24 hours it lacked a DNS record that it needs. ${records}`
  return `It is pending: publish its DNS records, then have the domain verified. ${records}`
}
