import { TimeSlice } from '../../mail/time/time-slice.js'
import { bufferSource, type MailSource } from '../../mail/mime/mail-source.js'
import { parseMail } from '../../mail/mime/parse-mail.js'
import { parseLimits, type ParsedMail } from '../../mail/mime/parsed-mail.js'
import { isSealed } from '../../mail/mime/sealed.js'
import { decodeRange } from '../../mail/mime/transfer-decoding.js'
import { walkMail, type MailPart, type WalkedMail } from '../../mail/mime/walk-mail.js'
import { ApiError, refusedValue } from '../../platform/http/errors.js'

/** A file of a submitted message. */
export interface SubmittedFile {
  readonly filename: string | null
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  /** In base64. */
  readonly content: string
}

/** A submitted message taken apart. */
export interface SubmittedMail {
  readonly mail: ParsedMail
  readonly files: readonly SubmittedFile[]
  /** Its MIME entity in base64, where what it says would be lost if it were written anew; else undefined. */
  readonly entity: string | undefined
}

/**
 * Takes a message apart. It is a customer's own, so this process reads it; other requests have their turn in between.
 *
 * @throws ApiError 413 `payload_too_large`, 422 `validation_failed` where it is signed or encrypted and cannot be
 *   passed on byte for byte
 */
export async function readSubmittedMail(bytes: Buffer): Promise<SubmittedMail> {
  const source = pacedSource(bytes)
  const walked = await walkMail(source)
  const mail = await parseMail(source, walked, { hostname: '' })
  if (mail.truncated) throw tooMuch()
  const entity = entityToKeep(bytes, walked)
  return { mail, files: entity === undefined ? await filesOf(source, mail) : [], entity }
}

function tooMuch(): ApiError {
  const { textBytes, headerBytes, attachments } = parseLimits
  const limits = `${textBytes / 1024 / 1024} MiB of text or of HTML, ${attachments} attachments, or a header of ${headerBytes / 1024} KiB`
  return new ApiError('payload_too_large', `The message has more than ${limits}.`)
}

/** The same source, which lets others have their turn. */
function pacedSource(bytes: Buffer): MailSource {
  const source = bufferSource(bytes)
  const slice = new TimeSlice()
  return {
    size: source.size,
    async *read(begin, end) {
      for await (const chunk of source.read(begin, end)) {
        yield chunk
        await slice.pause()
      }
    },
  }
}

async function filesOf(source: MailSource, { attachments }: ParsedMail): Promise<SubmittedFile[]> {
  const files: SubmittedFile[] = []
  for (const { begin, end, encoding, ...file } of attachments) {
    const chunks: Uint8Array[] = []
    for await (const chunk of decodeRange(source.read(begin, end), encoding)) chunks.push(chunk)
    files.push({ ...file, content: Buffer.concat(chunks).toString('base64') })
  }
  return files
}

/**
 * What the API has no place for: another form of the same text that readers know, such as an invitation (RFC 6047), and a
 * message within the message, or a report of one.
 */
function hasNoPlace({ parent, type }: MailPart): boolean {
  const isOtherForm = parent === 'alternative' && type !== 'text/plain' && type !== 'text/html'
  return isOtherForm || type.startsWith('message/')
}

/**
 * The MIME entity of a message that is to be kept byte for byte: one that is signed or encrypted, and one with a part that
 * the API has no place for, where it can be passed on.
 */
function entityToKeep(bytes: Buffer, { parts, raw, body }: WalkedMail): string | undefined {
  const hasSeal = parts.some(isSealed)
  if (!hasSeal && !parts.some(hasNoPlace)) return undefined
  const fields = raw?.fields.filter(({ key }) => key.startsWith('content-')) ?? []
  const header = fields.map(({ name, value }) => `${name}:${value}\r\n`).join('')
  const entity = Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), bytes.subarray(body)])
  if (isWire(entity)) return entity.toString('base64')
  if (!hasSeal) return undefined
  throw refusedValue(
    '/message',
    'not_7bit',
    'is signed or encrypted, so it must be 7-bit with CRLF line ends and lines of at most 998 characters',
  )
}

const [lf, cr] = [0x0a, 0x0d]
/** Without its line end (RFC 5322, section 2.1.1). */
const longestLine = 998

/** Whether bytes pass any mail server as they are (RFC 5321, section 2.3.8; RFC 2045, section 2.7). */
function isWire(bytes: Uint8Array): boolean {
  let lineBegin = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === 0 || byte > 0x7e || (byte === lf) !== (bytes[at - 1] === cr)) return false
    if (byte !== lf) continue
    if (at - 1 - lineBegin > longestLine) return false
    lineBegin = at + 1
  }
  return lineBegin === bytes.length
}
