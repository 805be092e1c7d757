/**
 * The fields of a header in relaxed canonicalization, by their names in lower case, each name's from the top
 * down.
 */
export type RelaxedFields = ReadonlyMap<string, readonly string[]>

/**
 * Reads the fields of a header and relaxes them (RFC 6376, section 3.4.2): the name in lower case, unfolded,
 * one space for each run of blanks, none at the ends. Text stands for bytes here, one character each
 * (latin1), whatever they mean.
 *
 * @param header without the blank line
 */
export function relaxedFields(header: string): RelaxedFields {
  const fields = new Map<string, string[]>()
  // A line that begins with a blank goes on with the field before it.
  for (const field of header.split(/\r\n(?![ \t])/)) {
    const colon = field.indexOf(':')
    if (colon < 0) continue
    const name = field.slice(0, colon).trimEnd().toLowerCase()
    const relaxed = `${name}:${relaxedValue(field.slice(colon + 1))}`
    const others = fields.get(name)
    if (others === undefined) fields.set(name, [relaxed])
    else others.push(relaxed)
  }
  return fields
}

function relaxedValue(value: string): string {
  return value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
}
