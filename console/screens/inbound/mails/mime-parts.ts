/** A part of a mail (RFC 2045), with the parts inside it. */
export interface MimePart {
  /** Media type, such as `text/plain`. */
  readonly type: string
  readonly name: string | undefined
  /** Size of the encoded body, in bytes. */
  readonly bytes: number
  /** Transfer encoding, if it changes the size. */
  readonly encoding: string | undefined
  readonly parts: readonly MimePart[]
}

/** Maximum depth of the examined parts, and maximum number of parts in each. */
const most = { depth: 10, parts: 200 }

/**
 * Returns the tree of a mail's parts, by their boundaries. Nothing is decoded.
 *
 * @param source text with one character for each byte
 */
export function partsOf(source: string, depth = 0): MimePart {
  const end = /\r?\n\r?\n/.exec(source)
  const startsAtOnce = /^\r?\n/.exec(source)
  const head = startsAtOnce ? '' : source.slice(0, end?.index ?? source.length)
  const body = startsAtOnce
    ? source.slice(startsAtOnce[0].length)
    : end === null
      ? ''
      : source.slice(end.index + end[0].length)
  const fields = head.replaceAll(/\r?\n[ \t]+/g, ' ')
  const contentType = fieldOf(fields, 'content-type') ?? 'text/plain'
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const encoding = fieldOf(fields, 'content-transfer-encoding')?.trim().toLowerCase()
  const boundary = type.startsWith('multipart/') ? parameterOf(contentType, 'boundary') : undefined
  return {
    type,
    name:
      parameterOf(fieldOf(fields, 'content-disposition') ?? '', 'filename') ??
      parameterOf(contentType, 'name'),
    bytes: body.length,
    encoding: encoding === 'base64' || encoding === 'quoted-printable' ? encoding : undefined,
    parts:
      boundary === undefined || depth >= most.depth
        ? []
        : between(body, boundary).map((part) => partsOf(part, depth + 1)),
  }
}

function fieldOf(fields: string, name: string): string | undefined {
  return new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(fields)?.[1]?.trim()
}

/** Returns a parameter of a header field, which may have the form of RFC 2231. */
function parameterOf(field: string, name: string): string | undefined {
  const plain = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(field)
  if (plain) return plain[1] ?? plain[2]
  // The parameter is in one piece, or in several numbered ones.
  const pieces = field.matchAll(
    new RegExp(`;\\s*${name}\\*(?:\\d+\\*?)?\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'gi'),
  )
  const encoded = [...pieces].map(([, quoted, bare]) => quoted ?? bare ?? '').join('')
  if (encoded === '') return undefined
  const value = encoded.replace(/^[^']*'[^']*'/, '')
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Returns the texts between the lines of a boundary (RFC 2046, section 5.1.1). */
function between(body: string, boundary: string): string[] {
  const line = new RegExp(`\\n--${boundary.replaceAll(/[^\w]/g, '\\$&')}(--)?[ \\t\\r]*(?=\\n|$)`, 'g')
  const text = `\n${body}`
  const found: string[] = []
  let begin: number | undefined
  for (const { 0: whole, 1: isLast, index } of text.matchAll(line)) {
    // The line break ahead of a boundary belongs to it.
    if (begin !== undefined) found.push(text.slice(begin, index).replace(/\r$/, ''))
    if (isLast !== undefined || found.length >= most.parts) return found
    begin = index + whole.length + 1
  }
  // If the closing boundary is missing, the last part ends with the text.
  if (begin !== undefined) found.push(text.slice(begin))
  return found
}
