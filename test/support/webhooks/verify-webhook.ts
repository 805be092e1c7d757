import { createHmac, timingSafeEqual } from 'node:crypto'

/** A receiver's verdict on a webhook. */
export type Verdict =
  | 'ok'
  | 'missing_header'
  | 'malformed_header'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'invalid_payload'

export interface VerifyOptions {
  /** Unix seconds; the clock's where it is not said. */
  readonly now?: number
  /**
   * Seconds that the time of a webhook may be off. By default, 300 as the contract has it, and a day by the clock,
   * since a receiver looks at what has come when a slow run lets it.
   */
  readonly toleranceSeconds?: number
}

/**
 * Verifies a webhook by the rules for receivers, as somebody would who has read nothing but the contract: it shares no
 * code with what signs.
 *
 * @param payload the body's bytes as they came
 * @param header of `Service-Signature`
 * @param secrets any of them will do
 */
export function verifyWebhook(
  payload: Uint8Array | string,
  header: string | undefined,
  secrets: readonly string[],
  options: VerifyOptions = {},
): Verdict {
  const { now = Math.floor(Date.now() / 1000), toleranceSeconds = options.now === undefined ? 86_400 : 300 } =
    options
  if (header === undefined || header === '') return 'missing_header'
  const parsed = parseHeader(header)
  if (parsed === undefined) return 'malformed_header'
  const body = Buffer.from(payload)
  const expected = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'utf8'))
      .update(Buffer.concat([Buffer.from(`${parsed.timestamp}.`), body]))
      .digest(),
  )
  // Every pair is compared, so that the time tells nothing.
  const right = expected.flatMap((digest) => parsed.signatures.map((given) => timingSafeEqual(digest, given)))
  if (!right.includes(true)) return 'signature_mismatch'
  if (Math.abs(now - Number(parsed.timestamp)) > toleranceSeconds) return 'timestamp_out_of_tolerance'
  return isObject(body) ? 'ok' : 'invalid_payload'
}

/**
 * `t` stands once; `v1` at least once. Elements of other schemes are passed over, so that a later one can be added.
 * What reads differently in different languages is refused: spaces, signs, zeros ahead, upper-case hex.
 */
function parseHeader(header: string): { timestamp: string; signatures: Buffer[] } | undefined {
  const timestamps: string[] = []
  const signatures: Buffer[] = []
  for (const element of header.split(',')) {
    const split = element.indexOf('=')
    const [scheme, value] = [element.slice(0, Math.max(0, split)), element.slice(split + 1)]
    if (!/^[a-z][a-z0-9]*$/.test(scheme)) return undefined
    if (!/^[\x21-\x7e]*$/.test(value)) return undefined
    if (scheme === 't') {
      if (!/^(0|[1-9][0-9]{0,14})$/.test(value)) return undefined
      timestamps.push(value)
    } else if (scheme === 'v1') {
      if (!/^[0-9a-f]{64}$/.test(value)) return undefined
      signatures.push(Buffer.from(value, 'hex'))
    }
  }
  const [timestamp, ...more] = timestamps
  if (timestamp === undefined || more.length > 0 || signatures.length === 0) return undefined
  return { timestamp, signatures }
}

function isObject(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
