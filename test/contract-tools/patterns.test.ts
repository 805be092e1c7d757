import fc from 'fast-check'
import { expect, test } from 'vitest'
import { files, readJson } from '../../scripts/contract/files.js'

/**
 * The service matches the patterns of the contract against texts of strangers, cut at some hundred thousand
 * characters: what takes time by the square of the length would hold up everybody.
 */

const length = 20_000
const pieces = [...'aA09.:-_ @/=,;+%<"(é。', 'a.', '.a', ':a', 'a-', ',a', 'a@', '1.', '=a']
/** An end that no pattern lets a text have. */
const end = '\n @\u0000'

const patterns = new Set<string>()
function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inside] of Object.entries(value))
    if (key === 'pattern' && typeof inside === 'string') patterns.add(inside)
    else collect(inside)
}
collect(readJson(files.contract))

/** Beginnings of texts that a pattern lets through. */
function beginningsOf(pattern: RegExp): Set<string> {
  const texts = fc.sample(fc.stringMatching(pattern), { numRuns: 3, seed: 1 })
  return new Set(['', ...texts, ...texts.map((text) => text.slice(0, text.length / 2))])
}

test.each([...patterns])('the time of %s grows with the length alone', (source) => {
  const pattern = new RegExp(source, 'u')
  const texts = [...beginningsOf(pattern)].flatMap((begin) =>
    pieces.map((piece) => begin + piece.repeat(length / piece.length) + end),
  )
  const slow = texts.find((text) => {
    const begun = process.cpuUsage()
    pattern.test(text)
    return process.cpuUsage(begun).user > 100_000
  })
  expect(slow?.slice(0, 50)).toBeUndefined()
})
