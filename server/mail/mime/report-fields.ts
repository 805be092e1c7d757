/** The fields of one group by their names in lower case, each with its values in order. */
export type Fields = ReadonlyMap<string, readonly string[]>

/** More than any report has. What comes behind is not read. */
const maxGroups = 100
const maxFields = 10_000
const longestValue = 4000

/**
 * Reads groups of header fields with empty lines between them, as the machine's part of a report has them
 * (RFC 3464, section 2.1). Folded lines are joined. What is no field is passed over.
 */
export function readGroups(text: string): Fields[] {
  const groups: Map<string, string[]>[] = []
  let group: Map<string, string[]> | undefined
  let values: string[] | undefined
  let fields = 0
  for (const whole of text.split(/\r\n|\r|\n/)) {
    const line = whole.slice(0, longestValue)
    if (line.trim() === '') {
      group = values = undefined
      continue
    }
    const [, name, value = ''] = /^([!-9;-~]+)[ \t]*:(.*)$/s.exec(line) ?? []
    const last = values?.at(-1)
    if (/^[ \t]/.test(line)) {
      if (values !== undefined && last !== undefined && last.length < longestValue)
        values[values.length - 1] = `${last} ${line.trim()}`.trim()
    } else if (name !== undefined) {
      fields += 1
      if (fields > maxFields || (group === undefined && groups.length === maxGroups)) break
      if (group === undefined) groups.push((group = new Map<string, string[]>()))
      values = group.get(name.toLowerCase()) ?? []
      values.push(value.trim())
      group.set(name.toLowerCase(), values)
    }
  }
  return groups
}

/** The fields of a message's header: those before its first empty line. */
export function readHeader(message: string): Fields {
  return readGroups(message)[0] ?? new Map<string, string[]>()
}

/** The first value of a field, or undefined where it is not there or empty. */
export function valueOf(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.find((value) => value !== '')
}
