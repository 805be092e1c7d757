import { type X509Certificate, KeyObject } from 'node:crypto'
import type { TlsaRecord } from '../../../../mail/dns/resolver.js'
import { anchorOf } from './usable.js'
import { matches } from './matches.js'

/** Object identifier of the extension "name constraints" as encoded in a certificate (RFC 5280, section 4.2.1). */
const nameConstraints = Buffer.from('0603551d1e', 'hex')
/** Matches the basic constraints of an authority whose path length is one octet. */
const pathLength = /0603551d13(?:0101ff)?040830060101ff0201([0-9a-f]{2})/

/**
 * Returns whether an authority may stand above so many others in a chain. Node shows that a certificate is an
 * authority's and no more, and an authority that a company was given for its own names must not vouch for the names
 * of others.
 *
 * @param below number of authorities between it and the server's certificate
 */
function mayStandAbove(authority: X509Certificate, below: number): boolean {
  // Judging names by these constraints would take much code for a feature that nobody uses for mail; refusing them is
  // safe.
  if (authority.raw.includes(nameConstraints)) return false
  const [, length] = pathLength.exec(authority.raw.toString('hex')) ?? []
  return length === undefined || below <= parseInt(length, 16)
}

interface Chain {
  readonly certificate: X509Certificate
  /** Issuers in the order of the chain: each is the subject of the next. */
  readonly issuers: readonly X509Certificate[]
  readonly anchors: readonly TlsaRecord[]
  readonly now: Date
}

/** Purpose id-kp-serverAuth (RFC 5280, section 4.2.1.12). */
const forServers = '1.3.6.1.5.5.7.3.1'

/**
 * Follows a chain by signature up to a trust anchor that a record names. Node offers no verification with an
 * authority that is only known after the handshake.
 *
 * @returns why the chain does not lead to an anchor; undefined if it does
 */
export function chainsTo({ certificate, issuers, anchors, now }: Chain): string | undefined {
  // Undefined for a certificate that has every purpose.
  const purposes = certificate.keyUsage as string[] | undefined
  if (purposes !== undefined && !purposes.includes(forServers)) return 'the certificate is not for servers'
  let subject = certificate
  for (const [below, issuer] of issuers.entries()) {
    if (!isCurrent(subject, now)) return 'a certificate of the chain has expired or is not valid yet'
    if (anchors.some((anchor) => isSignedByAnchor(subject, anchor, now))) return undefined
    if (!isIssuedBy(subject, issuer)) return 'a certificate of the chain is not signed by the next'
    if (anchors.some((anchor) => matches(anchor, issuer)))
      return isCurrent(issuer, now) ? undefined : 'the trust anchor has expired or is not valid yet'
    if (!mayStandAbove(issuer, below))
      return 'an authority of the chain is limited in a way that is not understood'
    subject = issuer
  }
  if (!isCurrent(subject, now)) return 'a certificate of the chain has expired or is not valid yet'
  if (anchors.some((anchor) => isSignedByAnchor(subject, anchor, now))) return undefined
  return 'the chain leads to no TLSA record'
}

/**
 * Returns whether a certificate is signed by the anchor that its record holds as a whole: the server need not send
 * such an anchor.
 */
function isSignedByAnchor(subject: X509Certificate, record: TlsaRecord, now: Date): boolean {
  const anchor = anchorOf(record)
  if (anchor === undefined) return false
  if (anchor instanceof KeyObject) return subject.verify(anchor)
  return isIssuedBy(subject, anchor) && isCurrent(anchor, now)
}

/**
 * Returns whether a certificate is issued by an authority. Only authorities may issue, or else the owner of any
 * certificate could make others with it.
 */
function isIssuedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
}

function isCurrent(certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}
