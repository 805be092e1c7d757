import { detectMimeType } from 'nodemailer/lib/mime-funcs'
import type { components } from '../../../../generated/api-types.js'
import { readParameterized } from '../../../mail/mime/header/parameters.js'
import { normalized } from '../../../../base/text/normalized.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'

/**
 * Returns base64 (RFC 4648, section 4) in its one form with padding, which the database decodes.
 *
 * Line breaks are removed: MIME's base64 has them (RFC 2045, section 6.8), and half of the libraries that callers use
 * write them. Nothing else is tolerated, above all not the other alphabet of section 5, whose file would come out as
 * another.
 *
 * @returns undefined if the text is not base64
 */
export function normalizeBase64(given: string): string | undefined {
  const text = /[\r\n]/.test(given) ? withoutLineBreaks(given) : given
  const data = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text
  if (data.length < text.length && text.length % 4 !== 0) return undefined
  // A group of one character holds less than a byte.
  if (data.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(data)) return undefined
  // Unused bits must be zero (section 3.5), or two texts would be one file.
  const last = data.at(-1) ?? 'A'
  if (data.length % 4 === 2 && !'AQgw'.includes(last)) return undefined
  if (data.length % 4 === 3 && !'AEIMQUYcgkosw048'.includes(last)) return undefined
  return data + '='.repeat((4 - (data.length % 4)) % 4)
}

/**
 * Returns a text without its line breaks. It works on bytes: a replacement in the text itself takes most of a second
 * if every fourth character is followed by a line break.
 *
 * @returns the unchanged text if it is not all ASCII, or has a CR without an LF
 */
function withoutLineBreaks(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length !== text.length) return text
  let end = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === lf || (byte === cr && bytes[at + 1] === lf)) continue
    bytes[end] = byte
    end += 1
  }
  return bytes.toString('latin1', 0, end)
}

const [cr, lf] = [0x0d, 0x0a]

/** Controls, characters that change the direction of text, and characters of no width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Joiners, which are allowed because emoji and letters of some scripts need them. */
const joiners = /[\u200c\u200d]/
const joinersAlone = /^[\u200c\u200d]*$/

/**
 * Returns the name that a reader sees and saves a file under: the last part of a path, of visible characters. Dots
 * and blanks at the end are removed, because Windows drops them, so that the kind of the file is what it looks like.
 *
 * @returns `attachment` if nothing is left
 */
export function cleanFilename(given: string): string {
  const last =
    given
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  const visible = normalized(last, 'NFC').replace(unseen, (character) =>
    joiners.test(character) ? character : '',
  )
  // Readers decode parts that look like an encoded-word (RFC 2047) in a file name, so it would become another name.
  const trimmed = visible
    .replaceAll('=?', '=_')
    .trim()
    .replace(/[.\s]+$/, '')
  return joinersAlone.test(trimmed) ? 'attachment' : trimmed
}

type Attachment = components['schemas']['Attachment']

/** An attachment that has passed every check. */
export interface NewAttachment {
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: components['schemas']['Disposition']
  /** Content in base64, with padding. */
  readonly content: string
}

/**
 * Types whose parts may not be in base64 (RFC 2045, section 6.4): the service has to write the inside of a multipart
 * itself.
 */
const composite = /^(multipart|message)\//i

/** A media type with parameters whose quoted strings need no escapes (RFC 2045, section 5.1). */
const contentType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*( *; *[a-z0-9!#$&^_.+-]+=([a-z0-9!#$&^_.+-]+|"[ !#-[\]-~]*"))*$/i

const isToken = /^[A-Za-z0-9!#$&^_.+-]+$/

const unknownType = 'application/octet-stream'

/**
 * Returns the attachments of a message in the form in which they are kept and sent.
 *
 * @param at JSON pointer to the message in the request
 * @throws ApiError 422 `validation_failed`
 */
export function admitAttachments(
  attachments: readonly Attachment[] | undefined,
  at: string,
): NewAttachment[] {
  const contentIds = new Set<string>()
  return (attachments ?? []).map((attachment, index) => {
    const here = `${at}/attachments/${index}`
    const filename = cleanFilename(attachment.filename)
    const contentId = attachment.content_id ?? null
    if (contentId !== null && contentIds.has(contentId)) {
      throw refusedValue(`${here}/content_id`, 'duplicate', 'must not repeat that of an earlier attachment')
    }
    if (contentId !== null) contentIds.add(contentId)
    const content = normalizeBase64(attachment.content)
    if (content === undefined) {
      throw refusedValue(
        `${here}/content`,
        'base64',
        'must be base64 of the standard alphabet (RFC 4648, section 4)',
      )
    }
    return {
      filename,
      contentType: mediaTypeOf(attachment.content_type, filename, here),
      contentId,
      disposition: attachment.disposition ?? (contentId === null ? 'attachment' : 'inline'),
      content,
    }
  })
}

function mediaTypeOf(given: string | undefined, filename: string, at: string): string {
  if (given === undefined) {
    const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase()
    const usual = extension === undefined ? unknownType : detectMimeType(extension)
    return composite.test(usual) ? unknownType : usual
  }
  if (!contentType.test(given)) {
    throw refusedValue(`${at}/content_type`, 'media_type', 'is not a media type such as application/pdf')
  }
  if (composite.test(given)) {
    throw refusedValue(
      `${at}/content_type`,
      'media_type',
      `must not be a multipart or message type: send such a file as ${unknownType}`,
    )
  }
  return canonicalType(given)
}

/** Returns one spelling for equal types and parameters, without the parameter for the name, which the file has. */
function canonicalType(given: string): string {
  const { value, parameters } = readParameterized(given)
  const words = [...parameters]
    .filter(([name]) => name !== 'name')
    .map(([name, text]) => `${name}=${isToken.test(text) ? text : `"${text}"`}`)
  return [value, ...words].join('; ')
}
