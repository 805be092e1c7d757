import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// What a start of the built service reads, and so not what its child processes do. It needs the build.
const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(path.join('dist', file))

test('V8 keeps the text of the service with one byte a letter', () => {
  const isChild = (file: string) => file.startsWith('operate/') || file.endsWith('/process.js')
  const modules = files.filter((file) => file.endsWith('.js') && !isChild(file))
  expect(modules.length).toBeGreaterThan(10)
  expect(modules.filter((file) => read(file).some((byte) => byte > 0x7f))).toEqual([])
})

test('of Knex the service has its client for PostgreSQL alone', () => {
  const sources = files
    .filter((file) => file.endsWith('.js.map'))
    .flatMap((file) => (JSON.parse(read(file).toString()) as { sources: string[] }).sources)
  const clients = sources.flatMap((source) => /knex\/lib\/dialects\/([\w-]+)\//.exec(source)?.[1] ?? [])
  expect([...new Set(clients)]).toEqual(['postgres'])
})
