import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
  const part = (
    bytes: number,
    entry?: string,
    imports: readonly string[] = [],
    late: readonly string[] = [],
  ) => ({
    entries: entry === undefined ? [] : [entry],
    imports,
    late,
    contents: randomBytes(bytes),
  })
  const check = ({ main = 10, shared = 10, common = 10, screen = 10, fields = 10, styles = 10 }) =>
    checkBudgets(
      new Map([
        ['a/main-1.js', part(main, 'console/main.tsx', ['a/shared-1.js'])],
        ['a/shared-1.js', part(shared)],
        ['a/common-1.js', part(common)],
        [
          'a/screen-1.js',
          part(screen, 'console/screens/a/a.tsx', ['a/shared-1.js', 'a/common-1.js'], ['a/fields-1.js']),
        ],
        ['a/fields-1.js', part(fields, 'console/screens/a/fields.tsx', ['a/screen-1.js'])],
      ]),
      new Map([['a/styles-1.css', randomBytes(styles)]]),
    )
  await expect(check({ main: 30_000, shared: 29_000, common: 16_000 })).resolves.toContainEqual(
    // A screen does not pay for the first load and the common part, which the browser has already.
    expect.objectContaining({ name: 'console/screens/a/a.tsx', kilobytes: 0 }),
  )
  await expect(check({ main: 30_000, shared: 31_000 })).rejects.toThrow('first load: 61.1 kB of 61 kB')
  await expect(check({ common: 18_000 })).rejects.toThrow('common: 18')
  await expect(check({ screen: 21_000 })).rejects.toThrow('console/screens/a/a.tsx: 21')
  // A part that a screen loads late does not pay for the screen.
  await expect(check({ screen: 18_000, fields: 18_000 })).resolves.toBeDefined()
  await expect(check({ fields: 21_000 })).rejects.toThrow('console/screens/a/fields.tsx: 21')
  await expect(check({ styles: 13_000 })).rejects.toThrow('styles: 13')
})
