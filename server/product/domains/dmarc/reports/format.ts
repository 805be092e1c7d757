import { textDecoder } from '../../../../mail/mime/charset/text-decoder.js'

/**
 * The packing of a report, told by its first bytes, because names and media types are whatever their senders make
 * them.
 */
export type Packing = 'gzip' | 'zip' | 'xml' | 'json'

/** Number of first bytes that tell the packing. */
export const tellingBytes = 4096

/**
 * Tells the packing of a report.
 *
 * @returns undefined if it is none of these
 */
export function packingOf(begin: Uint8Array): Packing | undefined {
  if (begin[0] === 0x1f && begin[1] === 0x8b) return 'gzip'
  // A local file header, or the end of an archive without files (APPNOTE, sections 4.3.7 and 4.3.16).
  if (begin[0] === 0x50 && begin[1] === 0x4b && (begin[2] === 3 || begin[2] === 5)) return 'zip'
  const text = beginningText(begin)
  if (text.startsWith('{')) return 'json'
  return text.startsWith('<') ? 'xml' : undefined
}

/** Returns whether bytes may begin a report: an archive, or XML or JSON that begins as a report does. */
export function mayBeReport(begin: Uint8Array): boolean {
  const packing = packingOf(begin)
  if (packing === 'xml') return /<([\w.-]+:)?feedback\b/i.test(beginningText(begin))
  if (packing === 'json') return tlsReportMember.test(beginningText(begin))
  return packing !== undefined
}

/** Matches the beginning of a TLS report: one of the members that each has (RFC 8460, section 4.4) comes first. */
const tlsReportMember = /^\{\s*"(organization-name|date-range|contact-info|report-id|policies)"\s*:/

function beginningText(begin: Uint8Array): string {
  const bytes = begin.subarray(0, tellingBytes)
  const encoding = markedEncoding(bytes)
  const text =
    encoding === undefined ? Buffer.from(bytes).toString('latin1') : textDecoder(encoding).decode(bytes)
  return text.replace(/^[\s\ufeff]+/, '')
}

/** Returns the encoding that a byte order mark tells (XML 1.0, appendix F.1). */
export function markedEncoding(begin: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (begin[0] === 0xef && begin[1] === 0xbb && begin[2] === 0xbf) return 'utf-8'
  if (begin[0] === 0xff && begin[1] === 0xfe) return 'utf-16le'
  if (begin[0] === 0xfe && begin[1] === 0xff) return 'utf-16be'
  return undefined
}
