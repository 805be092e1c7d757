import { expect, test } from 'vitest'
import { lintRules } from '../support/lint/lint-rules.js'

/** Tests the rules of the linter about tests that a slow machine would fail. */

const refusalsOf = lintRules('times.mjs', ['times/wall', 'times/limits'])

const began = 'const began = performance.now()\n'
const wall = 'times(wall)'
const limits = 'times(limits)'
const cases: [what: string, source: string, refused: string][] = [
  ['a bound of what was measured', `${began}expect(performance.now() - began).toBeLessThan(500)`, wall],
  ['by a name', `${began}const took = Date.now() - began\nexpect(took).toBeLessThan(500)`, wall],
  ['in other units', `${began}expect((Date.now() - began) / 1000).toBeLessThanOrEqual(2)`, wall],
  [
    'a bound that has a name',
    `const max = 2 * 500\n${began}expect(Date.now() - began).toBeLessThan(max)`,
    wall,
  ],
  ['a distance from now', `expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(30_000)`, wall],
  ['a time of a moment ago', `expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000)`, wall],
  ['waiting for long enough', `${began}expect(performance.now() - began).toBeGreaterThan(140)`, ''],
  ['what is due soon', `expect(Date.parse(at) - Date.now()).toBeLessThan(300_000)`, ''],
  ['days', `expect(Date.now() - Date.parse(at)).toBeLessThan(31 * 86_400_000)`, ''],
  ['a count for the time that it took', `${began}expect(reads).toBeLessThan(1 + Date.now() - began)`, ''],
  ['a count', `expect(rows.length).toBeLessThan(500)`, ''],
  ['a time that the test injects', `expect(result.durationMs - began).toBeLessThan(500)`, ''],
  ['a short signal', `await fetch(url, { signal: AbortSignal.timeout(5_000) })`, limits],
  ['a patient one', `await fetch(url, { signal: AbortSignal.timeout(120_000) })`, ''],
  ['a short wait', `await until(look, 'an end', 20_000)`, limits],
  ['a patient one', `await until(look, 'an end', 60_000 + many * 20)`, ''],
  ['a wait without a limit of its own', `await until(look, 'an end')`, ''],
  ['a short test', `test('ends', { timeout: 9_000 }, async () => {})`, limits],
  ['a short test, as it was said before', `test('ends', async () => {}, 9_000)`, limits],
  ['a short hook', `beforeAll(async () => {}, 10 * 1000)`, limits],
  ['a long test', `test('ends', { timeout: 400_000 }, async () => {})`, ''],
]

test('what a slow machine would fail is refused, and nothing else', () => {
  const found = refusalsOf(cases.map(([, source]) => source)).map((all) => all.map(({ code }) => code).join())
  expect(cases.map(([what], index) => [what, found[index]])).toEqual(
    cases.map(([what, , refused]) => [what, refused]),
  )
})
