import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Each package of tools/ is run by a command. Knip, which knows the packages of the root alone, does not see to that. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Installed {
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}
const { packages } = JSON.parse(read('tools/package-lock.json')) as {
  packages: Readonly<Record<string, Installed>>
}

/** Files whose commands ask scripts/tools.mjs for a program: in a line, or in a list of arguments. */
const callers = [
  ...['package.json', 'sdk-ts/package.json', 'cli/package.json'],
  ...readdirSync(path.join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(mjs|ts)$/.test(file) && file !== 'tools.mjs')
    .map((file) => path.join('scripts', file)),
]
const texts = callers.map(read).filter((text) => /tools\.mjs/.test(text))

/** Packages for which no command asks as a program: oxlint starts one, and scripts/icons.mjs reads the other. */
const others = ['oxlint-tsgolint', 'lucide-preact']

test.each(Object.keys(packages['']?.dependencies ?? {}).filter((name) => !others.includes(name)))(
  'a command runs %s',
  (name) => {
    const programs = Object.keys(packages[`node_modules/${name}`]?.bin ?? {})
    const isAsked = (program: string) =>
      texts.some((text) => new RegExp(`tools\\.mjs ${program}\\b|'${program}',`).test(text))
    expect(programs.filter(isAsked)).not.toEqual([])
  },
)

test('each has one version, as the lock file has it', () => {
  const asked = Object.values(packages['']?.dependencies ?? {})
  expect(asked.filter((version) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})
