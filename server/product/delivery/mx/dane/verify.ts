import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { TlsaRecord } from '../../../../mail/dns/resolver.js'
import { chainsTo } from './chain.js'
import { matches } from './matches.js'
import { daneEe, daneTa } from './usable.js'

/** Most certificates of a chain that are read; no real chain has so many. */
const longestChain = 10

/**
 * Checks the server's certificate against TLSA records (RFC 7671, RFC 7672). mx-connect does so inside the handshake,
 * where Node does not ask about a certificate that no authority vouches for, which is the usual kind here; and it has
 * no chain there, which usage 2 needs.
 *
 * @param records usable records
 * @param names names of which a certificate under a trust anchor must have one
 * @returns why the certificate is rejected; undefined if it is accepted
 */
export function verifyDane(
  socket: TLSSocket,
  records: readonly TlsaRecord[],
  names: readonly string[],
  now = new Date(),
): string | undefined {
  const [certificate, ...issuers] = presented(socket)
  if (certificate === undefined) return 'no certificate'
  // Neither the certificate's name nor its dates matter: the record names this very certificate (RFC 7672, section
  // 3.1.1).
  if (records.some((record) => record.usage === daneEe && matches(record, certificate))) return undefined

  const anchors = records.filter((record) => record.usage === daneTa)
  if (anchors.length === 0) return 'the certificate matches no TLSA record'
  const error = chainsTo({ certificate, issuers, anchors, now })
  if (error !== undefined) return error
  return names.some((name) => isFor(certificate, name))
    ? undefined
    : `the certificate is not for ${names.join(' or ')}`
}

/** Returns the certificates that the server sent, from its own to the last issuer. */
function presented(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  // Without a certificate this is an empty object; the last one, signed by itself, is its own issuer.
  while (next?.raw !== undefined && chain.length < longestChain) {
    chain.push(new X509Certificate(next.raw))
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate
  }
  return chain
}

function isFor(certificate: X509Certificate, name: string): boolean {
  return certificate.checkHost(name, { partialWildcards: false }) !== undefined
}
