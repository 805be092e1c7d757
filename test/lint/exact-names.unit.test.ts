import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A name that is given as a string matches any longer one, too: "Messages" is found in "No matching messages", and the
 * test fails on the run in which both are shown.
 */

/** Calls of `getByRole` with the text of their options. */
const calls = /getByRole\(\s*(?:'[^']*'|\w+),\s*\{([^}]*)\}/g

test('tests find elements by role and exact name', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const found: string[] = []
  let count = 0
  for (const file of files) {
    for (const [call, options = ''] of readFileSync(`test/${file}`, 'utf8').matchAll(calls)) {
      if (!/\bname\b/.test(options)) continue
      count += 1
      const isPattern = /\bname: (?:\/|new RegExp)/.test(options)
      if (!isPattern && !/\bexact\b/.test(options)) found.push(`${file}: ${call}`)
    }
  }
  expect(count).toBeGreaterThan(200)
  expect(found).toEqual([])
})
