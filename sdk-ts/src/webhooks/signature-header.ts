import { WebhookVerificationError } from './errors.js'

/** The name of the header that has the signature. */
export const SIGNATURE_HEADER = 'Service-Signature'

export interface ParsedHeader {
  /** Unix seconds, in the digits that were signed. */
  timestamp: string
  /** Each `v1`, in lower-case hexadecimal. */
  signatures: string[]
}

/**
 * `t` stands once and `v1` at least once; other names are passed over, so that a later scheme can be added. What reads
 * differently in different languages is refused: spaces, signs, zeros ahead, capitals.
 *
 * @throws WebhookVerificationError malformed_header
 */
export function parseSignatureHeader(header: string): ParsedHeader {
  const timestamps: string[] = []
  const signatures: string[] = []
  for (const element of header.split(',')) {
    const [, name, value = ''] = /^([a-z][a-z0-9]*)=([!-~]*)$/.exec(element) ?? malformed()
    if (name === 't') timestamps.push(/^(0|[1-9]\d{0,14})$/.test(value) ? value : malformed())
    if (name === 'v1') signatures.push(/^[0-9a-f]{64}$/.test(value) ? value : malformed())
  }
  const [timestamp = malformed(), ...more] = timestamps
  if (more.length > 0 || signatures.length === 0) malformed()
  return { timestamp, signatures }
}

function malformed(): never {
  throw new WebhookVerificationError(
    'malformed_header',
    `${SIGNATURE_HEADER} is not t=<unix seconds>,v1=<64 hex digits>. Pass it as it came, and only once.`,
  )
}
