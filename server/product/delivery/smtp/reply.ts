import type { components } from '../../../../generated/api-types.js'
import { printableLine } from '../../../../base/text/printable.js'

export type SmtpReply = NonNullable<components['schemas']['SmtpReply']>

/** Most characters of a reply that are kept: a long reply says its part in its first lines. */
const longestText = 1000

/**
 * Reads a reply (RFC 5321, section 4.2.1), of one line or more, with its enhanced code (RFC 3463) if it has one.
 *
 * @param host the server that answered, for the log
 * @returns undefined if the response does not begin with a reply code
 */
export function parseReply(response: string, host: string): SmtpReply | undefined {
  const lines = response.split(/\r?\n/).map((line) => /^(\d{3})(?:[ -]|$)(.*)$/s.exec(line.trim()))
  const code = Number(lines[0]?.[1])
  if (!(code >= 200 && code <= 599)) return undefined
  return replyOf(
    code,
    lines.map((line) => line?.[2] ?? ''),
    host,
  )
}

/**
 * Makes a reply in the form to keep.
 *
 * @param texts texts of the reply's lines, without the code
 */
export function replyOf(code: number, texts: readonly string[], host: string): SmtpReply {
  const enhanced = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(texts[0] ?? '')?.[1] ?? null
  const text = texts
    .map((line) =>
      (enhanced !== null && line.startsWith(enhanced) ? line.slice(enhanced.length) : line).trim(),
    )
    .filter((line) => line !== '')
    .join(' ')
  return { code, enhanced_code: enhanced, text: printableLine(text, longestText), host: printableLine(host) }
}
