import type { components } from '../../../generated/api-types.js'
import type { Resolver } from '../../dns/resolver.js'
import type { DkimAlgorithm } from '../dkim/new-key.js'

/** A record as the contract shows it: what it should be, what was found, and what to do. */
export type DomainRecord = components['schemas']['DomainRecord']

/** What is to be looked at. */
export interface CheckedDomain {
  /** As A-labels in lower case. */
  readonly name: string
  readonly keys: readonly CheckedKey[]
}

export interface CheckedKey {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  /** As the DNS publishes it in `p=`. */
  readonly publicKey: string
  readonly status: 'pending' | 'active' | 'retiring'
}

/** The DMARC record that receivers apply to a domain, and where it stands: there or at a domain above. */
export interface DmarcPolicyFound {
  readonly domain: string
  /** The whole text. */
  readonly record: string
}

export interface Findings {
  readonly records: readonly DomainRecord[]
  /** Null where there is none in effect; undefined where the DNS gave no answer. */
  readonly dmarcPolicy: DmarcPolicyFound | null | undefined
}

/** Looks at every record of a domain. It never throws for what the DNS says or does not say. */
export type LookAt = (domain: CheckedDomain, resolver: Resolver) => Promise<Findings>
