import { expect, test } from 'vitest'
import { decidingPath } from '../../../../../server/product/programs/campaigns/release/decide.js'

/** The node of a rule that decides about a contact. */

type Node = Parameters<typeof decidingPath>[0][number]

/** `+` is true, `-` is false. */
function nodesOf(lines: readonly string[]): Node[] {
  return lines.map((line) => {
    const path = line.slice(1)
    const kind = path.slice(path.lastIndexOf('/') + 1) as Node['kind']
    return { path, kind, result: line.startsWith('+'), reason: null, actual: null }
  })
}

test.each<[string, string[], string | null]>([
  ['a condition alone', ['-/property'], '/property'],
  ['the first that fails', ['-/all', '+/all/0/property', '-/all/1/event', '-/all/2/list'], '/all/1/event'],
  ['the first that holds', ['+/any', '-/any/0/property', '+/any/1/event'], '/any/1/event'],
  ['what is excepted', ['-/all', '+/all/0/property', '-/all/1/not', '+/all/1/not/list'], '/all/1/not/list'],
  [
    'an exception that lets through',
    ['+/not', '-/not/all', '+/not/all/0/event', '-/not/all/1/list'],
    '/not/all/1/list',
  ],
  [
    'another segment',
    ['-/segment', '-/segment/any', '-/segment/any/0/property', '-/segment/any/1/property'],
    '/segment/any/0/property',
  ],
  [
    'more than ten parts',
    ['-/all', ...Array.from({ length: 11 }, (_, at) => `+/all/${at}/list`), '-/all/11/list'],
    '/all/11/list',
  ],
  ['nothing to explain', [], null],
])('%s', (_, lines, path) => {
  expect(decidingPath(nodesOf(lines))).toBe(path)
})
