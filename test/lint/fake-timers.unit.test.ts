import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apart, replacingTimers } from '../../vitest.config.js'

/** A pattern of the configuration, as far as its patterns go. */
function matches(pattern: string, file: string): boolean {
  const parts: Readonly<Record<string, string>> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': '\\.' }
  const source = pattern
    .replaceAll(/\*\*\/|\*|\./g, (part) => parts[part] ?? part)
    .replaceAll(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${source}$`).test(file)
}

test('files that replace timers or the clock share no process with a service of other files', () => {
  const replacing = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter(
      (file) =>
        file.endsWith('.test.ts') && /vi\.(useFakeTimers|setSystemTime)\(/.test(readFileSync(file, 'utf8')),
    )
  expect(replacing.length).toBeGreaterThan(15)
  const patterns = [...replacingTimers, ...apart]
  expect(replacing.filter((file) => !patterns.some((pattern) => matches(pattern, file)))).toEqual([])
})
