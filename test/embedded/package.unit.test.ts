import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The folder embedded/ is a package of its own: what it stands on is said in its package.json, and is little. */

const root = 'embedded'
const packageOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const { dependencies } = packageOf(path.join(root, 'package.json')) as {
  dependencies: Record<string, string>
}

test('it imports what its package.json names, what Node has and base/, and nothing else of this repository', () => {
  const others = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = path.posix.join(root, name)
      const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)
      return [...imports].map(([, from = '']) => {
        const target = path.posix.join(path.posix.dirname(file), from)
        return { file, from, target: from.startsWith('.') ? target.split('/')[0] : packageName(from) }
      })
    })
    .filter(({ target = '' }) => ![root, 'base', ...Object.keys(dependencies)].includes(target))
    .filter(({ from }) => !from.startsWith('node:'))
  expect(others).toEqual([])
})

test('the package that is published names the same versions', () => {
  const { dependencies: published, devDependencies: bundled } = packageOf('package.json')
  expect({ ...published, ...bundled }).toMatchObject(dependencies)
})

test('the page for operators names them, too', () => {
  const page = readFileSync('docs/operate/database.md', 'utf8')
  const install = ['@electric-sql/pglite', '@electric-sql/pglite-socket'].map(
    (name) => `${name}@${dependencies[name]}`,
  )
  expect(page).toContain(`npm install ${install.join(' ')} --save-exact`)
})

function packageName(from: string): string {
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/')
}
