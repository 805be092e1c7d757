import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Tests the imports from inside packages, of which their authors promise nothing: an upgrade may move the imported
 * code. One file of server/ imports each path and names it for the others.
 */

interface DeepImport {
  readonly file: string
  readonly from: string
  /** Names that the module exports, as far as they are values. */
  readonly names: readonly string[]
  /** Fields of its default export. */
  readonly fields: readonly string[]
  /** Methods that a subclass overrides or calls, by the name that the class is exported by. */
  readonly methods: readonly (readonly [exported: string, method: string])[]
}

/** Paths that the packages document as entries. */
const documented = new Set(['ajv/dist/2020.js'])

const statics = /^import (type )?([^'"]+?) from '((?:@[^/']+\/)?[^./'@][^/']*\/[^']+)'/gm
const dynamics = /const \{ default: (\w+) \} = await import\('([^./'][^/']*\/[^']+)'\)/g
const anyDynamic = /import\('([^./'][^/']*\/(?:lib|dist)\/[^']+)'\)/g

const isDeep = (from: string) => /\/(?:lib|dist)\//.test(from) && !documented.has(from)

function deepImportsOf(file: string): DeepImport[] {
  const source = readFileSync(file, 'utf8')
  const all = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))]
  const fromStatics = [...source.matchAll(statics)].map(([, type, clause = '', from = '']) => {
    const locals = type === undefined ? valuesOf(clause) : new Map<string, string>()
    const methods = [...locals].flatMap(([local, exported]) => {
      const [body = ''] = new RegExp(`extends ${local}\\b[^]*?^}`, 'm').exec(source) ?? []
      const used = body.matchAll(/(?:override (?:async )?|super\.)(\w+)[(<]/g)
      return [...used].map(([, method = '']) => [exported, method] as const)
    })
    return { file, from, names: [...locals.values()], fields: [], methods }
  })
  const fromDynamics = [...source.matchAll(dynamics)].map(([, local = '', from = '']) => ({
    file,
    from,
    names: ['default'],
    fields: all(new RegExp(`\\b${local}\\.(\\w+)`, 'g')),
    methods: [],
  }))
  // The form that this test understands.
  expect(all(anyDynamic), file).toEqual(fromDynamics.map(({ from }) => from).filter(isDeep))
  return [...fromStatics, ...fromDynamics].filter(({ from }) => isDeep(from))
}

/** The values of an import clause, by their names in the file. */
function valuesOf(clause: string): Map<string, string> {
  const values = new Map<string, string>()
  const byDefault = /^\w+/.exec(clause)?.[0]
  if (byDefault !== undefined) values.set(byDefault, 'default')
  for (const part of /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? []) {
    const [, name, local = name] = /^(?!type )(\w+)(?: as (\w+))?$/.exec(part.trim()) ?? []
    if (name !== undefined && local !== undefined) values.set(local, name)
  }
  return values
}

const imports = ['base', 'embedded', 'server', 'sdk-ts/src', 'cli/src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => deepImportsOf(path.join(folder, file))),
)

test('each path inside a package is imported by one file', () => {
  const files = new Map<string, Set<string>>()
  for (const { file, from } of imports) files.set(from, (files.get(from) ?? new Set()).add(file))
  expect(files.size).toBeGreaterThan(5)
  expect([...files].filter(([, importers]) => importers.size > 1)).toEqual([])
})

test.each(imports)('$from is there and exports what $file uses', async (deep: DeepImport) => {
  expect(() => createRequire(import.meta.url).resolve(deep.from)).not.toThrow()
  const module = (await import(deep.from)) as Record<string, any>
  for (const name of deep.names) expect(module).toHaveProperty(name)
  for (const field of deep.fields) expect(module.default).toHaveProperty(field)
  for (const [name, method] of deep.methods) expect(module[name].prototype, name).toHaveProperty(method)
})
