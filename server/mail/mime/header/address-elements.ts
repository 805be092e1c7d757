/**
 * Characters that begin strings, comments and angle brackets, in which separators may occur, with those that end
 * them.
 */
const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['(', ')'],
  ['<', '>'],
])

/**
 * Yields the elements of a list of addresses (RFC 5322, section 3.4), one after the other, so that no caller parses
 * more of them than it wants. Those of a group come among the others, and the name of the group is left out. A group
 * ends at the next semicolon, whatever contains that, and together with the groups within it. The time grows with the
 * length alone: the parser of addresses reads a list once for each group that is within another.
 */
export function* elementsOf(value: string): Generator<string, void> {
  let [begin, isGroup, end] = [0, false, value.length]
  let closer: string | undefined
  for (let at = 0; at <= value.length; at += 1) {
    const char = value[at]
    if (at === end) {
      yield value.slice(begin, at)
      ;[begin, isGroup, end] = [at + 1, false, value.length]
      closer = undefined
    } else if (closer !== undefined) {
      if (char === closer) closer = undefined
      // A character that a backslash escapes ends no quoted string.
      else if (closer === '"' && char === '\\' && at + 1 < end) at += 1
    } else if (char === ',' || char === ';') {
      yield value.slice(begin, at)
      begin = at + 1
    } else if (char === ':') {
      const semicolon = isGroup ? end : value.indexOf(';', at)
      ;[begin, isGroup, end] = [at + 1, true, semicolon === -1 ? value.length : semicolon]
    } else if (char !== undefined) closer = closers.get(char)
  }
}
