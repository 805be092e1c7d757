import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { v8Options } from '../../support/service/v8-options.js'

/** An option that a Node does not know ends its process at once, or is complained of at each start. */

const places = [
  'package.json',
  'vitest.config.ts',
  'deploy',
  'server',
  'embedded',
  'scripts/demo',
  'test/support',
  'test/bench',
]

/** Options that somebody gives to Node or to V8, with the places that name them. */
const options = new Map<string, string[]>()
for (const file of places.flatMap(filesOf)) {
  const found = readFileSync(file, 'utf8').matchAll(
    /--(?:(?:max|min)-[a-z-]+-(?:size|space-size)|wasm-[a-z-]+|liftoff-only|expose-gc|enable-source-maps)\b/g,
  )
  for (const [option] of found) options.set(option, [...(options.get(option) ?? []), file])
}

function filesOf(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place).flatMap((name) => filesOf(path.join(place, name)))
}

/** Options with a value are given one: they are numbers of megabytes or bytes. */
const withValue = (option: string) => (/-(?:size|budget)$/.test(option) ? `${option}=32` : option)

test('the places are those that have options', () => {
  expect([...options.keys()].toSorted()).toEqual([
    '--enable-source-maps',
    '--expose-gc',
    '--liftoff-only',
    '--max-old-space-size',
    '--max-semi-space-size',
    '--min-semi-space-size',
    '--wasm-lazy-validation',
    '--wasm-tiering-budget',
  ])
})

test.each([...options])('this Node knows %s', (option, files) => {
  const run = spawnSync(process.execPath, [withValue(option), '-e', '0'], { encoding: 'utf8' })
  expect({ files, status: run.status, stderr: run.stderr }).toEqual({ files, status: 0, stderr: '' })
})

test('this Node knows the options of processes of the tests', () => {
  const run = spawnSync(process.execPath, [...v8Options, '-e', '0'], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
})
