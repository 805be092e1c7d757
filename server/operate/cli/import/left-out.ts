/** What is left out of an export, by field and reason: nothing is lost without a word. */
export interface LeftOutField {
  readonly file: string
  /** The column, with the member of JSON after a dot; null where it is the whole line. */
  readonly field: string | null
  readonly why: string
  count: number
  /** The first of them. */
  readonly lines: number[]
}

/** How many lines of a field are named. */
const maxLines = 3
/** How many fields are named, of those that people have made up. */
const maxFields = 100

/** Counts what is left out, with the first lines of each. */
export class LeftOut {
  readonly #fields = new Map<string, LeftOutField>()

  add(file: string, field: string | null, why: string, line: number): void {
    const whole = JSON.stringify([file, field, why])
    const isNew = !this.#fields.has(whole)
    // A file whose JSON has a name of its own in each line must not fill memory.
    const named = isNew && this.#fields.size >= maxFields ? null : field
    const key = named === field ? whole : JSON.stringify([file, null, 'other fields'])
    const found = this.#fields.get(key) ?? {
      file,
      field: named,
      why: named === field ? why : 'other fields',
      count: 0,
      lines: [],
    }
    this.#fields.set(key, found)
    found.count += 1
    if (found.lines.length < maxLines) found.lines.push(line)
  }

  get fields(): readonly LeftOutField[] {
    return [...this.#fields.values()]
  }
}
