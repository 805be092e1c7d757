import type { DkimKey } from './key-store.js'

/** A record that the domain's owner has to publish. */
export interface DnsRecord {
  readonly type: 'TXT'
  readonly name: string
  /** The whole text; the DNS keeps it in strings of at most 255 octets. */
  readonly value: string
}

/**
 * Returns the record by which receivers check the signatures of a key (RFC 6376, section 3.6.1; Ed25519: RFC 8463,
 * section 4).
 */
export function dkimRecord(key: Pick<DkimKey, 'domain' | 'selector' | 'algorithm' | 'publicKey'>): DnsRecord {
  return {
    type: 'TXT',
    name: `${key.selector}._domainkey.${key.domain}`,
    value: `v=DKIM1; k=${key.algorithm}; p=${key.publicKey}`,
  }
}

/** Writes the value in zone file syntax: in quotes, in strings of at most 255 octets (RFC 1035, section 3.3). */
export function inStrings(value: string): string {
  return (value.match(/.{1,255}/g) ?? ['']).map((part) => `"${part}"`).join(' ')
}
