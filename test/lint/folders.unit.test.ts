import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The rule of the linter that holds the order of the folders, and its list. */

const root = fileURLToPath(new URL('../..', import.meta.url))

type Visit = (node: { source?: { value: unknown } | null }) => void
interface Rule {
  create(
    context: object,
  ): Readonly<Record<'ImportDeclaration' | 'ImportExpression' | 'ExportAllDeclaration', Visit>>
}
const { default: plugin } = (await import(path.join(root, 'scripts/lint/folders.mjs'))) as {
  default: { rules: { order: Rule } }
}

/** Returns the refusals of a file that has an import, an export and a late import of one module. */
function refusals(file: string, imported: string): string[] {
  const found: string[] = []
  const visits = plugin.rules.order.create({
    cwd: root,
    filename: path.join(root, file),
    options: [{ tree: 'server', folders: ['high', 'high/lowest-of-it', 'low', 'low/deep'] }],
    report: ({ message }: { message: string }) => found.push(message),
  })
  for (const visit of [visits.ImportDeclaration, visits.ImportExpression, visits.ExportAllDeclaration])
    visit({ source: { value: imported } })
  return found
}

test.each([
  ['server/low/a.ts', '../high/b.js', 3],
  ['server/low/deep/a.ts', '../b.js', 3],
  ['server/high/lowest-of-it/a.ts', '../b.js', 3],
  ['server/high/a.ts', './lowest-of-it/b.js', 0],
  ['server/high/a.ts', '../low/deep/b.js', 0],
  ['server/low/a.ts', './deep/b.js', 0],
  ['server/low/a.ts', './b.js', 0],
  ['server/low/a.ts', 'express', 0],
  ['server/main.ts', './low/b.js', 0],
])('of %s the imports of %s are refused %i times', (file, imported, times) => {
  expect(refusals(file, imported)).toHaveLength(times)
})

test('each folder of a group of server/ has its place in the order', () => {
  const { overrides } = JSON.parse(
    readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replace(/^\s*\/\/.*$/gm, ''),
  )
  const listed = overrides
    .flatMap(({ rules }: any) => rules['folders/order']?.slice(1) ?? [])
    .find((option: any) => option?.tree === 'server').folders as string[]
  const folders = (inside: string) =>
    readdirSync(path.join(root, 'server', inside), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
  const missing = folders('').flatMap(({ name: group }) =>
    folders(group)
      .map(({ name }) => `${group}/${name}`)
      .filter((folder) => !listed.includes(folder)),
  )
  expect(missing).toEqual([])
})
