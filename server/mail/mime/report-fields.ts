/** The fields of one group by their names in lower case, each with its values in order. */
export type Fields = ReadonlyMap<string, readonly string[]>

/** Largest number of groups, more than any report has. Further ones are not read. */
const maxGroups = 100
const maxFields = 10_000
const longestValue = 4000

/**
 * Reads groups of header fields with empty lines between them, as in the machine's part of a report (RFC 3464,
 * section 2.1). Folded lines are joined. Lines that are not fields are skipped.
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

/** Reads the fields of a message's header: those before its first empty line. */
export function readHeader(message: string): Fields {
  return readGroups(message)[0] ?? new Map<string, string[]>()
}

/** Returns the first value of a field, or undefined if the field is absent or empty. */
export function valueOf(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.find((value) => value !== '')
}
