import type { Resolver } from '../../dns/resolver.js'
import type { DmarcDiscovery } from '../dmarc/record/tree-walk.js'
import type { SendingAddresses, Surroundings } from '../surroundings.js'
import type { CheckedDomain, DomainRecord } from './look-at.js'
import type { Verdict } from './verdict.js'

/** What looking at one record has to go by. */
export interface Looking {
  readonly domain: CheckedDomain
  readonly surroundings: Surroundings
  readonly sendingAddresses: SendingAddresses
  readonly resolver: Resolver
  /** The DMARC record that receivers apply, which several records depend on. */
  readonly dmarc: Promise<DmarcDiscovery>
}

/**
 * Looks at one record.
 *
 * @throws DnsFailure where the DNS gave no answer and nothing more can be said
 */
export type Looker = (record: DomainRecord, looking: Looking) => Promise<Verdict>
