/** One `name=value` of a record, without the white space around it. */
export interface Tag {
  /** Name in lower case: case makes no difference to RFC 9989. */
  readonly name: string
  readonly value: string
}

/** Beginning of a DMARC policy record, as RFC 9989 (section 4.7) defines it. */
const version = /^v[ \t]*=[ \t]*(DMARC1)[ \t]*(?:;|$)/i

/**
 * Returns whether a text is a DMARC record for receivers: the version comes first and is written in capitals (RFC
 * 9989, section 4.8). Anything else at the name is ignored.
 */
export function isDmarcRecord(text: string): boolean {
  return version.exec(text)?.[1] === 'DMARC1'
}

/** Returns whether somebody meant a text to be a DMARC record, though receivers ignore it. */
export function looksLikeDmarc(text: string): boolean {
  return !isDmarcRecord(text) && /^[\s"'\\]*v\s*[=:]\s*["']?dmarc/i.test(text)
}

/** Splits the record into tags (RFC 9989, section 4.8). Pieces that are not tags are in `malformed`. */
export function splitTags(text: string): { tags: Tag[]; malformed: string[] } {
  const tags: Tag[] = []
  const malformed: string[] = []
  for (const piece of text.split(';')) {
    const trimmed = withoutBlanks(piece)
    if (trimmed === '') continue
    const at = trimmed.indexOf('=')
    const name = trimmed.slice(0, Math.max(at, 0)).trimEnd().toLowerCase()
    const value = trimmed.slice(at + 1).trimStart()
    if (/^[a-z][a-z0-9_]*$/.test(name) && value !== '') tags.push({ name, value })
    else malformed.push(trimmed)
  }
  return { tags, malformed }
}

/** Returns a text without spaces and tabs around it. A pattern for that would take very long over many of them. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t'
  let start = 0
  let end = text.length
  while (start < end && isBlank(start)) start += 1
  while (end > start && isBlank(end - 1)) end -= 1
  return text.slice(start, end)
}
