import { bufferSource, type MailSource } from '../../../server/mail/mime/mail-source.js'
import { parseMail } from '../../../server/mail/mime/parse-mail.js'
import { walkMail } from '../../../server/mail/mime/body/walk-mail.js'
import type { ParsedAttachment, ParsedMail } from '../../../server/mail/mime/parsed-mail.js'
import { decodeRange } from '../../../server/mail/mime/body/transfer-decoding.js'

/** @param chunk the size of the pieces that it is read in */
export function read(raw: Buffer, chunk?: number, sender?: string): Promise<ParsedMail> {
  return readFrom(bufferSource(raw, chunk), sender)
}

export async function readFrom(source: MailSource, sender?: string): Promise<ParsedMail> {
  return parseMail(source, await walkMail(source), { hostname: 'mx.in.example', sender })
}

/** @param mail a character for each byte */
export function readText(mail: string, sender?: string): Promise<ParsedMail> {
  return read(Buffer.from(mail, 'latin1'), undefined, sender)
}

/** The bytes of an attachment, as they are served. */
export async function contentOf(
  raw: Buffer,
  { begin, end, encoding }: ParsedAttachment,
  chunk?: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const piece of decodeRange(bufferSource(raw, chunk).read(begin, end), encoding))
    chunks.push(piece)
  return Buffer.concat(chunks)
}
