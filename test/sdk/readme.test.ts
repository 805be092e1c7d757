import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** What the examples leave to their reader. Each is an example's own, or else this. */
const placeholders = `
import type { Postseal as Client, SendMessageRequest } from 'postseal'
declare global {
  const client: Client
  const body: SendMessageRequest
  const receipt: SendMessageRequest
  const orders: { id: string }[]
  function receiptOf(order: { id: string }): SendMessageRequest
  function keep(secret: string): Promise<void>
  function remember(key: string | undefined): Promise<void>
  const log: Record<'error' | 'warn' | 'info' | 'debug', (details: unknown, message: string) => void>
}`

const root = path.resolve('sdk-ts')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')

/** The names that an example takes from 'postseal' without saying so, as an earlier one has imported them. */
function importsOf(example: string): string {
  const exported = ['Postseal', 'APIConnectionError', 'APIError']
  const missing = exported.filter((name) => example.includes(name) && !/^import .*'postseal'/m.test(example))
  return missing.length ? `import { ${missing.join(', ')} } from 'postseal'\n` : ''
}

/** Compiles sources by their names beside the package's own, and returns what the compiler says. */
function compile(sources: Record<string, string>): string[] {
  const files = new Map(Object.entries(sources).map(([name, text]) => [path.join(root, name), text]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    typeRoots: [path.resolve('node_modules/@types')],
    paths: {
      postseal: [path.join(root, 'src/index.ts')],
      'postseal/webhooks': [path.join(root, 'src/webhooks/index.ts')],
    },
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => files.has(name) || disk.fileExists(name),
    readFile: (name) => files.get(name) ?? disk.readFile(name),
    getSourceFile: (name, version, ...others) => {
      const text = files.get(name)
      if (text === undefined) return disk.getSourceFile(name, version, ...others)
      return ts.createSourceFile(name, text, version)
    },
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText, start = 0 }) => {
      const line = files.get(name)?.slice(0, start).split('\n').length
      return `${path.basename(name)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

test('every example of the README is right by its types', () => {
  const sources = examples.map((example, index) => [
    `example-${index}.ts`,
    `${importsOf(example)}${example}\nexport {}`,
  ])
  // To see that something is compared at all: these two are wrong.
  const wrong = { 'wrong-0.ts': 'await client.messages.sent(body)', 'wrong-1.ts': 'const id: number = body' }
  const said = compile({
    ...Object.fromEntries(sources),
    ...Object.fromEntries(Object.entries(wrong).map(([name, text]) => [name, `${text}\nexport {}`])),
    'placeholders.d.ts': placeholders,
  })
  expect(examples.length).toBeGreaterThan(8)
  expect(said.filter((line) => !line.startsWith('wrong-'))).toEqual([])
  expect(said.filter((line) => line.startsWith('wrong-'))).toHaveLength(2)
})
