import { expect, test } from 'vitest'
import { diffLines, hunksOf, type DiffLine } from '../../../console/screens/versions/diff.js'

const signs = { same: ' ', added: '+', removed: '-' }
const written = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => `${signs[kind]}${text}`)
const textOf = (lines: readonly DiffLine[], without: DiffLine['kind']) =>
  lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n')

test('a difference has the fewest changed lines, in the order of reading', () => {
  expect(written(diffLines('a\nb\nc\nd', 'a\nc\nx\nd'))).toEqual([' a', '-b', ' c', '+x', ' d'])
  // The example of Myers' paper: ABCABBA to CBABAC takes five edits.
  const found = diffLines([...'ABCABBA'].join('\n'), [...'CBABAC'].join('\n'))
  expect(found.filter(({ kind }) => kind !== 'same')).toHaveLength(5)
  expect(textOf(found, 'added')).toBe([...'ABCABBA'].join('\n'))
  expect(textOf(found, 'removed')).toBe([...'CBABAC'].join('\n'))
})

test('texts that are empty or the same differ by all lines or by none', () => {
  expect(diffLines('', '')).toEqual([])
  expect(written(diffLines('', 'a\nb'))).toEqual(['+a', '+b'])
  expect(written(diffLines('a\nb', ''))).toEqual(['-a', '-b'])
  expect(written(diffLines('a\nb', 'a\nb'))).toEqual([' a', ' b'])
  // What a browser or an API makes of line breaks is no difference.
  expect(written(diffLines('a\r\nb', 'a\nb'))).toEqual([' a', ' b'])
})

test('from every difference both texts can be read again', () => {
  let seed = 7
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 300; round++) {
    const make = () => Array.from({ length: next(12) + 1 }, () => 'abc'[next(3)]).join('\n')
    const [before, after] = [make(), make()]
    const found = diffLines(before, after)
    expect(textOf(found, 'added')).toBe(before)
    expect(textOf(found, 'removed')).toBe(after)
  }
})

test('texts that share nothing in many lines count as replaced, and keep what they begin and end with', () => {
  const many = (word: string) => ['begin', ...Array.from({ length: 30_000 }, (_, i) => `${word} ${i}`), 'end']
  const found = diffLines(many('old').join('\n'), many('new').join('\n'))
  expect(found).toHaveLength(60_002)
  expect(found[0]).toEqual({ kind: 'same', text: 'begin' })
  expect(found[1]).toEqual({ kind: 'removed', text: 'old 0' })
  expect(found[30_001]).toEqual({ kind: 'added', text: 'new 0' })
  expect(found.at(-1)).toEqual({ kind: 'same', text: 'end' })
})

test('what is the same far from a change is counted, not shown', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`)
  const hunks = hunksOf(diffLines(lines.join('\n'), lines.with(10, 'changed').join('\n')), 2)
  expect(hunks).toHaveLength(3)
  expect(hunks[0]).toBe(8)
  expect(written(hunks[1] as DiffLine[])).toEqual([
    ' line 8',
    ' line 9',
    '-line 10',
    '+changed',
    ' line 11',
    ' line 12',
  ])
  expect(hunks[2]).toBe(7)
  expect(hunksOf(diffLines('a', 'a'))).toEqual([1])
})
