/** Asks the DNS. It is handed to whoever needs it, so that tests can put a zone of their own in its place. */
export interface Resolver {
  /** Mail exchanges in no order. A domain that takes no mail has one whose exchange is empty (RFC 7505). */
  mx(domain: string): Promise<Answer<MxRecord>>
  /** IPv4 addresses before IPv6 ones, aliases followed. */
  addresses(host: string): Promise<Answer<string>>
  /** Each record with its strings joined, as SPF, DKIM, DMARC and MTA-STS read them. */
  txt(name: string): Promise<Answer<string>>
  /** The name that a name is an alias of, whether or not that one exists. */
  cname(name: string): Promise<Answer<string>>
  /** The names that an address has by reverse DNS. Nobody but the address's owner vouches for them. */
  names(address: string): Promise<Answer<string>>
  /**
   * What a host's certificate on a port has to match (RFC 6698). Only records that the resolver has
   * authenticated by DNSSEC: without it whoever forges the address can forge these as well (RFC 7672, section
   * 2.1). The resolver is believed that it has, so DANE protects only where a validating one is reached over
   * a path that can be trusted, such as the loopback (POSTSEAL_DNS_SERVERS).
   */
  tlsa(host: string, port: number): Promise<Answer<TlsaRecord>>
}

/**
 * What the DNS says. That there is nothing is an answer too, with no records; every look-up throws DnsFailure
 * where there is no answer within about ten seconds, or none that makes sense.
 */
export interface Answer<T> {
  readonly records: readonly T[]
  /**
   * Whether the name exists at all: false is NXDOMAIN (RFC 8020), no records and true is NODATA (RFC 2308).
   */
  readonly exists: boolean
}

export interface MxRecord {
  readonly exchange: string
  /** The lowest is tried first. */
  readonly preference: number
}

export interface TlsaRecord {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly data: Buffer
}

/** The DNS could not be asked. Another time it may answer. */
export class DnsFailure extends Error {
  override name = 'DnsFailure'
  /**
   * @param asked the type and the name, as in `MX example.com`
   * @param reason such as ESERVFAIL or ETIMEOUT
   */
  constructor(
    readonly asked: string,
    readonly reason: string,
  ) {
    super(`The DNS gave no answer about ${asked} (${reason}).`)
  }
}
