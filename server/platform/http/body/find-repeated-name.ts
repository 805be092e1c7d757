/**
 * Finds a name that occurs twice in one object of a JSON text, whatever its escaping.
 *
 * @param json valid JSON in which an object has a name twice
 * @returns the first name that repeats an earlier one
 * @throws Error if no name is repeated
 */
export function findRepeatedName(json: string): string {
  /** The names of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let string = ''
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case '"': {
        const end = endOfString(json, index)
        string = json.slice(index, end)
        index = end - 1
        break
      }
      case '{':
        open.push(new Set())
        break
      case '[':
        open.push(undefined)
        break
      case '}':
      case ']':
        open.pop()
        break
      case ':': {
        const name = JSON.parse(string) as string
        const names = open.at(-1)
        if (names?.has(name) === true) return name
        names?.add(name)
      }
    }
  }
  throw new Error('no object has a name twice')
}

/** Returns the index after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let index = start + 1
  while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1
  return index + 1
}
