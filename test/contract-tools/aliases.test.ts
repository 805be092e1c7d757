import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

interface Contract {
  paths: Record<string, Record<string, object>>
}
const script = fileURLToPath(new URL('../../scripts/generate/aliases.mjs', import.meta.url))
const { addAliases, withoutAliases } = (await import(pathToFileURL(path.resolve(script)).href)) as {
  addAliases: (contract: Contract) => void
  withoutAliases: (contract: Contract) => Contract
}

test('an alias of what is there already is refused, and clients see none', () => {
  const operation = {
    operationId: 'a',
    description: 'A.',
    'x-alias': { path: '/b', operationId: 'c', since: '1.0.0' },
  }
  const taken = { paths: { '/a': { get: operation }, '/b': { get: { operationId: 'b' } } } }
  expect(() => addAliases(structuredClone(taken))).toThrow('c, `GET /b`, is there already')
  const free = { paths: { '/a': { get: structuredClone(operation) } } }
  addAliases(free)
  expect(Object.keys(free.paths)).toEqual(['/a', '/b'])
  expect(Object.keys(withoutAliases(free).paths)).toEqual(['/a'])
})
