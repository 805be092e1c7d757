import { refuse } from './errors.js'

/** The name of the header that has the signature. */
export const SIGNATURE_HEADER = 'Service-Signature'

export interface ParsedHeader {
  /** Unix seconds, in the digits that were signed. */
  timestamp: string
  /** Each `v1`, in lower-case hexadecimal. */
  signatures: string[]
}

/** Matches a time, a signature, or an element of another name. */
const ELEMENT = /^(?:t=(0|[1-9]\d{0,14})|v1=([0-9a-f]{64})|(?!t=|v1=)[a-z][a-z0-9]*=[!-~]*)$/

/**
 * Parses the header. `t` stands once and `v1` at least once; other names are passed over, so that a later scheme can
 * be added. Notations that different languages read differently are refused: spaces, signs, zeros ahead, capitals.
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
