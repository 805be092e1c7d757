/** Queries the DNS. A resolver is passed to its users, so that tests can put a zone of their own in its place. */
export interface Resolver {
  /** Returns mail exchanges in no order. A domain that takes no mail has one whose exchange is empty (RFC 7505). */
  mx(domain: string): Promise<Answer<MxRecord>>
  /** Returns IPv4 addresses before IPv6 ones, with aliases followed. */
  addresses(host: string): Promise<Answer<string>>
  /** Returns each record with its strings joined, as SPF, DKIM, DMARC and MTA-STS read them. */
  txt(name: string): Promise<Answer<string>>
  /** Returns the name that a name is an alias of, whether or not that one exists. */
  cname(name: string): Promise<Answer<string>>
  /** Returns the names that an address has by reverse DNS. Nobody but the address's owner vouches for them. */
  names(address: string): Promise<Answer<string>>
  /**
   * Returns the records that a host's certificate on a port has to match (RFC 6698). They are only records that the
   * resolver has authenticated by DNSSEC: without it whoever forges the address can forge these as well (RFC 7672,
   * section 2.1). The resolver's word is taken for that, so DANE protects only if a validating one is reached over a
   * path that can be trusted, such as the loopback (POSTSEAL_DNS_SERVERS).
   */
  tlsa(host: string, port: number): Promise<Answer<TlsaRecord>>
}

/**
 * An answer of the DNS. An answer may have no records; every look-up throws DnsFailure if there is no answer within
 * about ten seconds, or none that makes sense.
 */
export interface Answer<T> {
  readonly records: readonly T[]
  /** True if the name exists: false is NXDOMAIN (RFC 8020), no records and true is NODATA (RFC 2308). */
  readonly exists: boolean
}

export interface MxRecord {
  readonly exchange: string
  /** Preference; the lowest is tried first. */
  readonly preference: number
}

export interface TlsaRecord {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly data: Buffer
}

/** Thrown if the DNS could not be queried. Another time it may answer. */
export class DnsFailure extends Error {
  override name = 'DnsFailure'
  /**
   * @param asked type and name, as in `MX example.com`
   * @param reason reason, such as ESERVFAIL or ETIMEOUT
   */
  constructor(
    readonly asked: string,
    readonly reason: string,
  ) {
    super(`The DNS gave no answer about ${asked} (${reason}).`)
  }
}
