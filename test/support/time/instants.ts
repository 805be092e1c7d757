import { expect, TestRunner } from 'vitest'

/** Milliseconds that the database's clock may differ from this process's. */
const slackMs = 1_000

/**
 * Expects a time to be one of the test that runs, or as far ahead of one: however long the test takes, what it makes is
 * made between its begin and now. A test that runs beside others of its file cannot ask for this.
 *
 * @param aheadMs how far, in milliseconds; below zero for a time in the past
 */
export function expectOfThisTest(instant: Date | string | null | undefined, aheadMs = 0): void {
  const begin = TestRunner.getCurrentTest()?.result?.startTime
  if (begin === undefined) throw new Error('no test runs')
  const time = new Date(instant ?? NaN).getTime() - aheadMs
  expect(time).toBeGreaterThanOrEqual(begin - slackMs)
  expect(time).toBeLessThanOrEqual(Date.now() + slackMs)
}
