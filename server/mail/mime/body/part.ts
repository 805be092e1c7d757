import type { RawField } from '../header/raw-header.js'
import { decodeWords } from '../header/encoded-words.js'
import { attachmentName } from './filename.js'
import type { HeaderField } from '../header/header-fields.js'
import { readParameterized } from '../header/parameters.js'
import type { TransferEncoding } from '../parsed-mail.js'

/** Facts about a part's body in the part's header (RFC 2045 and 2183). */
export interface PartDescription {
  /** Media type in lower case. A value that is not a media type counts as plain text (RFC 2045, section 5.2). */
  readonly type: string
  /** Boundary of a multipart, its bytes as characters; undefined for other parts. */
  readonly boundary: string | undefined
  readonly charset: string | undefined
  /** Flow of text in paragraphs (RFC 3676); `delsp` if the space at the end of a line is no part of it. */
  readonly flowed: 'no' | 'yes' | 'delsp'
  readonly encoding: TransferEncoding
  /** Disposition in lower case, empty if there is none. */
  readonly disposition: string
  readonly filename: string | null
  readonly contentId: string | null
}

const longest = { boundary: 1024, type: 255, charset: 60, contentId: 998 }
const mediaType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/

/**
 * @param raw the same fields as bytes
 * @param defaultType type of a part that names none: `message/rfc822` in a digest (RFC 2046, section 5.1.5)
 */
export function describePart(
  fields: readonly HeaderField[],
  raw: readonly RawField[],
  defaultType: string,
): PartDescription {
  let [contentType, disposition, encoding, contentId]: (string | undefined)[] = []
  // Of several fields the first with a value counts.
  for (const { name, value } of fields) {
    if (!/^content-/i.test(name)) continue
    const lower = name.toLowerCase()
    if (lower === 'content-type') contentType ||= value
    else if (lower === 'content-disposition') disposition ||= value
    else if (lower === 'content-transfer-encoding') encoding ||= value
    else if (lower === 'content-id') contentId ||= value
  }
  const { value, parameters } = readParameterized(mended(contentType || defaultType))
  const { value: disposed, parameters: more } = readParameterized(disposition ?? '')
  const [media = ''] = value.split(/[ \t]/, 1)
  const declared = media.length <= longest.type && mediaType.test(media) ? media : 'text/plain'
  const boundary = declared.startsWith('multipart/') ? boundaryIn(raw) : undefined
  const filename = more.get('filename') || parameters.get('name')
  const charset = parameters.get('charset')
  return {
    // Without a boundary it cannot have parts.
    type: detached(declared.startsWith('multipart/') && boundary === undefined ? 'text/plain' : declared),
    boundary,
    charset: charset === undefined ? undefined : detached(charset.slice(0, longest.charset)),
    flowed: flowedOf(parameters),
    encoding: encodingOf(encoding),
    disposition: detached(disposed.slice(0, longest.charset)),
    filename: filename ? attachmentName(decodeWords(filename)) : null,
    contentId: contentId ? identifierOf(contentId) : null,
  }
}

/** Corrects a media type in quotes, or with a comma or a blank in place of the semicolon. */
function mended(contentType: string): string {
  return contentType.replace(
    /^\s*["']?([^\s;,:"'()]+\/[^\s;,:"'()]+)["']?(\s*[,:]\s*|\s+(?=[\w*-]+\s*=))?/,
    (_, media: string, separator: string | undefined) => (separator === undefined ? media : `${media}; `),
  )
}

/** Returns the boundary's bytes, whatever the charset of the header. */
function boundaryIn(raw: readonly RawField[]): string | undefined {
  const field = raw.find(({ key, value }) => key === 'content-type' && value.trim() !== '')
  const text = mended(field?.value.replaceAll('\r\n', '') ?? '')
  const parameter = (readParameterized(text).parameters.get('boundary') ?? '').trimEnd()
  // Only a quoted boundary contains blanks.
  const isQuoted = /boundary[ \t]*=[ \t]*"/i.test(text)
  const boundary = isQuoted ? parameter : (parameter.split(/[ \t]/, 1)[0] ?? '')
  return boundary.length > 0 && boundary.length <= longest.boundary ? detached(boundary, 'latin1') : undefined
}

function flowedOf(parameters: ReadonlyMap<string, string>): PartDescription['flowed'] {
  if (!/^flowed$/i.test(parameters.get('format') ?? '')) return 'no'
  return /^yes$/i.test(parameters.get('delsp') ?? '') ? 'delsp' : 'yes'
}

function encodingOf(field: string | undefined): TransferEncoding {
  if (field === undefined) return 'identity'
  const token = /[\w-]+/.exec(readParameterized(field).value)?.[0] ?? ''
  if (token === 'base64' || token === 'quoted-printable') return token
  return 'identity'
}

function identifierOf(field: string): string | null {
  const inner = /^[^<]{0,998}<([^<>]{1,998})>/.exec(field)?.[1] ?? field
  const id = inner
    .replace(/[\p{Cc}\s<>]+/gu, ' ')
    .trim()
    .slice(0, longest.contentId)
  return id === '' ? null : detached(id)
}

/**
 * Returns a copy of a text: a slice of a string keeps the whole in memory, and a message can have many large headers.
 */
function detached(text: string, encoding: BufferEncoding = 'utf8'): string {
  return Buffer.from(text, encoding).toString(encoding)
}
