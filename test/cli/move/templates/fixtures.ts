import { readFileSync } from 'node:fs'
import type { Dialect } from '../../../../cli/src/move/templates/convert.js'

/** A template of another service, with values for it. */
export interface Sample {
  readonly name: string
  readonly dialect: Dialect
  readonly values: Readonly<Record<string, unknown>>
  readonly source: string
  /** The result; undefined where an implementation of the language tells it. */
  readonly expected: string | undefined
}

/** Reads the samples of a dialect from the folder `fixtures`. */
export function samplesOf(dialect: Dialect): Sample[] {
  const file = readFileSync(new URL(`fixtures/${dialect}.txt`, import.meta.url), 'utf8')
  return file
    .slice('=== '.length)
    .replace(/\n$/, '')
    .split('\n=== ')
    .map((sample) => {
      const [head = '', rest = ''] = splitAt(sample, '\n---\n')
      const [name = '', values = ''] = splitAt(head, '\n')
      const [source = '', expected] = splitAt(rest, '\n--- expected\n')
      return { name, dialect, values: JSON.parse(values) as Sample['values'], source, expected }
    })
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
