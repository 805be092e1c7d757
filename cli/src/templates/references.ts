/** A template that a Liquid tag names: `{% layout 'base' %}`, `{% render 'button' %}`. */
export interface Reference {
  readonly name: string
  /** The start position of the name in the text, between its quotes. */
  readonly start: number
  readonly end: number
}

const id = /^tpl_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Returns whether a text is a template id. */
export function isTemplateId(text: string): boolean {
  return id.test(text)
}

/** Yields the references in a text, in order. Ignores tags within `raw` and `comment`. */
export function* referencesIn(text: string): Generator<Reference> {
  const opening = /\{\{|\{%-?\s*([a-z]+)/g
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [, tag] = found
    const behind = opening.lastIndex
    if (tag === 'raw' || tag === 'comment') {
      opening.lastIndex = endOf(text, new RegExp(`\\{%-?\\s*end${tag}\\b`, 'g'), behind)
      continue
    }
    if (tag === 'layout' || tag === 'render') {
      const named = /\s+(['"])([^'"\r\n]*)\1/y
      named.lastIndex = behind
      const [, , name] = named.exec(text) ?? []
      if (name !== undefined)
        yield { name, start: named.lastIndex - 1 - name.length, end: named.lastIndex - 1 }
    }
    opening.lastIndex = endOf(text, tag === undefined ? /\}\}/g : /%\}/g, behind)
  }
}

function endOf(text: string, end: RegExp, from: number): number {
  end.lastIndex = from
  return end.exec(text) === null ? text.length : end.lastIndex
}

/** Returns the text with renamed references. Keeps a reference that has no new name. */
export function renamed(text: string, nameFor: (name: string) => string | undefined): string {
  let result = ''
  let at = 0
  for (const { name, start, end } of referencesIn(text)) {
    result += text.slice(at, start) + (nameFor(name) ?? name)
    at = end
  }
  return result + text.slice(at)
}

/**
 * Converts a column of a text with renamed references to the column in the original text. Names have no line breaks,
 * so the lines stay the same.
 *
 * @param line counted from 1, like `column`
 */
export function columnBefore(
  text: string,
  nameFor: (name: string) => string | undefined,
  line: number,
  column: number,
): number {
  const own = text.split('\n')[line - 1] ?? ''
  const begin = text.split('\n', line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  let before = column - 1
  for (const { name, start, end } of referencesIn(text)) {
    if (start < begin || end > begin + own.length) continue
    const longer = (nameFor(name) ?? name).length - name.length
    if (before > start - begin) before = Math.max(start - begin, before - longer)
  }
  return before + 1
}

/** Returns the line of a position in a text, from 1. */
export function lineOf(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}
