import { expect, test } from 'vitest'
import { asAscii } from '../../scripts/build/ascii.js'

/** Evaluates a source as JavaScript. */
const valueOf = (source: string) => (0, eval)(source) as unknown

test.each([
  ['a string', `'é – 写 😀'`],
  ['a template', '`é ${1 + 1} 写 😀`'],
  ['a tagged template', '((strings) => strings[0])`é 写 😀`'],
  ['a name', '(() => { const größe = 3; return größe })()'],
  ['a raw template', 'String.raw`é 写`'],
  ['a letter after a backslash', `'\\é\\写'`],
])('%s means the same in ASCII', (_what, source) => {
  expect(valueOf(asAscii(source))).toBe(valueOf(source))
})

test.each([
  ['/[>＞]/g', ['>', '＞', '<']],
  ['/^[😀-😂]$/u', ['😁', '😃', '\ud83d']],
  ['/写道|書きました/iu', ['写道', '写']],
])('%s finds the same in ASCII', (source, texts) => {
  const [given, escaped] = [valueOf(source), valueOf(asAscii(source))] as RegExp[]
  const found = (expression: RegExp | undefined) => texts.map((text) => text.match(expression ?? ''))
  expect(escaped?.source).toMatch(/^\p{ASCII}+$/u)
  expect(found(escaped)).toEqual(found(given))
})
