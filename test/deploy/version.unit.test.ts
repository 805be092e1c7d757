import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot, ownVersion, places } from '../../scripts/version/places.js'
import { documents } from '../support/documentation/documents.js'

const version = ownVersion()
const read = (file: string) => readFileSync(inRoot(file), 'utf8')

test('the version is that of a release, or of the coming one with -dev', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/)
})

test.each(places)('$file has the version of package.json by $pattern', ({ file, pattern, spelling }) => {
  const found = [...read(file).matchAll(pattern)].map(({ groups }) => groups?.['version'])
  expect(new Set(found)).toEqual(new Set([spelling(version)]))
})

test('each workspace is in package-lock.json with the version', () => {
  const { version: own, packages } = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  const found = ['', 'cli', 'sdk-ts'].map((name) => packages[name]?.version)
  expect([own, ...found]).toEqual(Array(4).fill(version))
})

test('no other document names a package or an image of ours by a version', () => {
  const named = /\bpostseal(?:-server|-cli)?[:-]v?\d+\.\d+/
  const readmes = ['sdk-ts', 'sdk-python', 'cli', 'clients', 'clients/go', 'clients/php', 'contract']
  const deploy = readdirSync(inRoot('deploy'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(inRoot(''), path.join(entry.parentPath, entry.name)))
  const all = [
    ...documents.map(({ file }) => file),
    ...readmes.map((folder) => `${folder}/README.md`),
    ...deploy,
  ]
  const known = new Set(places.map(({ file }) => file))
  const others = all.filter((file) => !known.has(file))
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter((file) => named.test(read(file)))).toEqual([])
})
