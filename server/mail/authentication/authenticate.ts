import type { Resolver } from '../dns/resolver.js'
import { domainOf, normalizeDomain } from '../../../base/addresses/address.js'
import type { CheckedAuth } from '../mime/parsed-mail.js'
import { checkSignature, type KeyService } from './dkim.js'
import { judge, policyFor } from './dmarc.js'
import type { SignedMail } from './signed-mail.js'
import { evaluateSpf } from './spf.js'

/** Inputs by which the sender is authenticated, beside the message and the sender of its envelope. */
export interface Authentication {
  readonly clientAddress: string
  readonly helo: string
  /** DNS servers of the configuration; empty means the system's. */
  readonly dnsServers: readonly string[]
}

/** Result for a message whose sender is not authenticated. */
export const notChecked: CheckedAuth = {
  spf: { result: 'not_checked', domain: null },
  dkim: [],
  dmarc: { result: 'not_checked', domain: null, policy: null },
}

/** Facts of a message that are known before the DNS is queried. */
export interface Claims extends Pick<Authentication, 'clientAddress' | 'helo'> {
  /** Sender of the envelope, empty for `<>`. */
  readonly sender: string
  /** Undefined if the header is too large to be read. */
  readonly mail: SignedMail | undefined
  /** Addresses in the From field. */
  readonly from: readonly string[]
  /** Permitted services of the signatures' keys; `email` if absent. */
  readonly services?: readonly KeyService[]
}

/**
 * Authenticates the sender of a message: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989).
 *
 * @param maxMs milliseconds that the DNS may take; a result that is not known then is `temperror`
 */
export async function authenticate(claims: Claims, resolver: Resolver, maxMs: number): Promise<CheckedAuth> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), maxMs)
  })
  /** Returns the result, or `temperror` if there is none in time, or none at all. */
  const known = <T>(work: Promise<T>): Promise<T | 'temperror'> =>
    Promise.race([work, late])
      .then((found) => (found === 'late' ? 'temperror' : found) as T | 'temperror')
      // Usually a DnsFailure. Whatever makes a library fail, the message must not be lost for it.
      .catch(() => 'temperror')
  try {
    const { mail } = claims
    const from = fromDomain(claims)
    const [spf, policy, ...dkim] = await Promise.all([
      known(checkSpf(claims, resolver)),
      from === undefined ? undefined : known(policyFor(from, resolver)),
      ...(mail?.signatures ?? []).map(async (signature) => {
        const { domain, selector } = signature
        if ('result' in signature) return { domain, selector, result: signature.result }
        return {
          domain,
          selector,
          result: await known(checkSignature(signature, resolver, claims.services)),
        }
      }),
    ])
    const checked = { spf: { result: spf, domain: spfDomain(claims) ?? null }, dkim }
    return { ...checked, dmarc: dmarcOf(from, policy, checked) }
  } finally {
    clearTimeout(timer)
  }
}

function dmarcOf(
  domain: string | undefined,
  policy: Awaited<ReturnType<typeof policyFor>> | 'temperror',
  checked: Pick<CheckedAuth, 'spf' | 'dkim'>,
): CheckedAuth['dmarc'] {
  if (domain === undefined) return { result: 'permerror', domain: null, policy: null }
  if (policy === undefined) return { result: 'none', domain, policy: null }
  if (policy === 'temperror') return { result: 'temperror', domain, policy: null }
  return { result: judge(domain, policy, checked), domain, policy: policy.applies }
}

/** Returns the domain that DMARC is about: that of the one address in the one From field. */
function fromDomain({ mail, from }: Claims): string | undefined {
  const [address = '', ...others] = from
  if (mail?.froms !== 1 || others.length > 0 || !address.includes('@')) return undefined
  return normalizeDomain(address.slice(address.lastIndexOf('@') + 1))
}

/** Returns the domain for SPF. For a message without a sender it is the client's name (RFC 7208, section 2.4). */
function spfDomain({ sender, helo }: Claims): string | undefined {
  return normalizeDomain(sender === '' ? helo : domainOf(sender))
}

async function checkSpf(claims: Claims, resolver: Resolver): Promise<CheckedAuth['spf']['result']> {
  const { sender, helo, clientAddress: ip } = claims
  if (spfDomain(claims) === undefined) return 'none'
  return (await evaluateSpf({ sender, helo, ip, mta: 'localhost' }, resolver)).result
}
