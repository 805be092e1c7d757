import { refuse } from './errors.js'

/** The name of the signature header. */
export const SIGNATURE_HEADER = 'Service-Signature'

export interface ParsedHeader {
  /** Unix seconds, with exactly the digits that were signed. */
  timestamp: string
  /** Each `v1`, in lower-case hexadecimal. */
  signatures: string[]
}

/** Matches a time, a signature, or an element with another name. */
const ELEMENT = /^(?:t=(0|[1-9]\d{0,14})|v1=([0-9a-f]{64})|(?!t=|v1=)[a-z][a-z0-9]*=[!-~]*)$/

/**
 * Parses the header. `t` must occur once, and `v1` at least once. Elements with other names are ignored, so that a
 * later scheme can be added. Notations that programming languages parse differently are rejected: spaces, signs,
 * leading zeros and capitals.
 *
 * @throws WebhookVerificationError malformed_header
 */
export function parseSignatureHeader(header: string): ParsedHeader {
  const timestamps: string[] = []
  const signatures: string[] = []
  for (const element of header.split(',')) {
    const [, timestamp, signature] = element.match(ELEMENT) ?? malformed()
    if (timestamp) timestamps.push(timestamp)
    if (signature) signatures.push(signature)
  }
  const [timestamp = malformed(), ...more] = timestamps
  if (more[0] || !signatures[0]) malformed()
  return { timestamp, signatures }
}

function malformed(): never {
  return refuse(
    'malformed_header',
    `${SIGNATURE_HEADER} is not t=<unix seconds>,v1=<64 hex digits>. Did it come once?`,
  )
}
