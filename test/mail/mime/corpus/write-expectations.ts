/**
 * Writes `python.json`, what Python's `email` sees in the mails, anew:
 *
 *     node --import ./scripts/typescript/register.mjs test/mail/mime/corpus/write-expectations.ts
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mails } from './mails.js'
import { plainly, type Seen } from './seen.js'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const input = [...mails]
  .map(([name, raw]) => JSON.stringify({ name, raw: raw.toString('base64') }))
  .join('\n')
const output = execFileSync('python3', [path('read-with-python.py')], { input, maxBuffer: 1e9 })
const read = Object.entries(JSON.parse(output.toString()) as Record<string, Seen>).map(([name, seen]) => {
  const { text, html } = seen
  return [name, { ...seen, text: plainly(text), html: plainly(html) }] as const
})
writeFileSync(path('python.json'), `${JSON.stringify(Object.fromEntries(read), undefined, 2)}\n`)
