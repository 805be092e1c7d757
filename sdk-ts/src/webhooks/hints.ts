import { textOf } from './payload.js'

/** The advice for a body that was already parsed or serialized again. */
export const PASS_THE_RAW_BODY =
  "Pass the raw body: express.raw({ type: 'application/json' }) in Express, " +
  'await request.text() in Next.js, await c.req.text() in Hono.'

/** Returns the probable causes of a wrong signature. About the secrets, it reveals only mistakes in their format. */
export function whyMismatch(secrets: readonly string[], body: Uint8Array): string {
  if (!secrets.every((secret) => /^whsec_[^\s,;'"]+$/.test(secret)))
    return 'A secret begins with whsec_, without white space, quotes or another secret around it.'
  if (body.length === 0) return `The payload is empty. ${PASS_THE_RAW_BODY}`
  if (!isWrittenAsSent(body)) return `The payload looks re-serialized. ${PASS_THE_RAW_BODY}`
  return 'Is it the secret of this subscription? Each has its own.'
}

/**
 * Returns whether a body has the format in which the service sends it. The service sends JSON without white space, as
 * in RFC 8785 and as JSON.stringify writes it.
 */
function isWrittenAsSent(body: Uint8Array): boolean {
  try {
    const text = textOf(body)
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}

/**
 * Returns the distance of a time, and its probable causes.
 *
 * @param ahead seconds by which the signature's time is ahead of `now`
 * @param now unix seconds
 */
export function whySkewed(ahead: number, now: number): string {
  return `It was signed ${Math.abs(ahead)} seconds ${ahead < 0 ? 'ago' : 'ahead'}. ${skewHint(ahead, now)}`
}

function skewHint(ahead: number, now: number): string {
  if (now + ahead > 1e11) return '`t` is in milliseconds, not seconds.'
  if (now < 1e8) return '`now` takes milliseconds.'
  const hours = Math.round(Math.abs(ahead) / 60) / 60
  // No time zone is more than 14 hours from UTC.
  return hours > 0 && hours < 15 && Number.isInteger(hours)
    ? 'Whole hours: is a clock set to local time?'
    : 'Each attempt is signed afresh: is the clock right?'
}
