import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { checkBudgets } from '../../scripts/build/console/budgets.js'

interface Packed {
  readonly files: { readonly path: string; readonly size: number }[]
}

test('the package has the console compressed, in 1,200 kB, and not what only developers look at', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  })
  const [packed] = JSON.parse(printed) as [Packed]
  const files = packed.files.filter(({ path }) => path.startsWith('dist/operate/console/'))
  expect(files.map(({ path }) => path)).toContain('dist/operate/console/built/index.html.br')
  expect(files.filter(({ path }) => !/\.(br|gz)$/.test(path))).toEqual([])
  expect(files.filter(({ path }) => path.includes('gallery'))).toEqual([])
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_200_000)
})

test('the build fails beyond a budget, and says by how much', async () => {
  const output = (entryPoint: string, imports: string[] = []) => ({
    entryPoint,
    imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
    inputs: {},
    exports: [],
    bytes: 0,
  })
  const outputs = {
    'main.js': output('console/main.tsx', ['shared.js']),
    'shared.js': output('shared'),
    'styles.css': output('console/styles.css'),
    'screen.js': output('console/screens/a/a.tsx', ['shared.js']),
  }
  const files = (bytes: Partial<Record<keyof typeof outputs, number>>) =>
    new Map(
      Object.keys(outputs).map((name) => [name, randomBytes(bytes[name as keyof typeof outputs] ?? 10)]),
    )
  const metafile = { inputs: {}, outputs } as unknown as Metafile
  await expect(
    checkBudgets(metafile, files({ 'main.js': 30_000, 'shared.js': 29_000 })),
  ).resolves.toContainEqual(
    // What the first load has already is no part of a screen.
    expect.objectContaining({ name: 'console/screens/a/a.tsx', kilobytes: 0 }),
  )
  await expect(checkBudgets(metafile, files({ 'main.js': 30_000, 'shared.js': 31_000 }))).rejects.toThrow(
    'first load: 61.1 kB of 61 kB',
  )
  await expect(checkBudgets(metafile, files({ 'screen.js': 21_000 }))).rejects.toThrow(
    'console/screens/a/a.tsx: 21',
  )
  await expect(checkBudgets(metafile, files({ 'styles.css': 13_000 }))).rejects.toThrow('styles: 13')
})
