import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The notices of what is bundled, as the last build has written them. */

const notices = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8')

/** The titles of the notices: name, version and licence. */
const titles = notices.split(`${'-'.repeat(80)}\n`).map((notice) => notice.split('\n')[0] ?? '')

/** The packages of others that modules in a folder load, types aside. */
function packagesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/^(build|gallery)\//.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      const imports = text.matchAll(
        /^(?:import (?!type )(?:[^'"]* from )?|export (?!type )[^'"=;(]* from )'((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^']*)?'/gm,
      )
      return [...imports].map(([, name = '']) => name)
    })
  return [...new Set(names)].filter((name) => name !== 'postseal').sort()
}

test('name each package that the console loads, with its licence', () => {
  const used = packagesIn('console')
  expect(used).toEqual(
    expect.arrayContaining(['@codemirror/view', '@tanstack/preact-query', 'preact', 'uplot']),
  )
  for (const name of used) {
    const found = titles.filter((title) => title.startsWith(`${name} `))
    expect(found, name).toEqual([expect.stringMatching(/^\S+ \d+\.\d+\.\d+ \(MIT\)$/)])
  }
})

test('have the licence of the icons that the console has copied', () => {
  const [, version = ''] =
    /^\/\/ Made from lucide-preact (\S+) /.exec(readFileSync('console/icons/icons.ts', 'utf8')) ?? []
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const licence = readFileSync('console/icons/LICENSE', 'utf8').trim()
  expect(licence).toContain('ISC License')
  expect(notices).toContain(`\nlucide-preact ${version} (ISC)\n\n${licence}\n`)
})

test('name what the service itself loads, and nothing twice', () => {
  for (const name of ['express', 'liquidjs', 'pg']) {
    expect(titles).toContainEqual(expect.stringMatching(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`)))
  }
  expect(new Set(titles).size).toBe(titles.length)
})
