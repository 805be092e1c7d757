/** A field that was left out of an export, with the reason: nothing is lost silently. */
export interface LeftOutField {
  readonly file: string
  /** Column, with the member of JSON after a dot; null if the whole line is left out. */
  readonly field: string | null
  readonly why: string
  count: number
  /** Numbers of the first lines in which it was left out. */
  readonly lines: number[]
}

/** Number of lines that are named for a field. */
const maxLines = 3
/** Number of fields that are named, since people can make up any number. */
const maxFields = 100

/** Counts what is left out, with the first lines of each field. */
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
