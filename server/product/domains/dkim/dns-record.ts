import type { DkimKey } from './key-store.js'

/** A record that the domain's owner has to publish. */
export interface DnsRecord {
  readonly type: 'TXT'
  readonly name: string
  /** The whole text; in the DNS it stands in strings of at most 255 octets. */
  readonly value: string
}

/**
 * What receivers check the signatures of a key by (RFC 6376, section 3.6.1; Ed25519: RFC 8463, section 4).
 */
export function dkimRecord(key: Pick<DkimKey, 'domain' | 'selector' | 'algorithm' | 'publicKey'>): DnsRecord {
  return {
    type: 'TXT',
    name: `${key.selector}._domainkey.${key.domain}`,
    value: `v=DKIM1; k=${key.algorithm}; p=${key.publicKey}`,
  }
}

/** The value as zone files have it: in quotes, in strings of at most 255 octets (RFC 1035, section 3.3). */
export function inStrings(value: string): string {
  return (value.match(/.{1,255}/g) ?? ['']).map((part) => `"${part}"`).join(' ')
}
