import { endsLine, isSevenBit, toSevenBit } from '../../mail/compose/seven-bit.js'
import { pacedSource, type MailSource } from '../../mail/mime/mail-source.js'
import { parseMail } from '../../mail/mime/parse-mail.js'
import { parseLimits, type ParsedMail } from '../../mail/mime/parsed-mail.js'
import { readParameterized } from '../../mail/mime/header/parameters.js'
import { readRawHeader, type RawField } from '../../mail/mime/header/raw-header.js'
import { isSealed } from '../../mail/mime/sealed.js'
import { decodeRange } from '../../mail/mime/body/transfer-decoding.js'
import { walkMail, type MailPart, type WalkedMail } from '../../mail/mime/body/walk-mail.js'
import { ApiError, refusedValue } from '../../platform/http/errors/api-error.js'

/** A file of a submitted message. */
export interface SubmittedFile {
  readonly filename: string | null
  /** Media type with its parameters. */
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  /** Content in base64. */
  readonly content: string
}

/** A submitted message taken apart. */
export interface SubmittedMail {
  readonly mail: ParsedMail
  readonly files: readonly SubmittedFile[]
  /** The MIME entity in base64, if writing the message anew would lose some of it; else undefined. */
  readonly entity: string | undefined
}

/**
 * Takes a message apart. It is a customer's own, so this process reads it; other requests have their turn in between.
 *
 * @throws ApiError 413 `payload_too_large`, 422 `validation_failed` if it is signed or encrypted and cannot be
 *   passed on byte for byte
 */
export async function readSubmittedMail(bytes: Buffer): Promise<SubmittedMail> {
  const source = pacedSource(bytes)
  const walked = await walkMail(source)
  const mail = await parseMail(source, walked, { hostname: '' })
  if (mail.truncated) throw tooMuch()
  const entity = await entityToKeep(bytes, walked)
  return { mail, files: entity === undefined ? await filesOf(bytes, source, mail, walked) : [], entity }
}

function tooMuch(): ApiError {
  const { textBytes, headerBytes, attachments } = parseLimits
  const limits = `${textBytes / 1024 / 1024} MiB of text or of HTML, ${attachments} attachments, or a header of ${headerBytes / 1024} KiB`
  return new ApiError('payload_too_large', `The message has more than ${limits}.`)
}

async function filesOf(
  bytes: Buffer,
  source: MailSource,
  { attachments }: ParsedMail,
  { parts }: WalkedMail,
): Promise<SubmittedFile[]> {
  const byBegin = new Map(parts.map((part) => [part.begin, part]))
  const files: SubmittedFile[] = []
  for (const { begin, end, encoding, contentType, ...file } of attachments) {
    const chunks: Uint8Array[] = []
    for await (const chunk of decodeRange(source.read(begin, end), encoding)) chunks.push(chunk)
    const head = byBegin.get(begin)?.head ?? begin
    files.push({
      ...file,
      contentType: withParameters(contentType, bytes.subarray(head, begin)),
      content: Buffer.concat(chunks).toString('base64'),
    })
  }
  return files
}

/** Longest media type with its parameters that the API takes, in characters. */
const longestType = 255
const parameterName = /^[a-z0-9!#$&^_.+-]+$/
const parameterValue = /^[ !#-[\]-~]*$/

/** Returns a media type with the parameters in the header of the part, as far as the API has a place for them. */
function withParameters(type: string, header: Buffer): string {
  const { fields } = readRawHeader(header)
  const field = fields.find(({ key, value }) => key === 'content-type' && value.trim() !== '')
  const { value, parameters } = readParameterized(field?.value.replaceAll('\r\n', '') ?? '')
  if (value !== type) return type
  let whole = type
  for (const [name, text] of parameters) {
    if (name === 'name' || !parameterName.test(name) || !parameterValue.test(text)) continue
    const more = `; ${name}="${text}"`
    if (whole.length + more.length <= longestType) whole += more
  }
  return whole
}

/**
 * Returns whether the API has no place for a part: another form of the same text that readers know, such as an
 * invitation (RFC 6047), a part that is neither text nor a file, and a message within the message, or a report of
 * one.
 */
function hasNoPlace(part: MailPart, _: number, all: readonly MailPart[]): boolean {
  const { parent, type, filename, disposition, contentId } = part
  const isText = type === 'text/plain' || type === 'text/html'
  if (type.startsWith('message/') || !usualParents.has(parent)) return true
  if (parent === 'alternative') return !isText || all.some((other) => isSecondForm(other, part))
  return !isText && filename === null && disposition !== 'attachment' && contentId === null
}

const usualParents: ReadonlySet<string | undefined> = new Set([undefined, 'mixed', 'alternative', 'related'])

/**
 * Returns whether two parts are forms of one text in the same type: readers show one of them, and the API would join
 * them.
 */
function isSecondForm(one: MailPart, other: MailPart): boolean {
  return one !== other && one.parent === 'alternative' && one.type === other.type
}

/**
 * Returns the MIME entity of a message that is kept as it is: a signed or encrypted message, to the byte, or one with
 * a part that the API has no place for, re-encoded if it is not 7-bit.
 *
 * @throws ApiError 422 `validation_failed` if it cannot be passed on
 */
async function entityToKeep(bytes: Buffer, walked: WalkedMail): Promise<string | undefined> {
  const { parts, raw, body } = walked
  const sealed = parts.some(isSealed)
  if (!sealed && !parts.some(hasNoPlace)) return undefined
  const fields = raw?.fields.filter(isOfEntity) ?? []
  const header = fields.map(({ name, value }) => `${name}:${value}\r\n`).join('')
  const entity = Buffer.concat([Buffer.from(`${header}\r\n`, 'latin1'), bytes.subarray(body)])
  if (isSevenBit(entity) && endsLine(entity)) return entity.toString('base64')
  const again = sealed ? undefined : await toSevenBit(bytes, walked, isOfEntity)
  if (again !== undefined) return again.toString('base64')
  throw refusedValue(
    '/message',
    'characters',
    sealed
      ? 'is signed or encrypted, so it must be 7-bit with CRLF line ends and lines of at most 998 characters'
      : 'has a part that cannot be re-encoded, so it must be 7-bit with CRLF line ends and lines of at most 998 characters',
  )
}

function isOfEntity({ key }: RawField): boolean {
  return key.startsWith('content-')
}
