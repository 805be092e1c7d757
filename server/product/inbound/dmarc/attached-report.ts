import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { mayBeReport, tellingBytes } from '../../domains/dmarc/reports/format.js'
import type { MailSource } from '../../../mail/mime/mail-source.js'
import { decodeRange } from '../../../mail/mime/body/transfer-decoding.js'
import type { MailPart, WalkedMail } from '../../../mail/mime/body/walk-mail.js'

/** Most parts of a message that are looked at; the mail of no reporter has more. */
const maxParts = 50

/** The report in a reporter's mail, without its prose. */
export interface AttachedReport {
  /** The bytes of the possible report, or the absolute path of the file that holds them. */
  readonly content: Uint8Array | string
  /** True if its media type is that of TLS reports (RFC 8460, section 6). */
  readonly isCalledTls: boolean
  /** True if another part may be a report too. */
  readonly isOneOfSeveral: boolean
}

/**
 * Finds the parts of a message that may be a DMARC or TLS report, by their bytes: reporters call it
 * `application/octet-stream` and what not. A message can be a report as a whole.
 */
export async function findReports(
  source: MailSource,
  { parts }: Pick<WalkedMail, 'parts'>,
): Promise<MailPart[]> {
  const found: MailPart[] = []
  for (const part of parts.slice(0, maxParts)) if (mayBeReport(await beginOf(source, part))) found.push(part)
  return found
}

/**
 * Takes the report out of a message.
 *
 * @param place place of the message: the report of one in memory stays in memory, that of one in a file is written
 *   into a file beside it
 * @returns undefined if there is none
 */
export async function takeOutReport(
  source: MailSource,
  walked: Pick<WalkedMail, 'parts'>,
  place: Uint8Array | string,
): Promise<AttachedReport | undefined> {
  const [part, ...others] = await findReports(source, walked)
  if (part === undefined) return undefined
  const about = {
    isCalledTls: /^application\/tlsrpt\+(gzip|json)$/.test(part.type),
    isOneOfSeveral: others.length > 0,
  }
  if (typeof place !== 'string') return { content: await contentOf(source, part), ...about }
  const content = reportFileOf(place)
  await pipeline(decoded(source, part), createWriteStream(content, { mode: 0o600 }))
  return { content, ...about }
}

/** Returns the path to which the report of a message in a file is extracted. */
export function reportFileOf(file: string): string {
  return `${file}.report`
}

/** Returns the decoded bytes of a part. */
export async function contentOf(source: MailSource, part: MailPart): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of decoded(source, part)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function beginOf(source: MailSource, part: MailPart): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of decoded(source, part)) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= tellingBytes) break
  }
  return Buffer.concat(chunks)
}

function decoded(source: MailSource, { begin, end, encoding }: MailPart): AsyncGenerator<Uint8Array> {
  return decodeRange(source.read(begin, end), encoding)
}
